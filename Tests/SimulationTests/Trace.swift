// SPDX-License-Identifier: Apache-2.0

/// What happened, line by line. Always hashed, kept only where somebody wants to read it.
struct Trace {
  private(set) var lines: [String] = []
  /// FNV-1a of every number that was noted: two runs that differ in one thing differ here.
  private(set) var hash: UInt64 = 0xCBF2_9CE4_8422_2325
  let isKept: Bool

  init(isKept: Bool) { self.isKept = isKept }

  mutating func note(_ number: UInt64) {
    for shift in stride(from: 0, to: 64, by: 8) { note(byte: UInt8(truncatingIfNeeded: number >> shift)) }
  }

  mutating func note(_ bytes: [UInt8]) {
    for byte in bytes { note(byte: byte) }
  }

  private mutating func note(byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }

  /// A line that is only made where it is kept.
  mutating func say(at now: Int64, _ text: @autoclosure () -> String) {
    guard isKept else { return }
    let (seconds, micros) = (now / 1_000_000, now % 1_000_000)
    let fraction = String(repeating: "0", count: 6 - "\(micros)".count) + "\(micros)"
    lines.append("\(seconds).\(fraction) \(text())")
  }

  /// The first line in which two traces differ, in words; nil where they do not.
  func firstDifference(from other: Trace) -> String? {
    if let index = zip(lines, other.lines).enumerated().first(where: { $1.0 != $1.1 })?.offset {
      return "line \(index + 1): '\(lines[index])' / '\(other.lines[index])'"
    }
    if lines.count != other.lines.count { return "\(lines.count) lines / \(other.lines.count) lines" }
    return hash == other.hash ? nil : "no line, but their bytes"
  }
}
