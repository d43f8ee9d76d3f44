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
}

extension Parse {
  /// A number is a revision; everything else is a moment.
  static func bound(_ text: String) throws -> PastBound {
    if let revision = Revision(text) { return .revision(revision) }
    guard let date = MomentText(text)?.date(before: Date(), in: .current) else {
      throw ValidationError("'\(text)' is neither a revision nor \(MomentText.form)")
    }
    return .moment(date)
  }

  /// A moment that has been.
  static func moment(_ text: String) throws -> Date {
    guard let date = MomentText(text)?.date(before: Date(), in: .current) else {
      throw ValidationError("'\(text)' is not \(MomentText.form)")
    }
    guard date <= Date() else { throw ValidationError("\(Quantity.moment(date)) is yet to come") }
    return date
  }
}

extension MomentText {
  /// The moment, seen from `now`; nil where no clock of the zone ever shows it.
  func date(before now: Date, in zone: TimeZone) -> Date? {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    switch self {
    case .ago(let ms): return now.addingTimeInterval(-Double(ms) / 1000)
    case .timeOfDay(let time):
      // A clock that is put forward leaves out some times of a day, so the last such time may be longer ago.
      for days in 0...7 {
        guard let day = calendar.date(byAdding: .day, value: -days, to: now) else { continue }
        let parts = calendar.dateComponents([.year, .month, .day], from: day)
        if let date = time.date(on: parts, calendar), date <= now { return date }
      }
      return nil
    case .dated(let day, let time, let zoneSeconds):
      if let zoneSeconds {
        guard let zone = TimeZone(secondsFromGMT: zoneSeconds) else { return nil }
        calendar.timeZone = zone
      }
      return time.date(on: DateComponents(year: day.year, month: day.month, day: day.day), calendar)
    }
  }
}

extension MomentText.Time {
  fileprivate func date(on day: DateComponents, _ calendar: Calendar) -> Date? {
    var parts = day
    (parts.hour, parts.minute, parts.second) = (hour, minute, ms / 1000)
    guard let date = calendar.date(from: parts) else { return nil }
    // A calendar takes 31 February for a day in March.
    let shown = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: date)
    guard shown.day == day.day, shown.month == day.month, shown.hour == hour, shown.minute == minute else { return nil }
    return date.addingTimeInterval(Double(ms % 1000) / 1000)
  }
}
