// SPDX-License-Identifier: Apache-2.0

extension Quantity {
  /// A span of time, as ``span(ms:)`` writes it.
  static func span(_ time: Duration) -> String { span(ms: Int64(milliseconds(time))) }

  /// A short time, as ``ms(_:)`` writes it.
  static func ms(_ time: Duration) -> String { ms(milliseconds(time)) }

  /// How long something took: `212 ms`, `9.98 s`, `2 min`.
  static func elapsed(_ time: Duration) -> String {
    let ms = milliseconds(time)
    guard ms >= 1000 else { return "\(Int(ms.rounded())) ms" }
    guard ms < 60_000 else { return span(time) }
    let seconds = (ms / 10).rounded() / 100
    return seconds == seconds.rounded() ? "\(Int(seconds)) s" : "\(seconds) s"
  }

  /// The time in ms, with µs precision.
  static func milliseconds(_ time: Duration) -> Double {
    let (seconds, attoseconds) = time.components
    return Double(seconds * 1_000_000 + attoseconds / 1_000_000_000_000) / 1000
  }
}
