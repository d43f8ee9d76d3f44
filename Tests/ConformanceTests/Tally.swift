// SPDX-License-Identifier: Apache-2.0

import Testing

/// How the lines of a file ended: each is equal, or differs by a named rule, or is left out for a named reason.
struct Tally: Equatable, CustomStringConvertible {
  var file: String
  var equal = 0
  var differing: [Rule: Int] = [:]
  var leftOut: [String: Int] = [:]

  init(_ file: String, equal: Int = 0, differing: [Rule: Int] = [:], leftOut: [String: Int] = [:]) {
    self.file = file
    self.equal = equal
    self.differing = differing
    self.leftOut = leftOut
  }

  /// Counts a line that is as they have it, but for `rule`.
  mutating func count(_ rule: Rule?) {
    if let rule { differing[rule, default: 0] += 1 } else { equal += 1 }
  }

  /// Whether the lines are ours, and not of the systems that we mirror.
  var isOurOwn: Bool { file.hasPrefix("own/") }

  /// Prints the figures, and asserts that they are as expected: lines of others have only to be explained, each by itself.
  func check(_ expected: Tally) {
    print(self)
    #expect(self == expected || Vectors.otherFolder != nil && !isOurOwn)
  }

  var description: String {
    let rules = Dictionary(uniqueKeysWithValues: differing.map { ($0.key.rawValue, $0.value) })
    return "\(file): \(equal) equal, \(Self.text(rules)) differ by rule, \(Self.text(leftOut)) left out"
  }

  private static func text(_ counts: [String: Int]) -> String {
    let sum = counts.values.reduce(0, +)
    let parts = counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    return parts.isEmpty ? "\(sum)" : "\(sum) (\(parts.joined(separator: ", ")))"
  }
}
