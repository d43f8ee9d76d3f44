// SPDX-License-Identifier: Apache-2.0

import Foundation
import RouteModel

/// Numbers and times as people read and write them.
enum Quantity {
  /// A time as it is typed: `200ms`, `3s`.
  static func text(_ duration: Duration) -> String { TimeText.text(ms: Int64(duration / .milliseconds(1))) }

  /// `0.4 ms`, from ten seconds on `28.8 s`; what is shorter than that can tell is `<0.1 ms`, such as what the coordinator decides
  /// in one turn.
  static func ms(_ ms: Double) -> String {
    if ms >= 9999.95 { return "\(oneDecimal(ms / 1000)) s" }
    return ms < 0.05 ? "<0.1 ms" : "\(oneDecimal(ms)) ms"
  }

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
    return unit == 0 ? "\(bytes) B" : "\(oneDecimal(value)) \(units[unit])"
  }

  /// The time of day, `14:03:10.114`.
  static func timeOfDay(_ date: Date = Date(), fraction: Bool = true) -> String {
    let (time, ms) = local(date)
    let text = "\(two(time.tm_hour)):\(two(time.tm_min)):\(two(time.tm_sec))"
    return fraction ? text + "." + padded(ms, to: 3) : text
  }

  /// The day, `2026-11-22`.
  static func day(_ date: Date) -> String {
    let (time, _) = local(date)
    return "\(padded(Int64(time.tm_year) + 1900, to: 4))-\(two(time.tm_mon + 1))-\(two(time.tm_mday))"
  }

  /// The day and the time of day, `2026-11-22 14:03:10`.
  static func moment(_ date: Date) -> String { "\(day(date)) \(timeOfDay(date, fraction: false))" }

  /// A date on the clock on the wall here, and its milliseconds, the nearest. libc tells: to make one of Foundation's
  /// formatters takes longer than to answer a worker's ask.
  private static func local(_ date: Date) -> (tm, ms: Int64) {
    let ms = Int64((date.timeIntervalSince1970 * 1000).rounded())
    let fraction = ((ms % 1000) + 1000) % 1000
    var (seconds, local) = (time_t((ms - fraction) / 1000), tm())
    localtime_r(&seconds, &local)
    return (local, fraction)
  }

  private static func two(_ number: Int32) -> String { padded(Int64(number), to: 2) }

  /// With zeros before it.
  private static func padded(_ number: Int64, to width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  /// With one digit behind the point, as printf rounds.
  private static func oneDecimal(_ value: Double) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { text in
      let length = withVaList([value]) { vsnprintf(text.baseAddress, text.count, "%.1f", $0) }
      return String(decoding: text.prefix(Int(length)).lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }
}
