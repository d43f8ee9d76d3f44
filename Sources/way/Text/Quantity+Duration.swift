// SPDX-License-Identifier: Apache-2.0

extension Quantity {
  /// A span of time, as ``span(ms:)`` writes it.
  static func span(_ time: Duration) -> String { span(ms: Int64(milliseconds(time))) }

  /// A short time, as ``ms(_:)`` writes it.
  static func ms(_ time: Duration) -> String { ms(milliseconds(time)) }

  /// The time in ms, with µs precision.
  static func milliseconds(_ time: Duration) -> Double {
    let (seconds, attoseconds) = time.components
    return Double(seconds * 1_000_000 + attoseconds / 1_000_000_000_000) / 1000
  }
}
