// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The processes beneath this one, which adopts those whose own parents have ended: so they all are found, and ended.
enum Descendants {
  /// Those that have not ended.
  static func living() -> Set<Int32> {
    var children: [Int32: [ProcessEntry]] = [:]
    for entry in ProcessEntry.all() { children[entry.parent, default: []].append(entry) }
    var living: Set<Int32> = []
    var open = [getpid()]
    while let parent = open.popLast() {
      for entry in children[parent] ?? [] {
        if entry.isAlive { living.insert(entry.pid) }
        open.append(entry.pid)
      }
    }
    return living
  }

  /// How long processes are given to end by themselves, and then to end at all.
  private static let grace = (bySignal: Duration.seconds(3), byForce: Duration.seconds(3))
  private static let pausesMs = 2...50

  /// Asks all of them to end but the spared one, and ends those that do not, also those that they start meanwhile; somebody
  /// else takes their ends. Returns those that were told to, and those that nobody could end.
  static func end(sparing spared: Int32? = nil) async -> (ended: Set<Int32>, left: Set<Int32>) {
    var told: Set<Int32> = []
    var pauseMs = pausesMs.lowerBound
    let start = ContinuousClock.now
    while true {
      let living = living().subtracting([spared].compactMap(\.self))
      let time = ContinuousClock.now - start
      guard !living.isEmpty, time < grace.bySignal + grace.byForce else { return (told, living) }
      for pid in living {
        if time >= grace.bySignal {
          kill(pid, SIGKILL)
        } else if !told.contains(pid) {
          kill(pid, SIGTERM)
          // One that is stopped hears of it only when it goes on.
          kill(pid, SIGCONT)
        }
      }
      told.formUnion(living)
      try? await Task.sleep(for: .milliseconds(pauseMs))
      pauseMs = min(2 * pauseMs, pausesMs.upperBound)
    }
  }
}

/// A process, as proc(5) tells.
private struct ProcessEntry {
  let pid: Int32
  let parent: Int32
  /// A process whose first thread has ended goes on with the others.
  let isAlive: Bool

  static func all() -> [ProcessEntry] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { Int32($0) }.compactMap(ProcessEntry.init)
  }

  private init?(pid: Int32) {
    guard let data = FileManager.default.contents(atPath: "/proc/\(pid)/stat") else { return nil }
    // The name stands in parentheses and may hold any character: what follows the last of them is counted.
    let text = String(decoding: data, as: UTF8.self)
    guard let end = text.lastIndex(of: ")") else { return nil }
    let fields = text[text.index(after: end)...].split(separator: " ")
    guard fields.count > 17, let parent = Int32(fields[1]), let threads = Int(fields[17]) else { return nil }
    self.pid = pid
    self.parent = parent
    isAlive = fields[0] != "X" && (fields[0] != "Z" || threads > 1)
  }
}
