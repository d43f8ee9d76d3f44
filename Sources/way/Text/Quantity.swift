// SPDX-License-Identifier: Apache-2.0

import Foundation
import RouteModel

/// Numbers and times as people read and write them.
enum Quantity {
  /// A time as it is typed: `200ms`, `3s`.
  static func text(_ duration: Duration) -> String { TimeText.text(ms: Int64(duration / .milliseconds(1))) }

  /// `0.4 ms`
  static func ms(_ ms: Double) -> String { String(format: "%.1f ms", ms) }

  /// `3 d 4 h`, `2 min`, `41 s`: the two largest units at most.
  static func span(ms: Int64) -> String {
    let seconds = max(0, ms / 1000)
    let (minutes, hours, days) = (seconds / 60, seconds / 3600, seconds / 86_400)
    if days > 0 { return hours % 24 > 0 ? "\(days) d \(hours % 24) h" : "\(days) d" }
    if hours > 0 { return minutes % 60 > 0 ? "\(hours) h \(minutes % 60) min" : "\(hours) h" }
    return minutes > 0 ? "\(minutes) min" : "\(seconds) s"
  }

  /// `8 412`
  static func count(_ number: Int64) -> String {
    let digits = String(number.magnitude)
    let groups = stride(from: digits.count, to: 0, by: -3).map { digits.dropLast(digits.count - $0).suffix(3) }
    return (number < 0 ? "-" : "") + groups.reversed().joined(separator: " ")
  }

  /// `3.1 MiB`
  static func bytes(_ bytes: Int64) -> String {
    let units = ["B", "KiB", "MiB", "GiB"]
    var (value, unit) = (Double(bytes), 0)
    while value >= 1024, unit < units.count - 1 { (value, unit) = (value / 1024, unit + 1) }
    return unit == 0 ? "\(bytes) B" : String(format: "%.1f %@", value, units[unit])
  }

  /// The time of day, `14:03:10.114`.
  static func timeOfDay(_ date: Date = Date(), fraction: Bool = true) -> String {
    text(date, fraction ? "HH:mm:ss.SSS" : "HH:mm:ss")
  }

  /// The day, `2026-11-22`.
  static func day(_ date: Date) -> String { text(date, "yyyy-MM-dd") }

  /// The day and the time of day, `2026-11-22 14:03:10`.
  static func moment(_ date: Date) -> String { text(date, "yyyy-MM-dd HH:mm:ss") }

  private static func text(_ date: Date, _ format: String) -> String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.dateFormat = format
    return formatter.string(from: date)
  }
}
