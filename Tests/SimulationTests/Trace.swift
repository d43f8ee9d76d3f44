// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// What happened, line by line. Always hashed, kept only where somebody wants to read it.
struct Trace {
  private(set) var lines: [String] = []
  private var digest = FNV1a()
  /// Of every number that was noted: two runs that differ in one thing differ here.
  var hash: UInt64 { digest.value }
  let isKept: Bool

  init(isKept: Bool) { self.isKept = isKept }

  mutating func note(_ number: UInt64) {
    for shift in stride(from: 0, to: 64, by: 8) {
      digest.combine(byte: UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  mutating func note(_ bytes: [UInt8]) {
    digest.combine(bytes: bytes)
  }

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
