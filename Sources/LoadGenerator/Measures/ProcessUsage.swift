// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What a process has used so far, as proc(5) tells; of all its threads together.
package struct ProcessUsage: Hashable, Sendable {
  /// Time on a processor, in ns.
  package var cpuNanoseconds: UInt64 = 0
  /// How often it gave a processor away, because it had nothing to do, or was made to.
  package var contextSwitches: UInt64 = 0
  /// Its resident memory, in bytes.
  package var residentBytes: Int64 = 0
  /// The most of it so far.
  package var residentBytesMax: Int64 = 0

  /// What the process has used; nil where the system does not say.
  package init?(pid: Int32) {
    let folder = "/proc/\(pid)"
    guard let status = Self.text("\(folder)/status"),
      let threads = try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/task")
    else { return nil }
    residentBytes = Self.number("VmRSS:", in: status) * 1024
    residentBytesMax = Self.number("VmHWM:", in: status) * 1024
    // A thread may end meanwhile; then it counts no more.
    for thread in threads {
      if let words = Self.text("\(folder)/task/\(thread)/schedstat")?.split(separator: " "), let time = words.first {
        cpuNanoseconds += UInt64(time) ?? 0
      }
      guard let status = Self.text("\(folder)/task/\(thread)/status") else { continue }
      for name in ["voluntary_ctxt_switches:", "nonvoluntary_ctxt_switches:"] {
        contextSwitches += UInt64(clamping: Self.number(name, in: status))
      }
    }
  }

  private static func text(_ file: String) -> String? { try? String(contentsOfFile: file, encoding: .utf8) }

  /// The number of a line that begins so.
  private static func number(_ name: String, in text: String) -> Int64 {
    let line = text.split(separator: "\n").first { $0.hasPrefix(name) }
    return line.flatMap { Int64($0.filter(\.isNumber)) } ?? 0
  }
}

/// Whether a process is there.
package enum ProcessLife {
  /// Whether it has ended, also where nobody has taken its end yet.
  package static func hasEnded(_ pid: Int32) -> Bool {
    if kill(pid, 0) != 0, errno == ESRCH { return true }
    // The name stands in parentheses and may hold any character: what follows the last of them is counted.
    guard let text = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8),
      let end = text.lastIndex(of: ")")
    else { return false }
    let fields = text[text.index(after: end)...].split(separator: " ")
    guard fields.count > 17 else { return false }
    // A process whose first thread has ended goes on with the others.
    return fields[0] == "X" || fields[0] == "Z" && (Int(fields[17]) ?? 0) <= 1
  }
}
