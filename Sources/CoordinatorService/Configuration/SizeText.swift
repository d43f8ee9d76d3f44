// SPDX-License-Identifier: Apache-2.0

/// Sizes as people write them in files: a whole number and its unit.
enum SizeText {
  /// How a size looks, for errors.
  static let form = "a size such as 512KiB, 64MiB or 1GiB"

  private static let units: [(name: String, bytes: Int64)] = [
    ("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10), ("B", 1),
  ]

  /// The size that `text` says, in bytes.
  static func bytes(_ text: String) -> Int64? {
    let digits = text.prefix { ("0"..."9").contains($0) }
    guard let number = Int64(digits), let unit = units.first(where: { $0.name == text.dropFirst(digits.count) })
    else { return nil }
    let (bytes, overflows) = number.multipliedReportingOverflow(by: unit.bytes)
    return overflows ? nil : bytes
  }

  /// A size in the largest unit that leaves no rest: `64MiB`.
  static func text(bytes: Int64) -> String {
    let unit = units.first { bytes != 0 && bytes.isMultiple(of: $0.bytes) } ?? units[units.count - 1]
    return "\(bytes / unit.bytes)\(unit.name)"
  }
}
