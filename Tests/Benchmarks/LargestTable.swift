// SPDX-License-Identifier: Apache-2.0

import Foundation
import LargestMessages

/// What the largest messages cost: for how long one holds up the coordinator, and how much memory it takes meanwhile.
///
/// The processor time of the thread is measured, not that of the clock, so that other work of the machine does not count.
/// The journal and the sockets are left out: what they cost does not depend on what a peer chose to write.
struct LargestTable {
  /// More is too long, in ms.
  let ms: Double
  /// More is too much, in MiB.
  let mebibytes: Double
  /// The commands that the coordinator remembers.
  var commands = 20_000

  /// Measures each message, prints a line for it, and returns whether all stay within the limits.
  func measure() -> Bool {
    var coordinator = LoadedCoordinator(commands: commands)
    var isWithin = true
    print("  \("message".padded(to: 62)) \("KiB".aligned(7)) \("ms".aligned(8)) \("MiB".aligned(7))  answer")
    for message in LargestMessage.all {
      coordinator.prepare(for: message)
      let memory = Memory()
      let start = Self.cpuMilliseconds
      let answer = coordinator.take(message)
      let spent = Self.cpuMilliseconds - start
      let grown = memory.grownMebibytes
      let isRight = message.frames[1].count <= LargestMessage.frameBytesMax && answer.isRefusal == message.isRefused
      let isGood = spent <= ms && grown <= mebibytes && isRight
      isWithin = isWithin && isGood
      let figures = "\(Double(message.frames[1].count) / 1024, digits: 0, width: 7) \(spent, digits: 1, width: 8)"
      print(
        "\(isGood ? "  " : "! ")\(message.name.padded(to: 62)) \(figures) \(grown, digits: 1, width: 7)  \(answer.words)"
      )
    }
    print("  limits: \(Int(ms)) ms, \(Int(mebibytes)) MiB: \(isWithin ? "kept" : "not kept, see the lines with '!'")")
    return isWithin
  }

  /// The processor time of this thread so far, in ms.
  private static var cpuMilliseconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
  }
}

/// How far the memory of the process grows at most, from its making on.
private struct Memory {
  private let before: Double

  init() {
    ResidentMemory.giveBack()
    // The kernel forgets the highest size so far.
    try? "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
    before = ResidentMemory.kibibytes("VmRSS")
  }

  var grownMebibytes: Double { max(0, ResidentMemory.kibibytes("VmHWM") - before) / 1024 }
}

extension String {
  fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
  fileprivate func aligned(_ width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
}

extension DefaultStringInterpolation {
  fileprivate mutating func appendInterpolation(_ value: Double, digits: Int, width: Int) {
    appendLiteral(String(format: "%.\(digits)f", value).aligned(width))
  }
}
