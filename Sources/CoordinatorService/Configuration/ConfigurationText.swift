// SPDX-License-Identifier: Apache-2.0

/// Times and sizes as people write them, in files and flags alike.
public enum ConfigurationText {
  /// What a time looks like, for errors and help.
  public static let durationForm = "a time such as 500ms, 3s, 10m, 12h or 90d"
  /// What a size looks like, for errors and help.
  public static let sizeForm = "a size such as 512KiB, 64MiB or 1GiB"

  private static let durationUnits: [(name: String, factor: Int64)] = [
    ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1),
  ]
  private static let sizeUnits: [(name: String, factor: Int64)] = [
    ("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10), ("B", 1),
  ]

  /// The time that `text` says, in ms: a whole number and its unit.
  public static func milliseconds(_ text: String) -> Int64? { quantity(text, durationUnits) }

  /// The size that `text` says, in bytes: a whole number and its unit.
  public static func bytes(_ text: String) -> Int64? { quantity(text, sizeUnits) }

  /// A time in the largest unit that leaves no rest: `90d`, `1500ms`.
  public static func duration(ms: Int64) -> String { text(ms, durationUnits) }

  /// A size in the largest unit that leaves no rest: `64MiB`.
  public static func size(bytes: Int64) -> String { text(bytes, sizeUnits) }

  private static func quantity(_ text: String, _ units: [(name: String, factor: Int64)]) -> Int64? {
    let digits = text.prefix { ("0"..."9").contains($0) }
    guard let number = Int64(digits), let unit = units.first(where: { $0.name == text.dropFirst(digits.count) })
    else { return nil }
    let (product, overflows) = number.multipliedReportingOverflow(by: unit.factor)
    return overflows ? nil : product
  }

  private static func text(_ number: Int64, _ units: [(name: String, factor: Int64)]) -> String {
    let unit = units.first { number != 0 && number.isMultiple(of: $0.factor) } ?? units[units.count - 1]
    return "\(number / unit.factor)\(unit.name)"
  }
}
