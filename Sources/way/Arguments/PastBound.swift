// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Coordination
import Foundation
import RouteModel
import Waykeeper

/// An end of the past that somebody wants to see: a revision, or a moment.
enum PastBound: Equatable {
  case revision(Revision)
  case moment(Date)

  /// The commits above, and what happened then or later.
  func begin(_ question: inout Inspect) {
    switch self {
    case .revision(let revision): question.since = revision
    case .moment(let date): question.past.from = date.micros
    }
  }

  /// Why nothing can lie between both; nil where something may.
  static func conflict(_ since: PastBound?, _ until: PastBound?) -> String? {
    switch (since, until) {
    case (.revision(let first), .revision(let last)) where first > last:
      "--since \(first) is above --until \(last): there is nothing between"
    case (.moment(let first), .moment(let last)) where first > last:
      "--since (\(Quantity.moment(first))) is later than --until (\(Quantity.moment(last))): a time of day is the last one that has "
        + "been; without --until all is told up to now"
    default: nil
    }
  }

  /// The commits up to there, and what happened then or earlier.
  func end(_ question: inout Inspect) {
    switch self {
    case .revision(let revision): question.past.until = revision
    case .moment(let date): question.past.to = date.micros
    }
  }
}

extension Date {
  /// In µs since 1970, as the journal counts.
  var micros: Int64 { Int64((timeIntervalSince1970 * 1_000_000).rounded()) }

  /// From µs since 1970.
  init(micros: Int64) { self.init(timeIntervalSince1970: Double(micros) / 1_000_000) }
}

extension Parse {
  /// A number is a revision; everything else is a moment.
  static func bound(_ text: String) throws -> PastBound {
    if let revision = spelledRevision(text) { return .revision(revision) }
    guard let date = MomentText(text)?.date(before: Date()) else {
      throw ValidationError(excess(of: text) ?? "'\(text)' is neither a revision nor \(MomentText.form)")
    }
    return .moment(date)
  }

  /// A moment that has been.
  static func moment(_ text: String) throws -> Date {
    guard let date = MomentText(text)?.date(before: Date()) else {
      throw ValidationError(excess(of: text) ?? "'\(text)' is not \(MomentText.form)")
    }
    guard date <= Date() else { throw ValidationError("\(Quantity.moment(date)) is yet to come") }
    return date
  }
}

extension MomentText {
  /// The moment, seen from `now`; nil where no clock of the zone ever shows it.
  ///
  /// - Parameter zone: Whose clock is meant; nil: that of libc, by which all times are told. Foundation takes some values of
  ///   `TZ` for another one.
  func date(before now: Date, in zone: TimeZone? = nil) -> Date? {
    switch self {
    case .ago(let ms): return now.addingTimeInterval(-Double(ms) / 1000)
    case .timeOfDay(let time):
      let clock = WallClock(zone)
      // A clock that is put forward leaves out some times of a day, so the last such time may be longer ago.
      for days in 0...7 {
        if let day = clock.day(days, before: now), let date = clock.date(day, time), date <= now { return date }
      }
      return nil
    case .dated(let day, let time, let zoneSeconds):
      let parts = DateComponents(year: day.year, month: day.month, day: day.day)
      guard let zoneSeconds else { return WallClock(zone).date(parts, time) }
      return TimeZone(secondsFromGMT: zoneSeconds).flatMap { WallClock($0).date(parts, time) }
    }
  }
}

/// The clock of a zone, or the one of libc.
private struct WallClock {
  private let calendar: Calendar?

  init(_ zone: TimeZone?) {
    var calendar = Calendar(identifier: .gregorian)
    if let zone { calendar.timeZone = zone }
    self.calendar = zone == nil ? nil : calendar
  }

  /// The day that this clock shows so many days before a moment.
  func day(_ days: Int, before now: Date) -> DateComponents? {
    if let calendar {
      let day = calendar.date(byAdding: .day, value: -days, to: now)
      return day.map { calendar.dateComponents([.year, .month, .day], from: $0) }
    }
    var (seconds, parts) = (time_t(now.timeIntervalSince1970), tm())
    localtime_r(&seconds, &parts)
    // At noon there is no clock that is put forward.
    (parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec, parts.tm_isdst) =
      (parts.tm_mday - Int32(days), 12, 0, 0, -1)
    guard mktime(&parts) != -1 else { return nil }
    return DateComponents(year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
  }

  /// The moment at which it shows this; nil where it never does, as 31 February, or an hour that is left out.
  func date(_ day: DateComponents, _ time: MomentText.Time) -> Date? {
    var parts = day
    (parts.hour, parts.minute, parts.second) = (time.hour, time.minute, time.ms / 1000)
    guard let date = calendar.map({ $0.date(from: parts) }) ?? Self.date(parts) else { return nil }
    let shown = calendar?.dateComponents([.year, .month, .day, .hour, .minute], from: date) ?? Self.parts(of: date)
    guard shown.day == day.day, shown.month == day.month, shown.hour == time.hour, shown.minute == time.minute else {
      return nil
    }
    return date.addingTimeInterval(Double(time.ms % 1000) / 1000)
  }

  private static func date(_ parts: DateComponents) -> Date? {
    var local = tm()
    (local.tm_year, local.tm_mon, local.tm_mday) = (
      Int32(clamping: (parts.year ?? 0) - 1900), Int32((parts.month ?? 1) - 1), Int32(parts.day ?? 1)
    )
    (local.tm_hour, local.tm_min, local.tm_sec) = (
      Int32(parts.hour ?? 0), Int32(parts.minute ?? 0), Int32(parts.second ?? 0)
    )
    local.tm_isdst = -1
    let seconds = mktime(&local)
    return seconds == -1 ? nil : Date(timeIntervalSince1970: Double(seconds))
  }

  private static func parts(of date: Date) -> DateComponents {
    var (seconds, local) = (time_t(date.timeIntervalSince1970), tm())
    localtime_r(&seconds, &local)
    return DateComponents(
      year: Int(local.tm_year) + 1900, month: Int(local.tm_mon) + 1, day: Int(local.tm_mday), hour: Int(local.tm_hour),
      minute: Int(local.tm_min))
  }
}
