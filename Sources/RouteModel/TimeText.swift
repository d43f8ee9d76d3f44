// SPDX-License-Identifier: Apache-2.0

/// Times as people write them, in files and on command lines alike: a whole number and its unit.
package enum TimeText {
  /// How a time looks, for errors and help.
  package static let form = "a time such as 500ms, 3s, 10m, 12h or 90d"

  /// The longest time, in ms: 100 years. Every shorter one can be counted in nanoseconds and added to a clock.
  package static let longestMs: Int64 = 36_500 * 86_400_000

  private static let units: [(name: String, ms: Int64)] = [
    ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1),
  ]

  /// The time that `text` says, in ms; nil where it says none, or one that is longer than ``longestMs``.
  package static func milliseconds(_ text: some StringProtocol) -> Int64? {
    let digits = text.prefix { ("0"..."9").contains($0) }
    guard let number = Int64(digits), let unit = units.first(where: { $0.name == text.dropFirst(digits.count) })
    else { return nil }
    let (ms, overflows) = number.multipliedReportingOverflow(by: unit.ms)
    return overflows || ms > longestMs ? nil : ms
  }

  /// A time in the largest unit that leaves no rest: `90d`, `1500ms`.
  package static func text(ms: Int64) -> String {
    let unit = units.first { ms != 0 && ms.isMultiple(of: $0.ms) } ?? units[units.count - 1]
    return "\(ms / unit.ms)\(unit.name)"
  }
}
