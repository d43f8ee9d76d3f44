// SPDX-License-Identifier: Apache-2.0

/// Moments of the past as people write them: a time ago in the form of ``TimeText``, a time of day, a date, or both.
///
/// What it takes to find the moment (the clock, the zone of the machine) is the caller's.
package enum MomentText: Hashable, Sendable {
  /// How a moment looks, for errors and help.
  package static let form = "a time such as 5m (ago), 10:31, 2026-11-22T10:31 or 2026-11-22T10:31:05+01:00"

  /// So many ms ago.
  case ago(ms: Int64)
  /// The last time that clocks showed this.
  case timeOfDay(Time)
  /// When calendars and clocks showed this, in a zone so many seconds before Greenwich's, or in the machine's own.
  case dated(Day, Time, zoneSeconds: Int?)

  /// A time of day.
  package struct Time: Hashable, Sendable {
    /// From 0 to 23.
    package var hour = 0
    /// From 0 to 59.
    package var minute = 0
    /// In ms, below 60 000.
    package var ms = 0

    /// Midnight.
    package init() {}
  }

  /// A day of the calendar; it need not be one that every month has.
  package struct Day: Hashable, Sendable {
    /// From 1970 to 9999.
    package var year: Int
    /// From 1 to 12.
    package var month: Int
    /// From 1 to 31.
    package var day: Int
  }

  /// The moment that `text` says; nil where it says none.
  package init?(_ text: String) {
    if let ms = TimeText.milliseconds(text) {
      self = .ago(ms: ms)
      return
    }
    guard text.utf8.count <= Self.bytesMax else { return nil }
    if let time = Time(text) {
      self = .timeOfDay(time)
      return
    }
    guard let day = Day(text.prefix(Day.length)) else { return nil }
    let rest = text.dropFirst(Day.length)
    guard let separator = rest.first else {
      self = .dated(day, Time(), zoneSeconds: nil)
      return
    }
    guard separator == "T" || separator == " " else { return nil }
    let clock = rest.dropFirst()
    let (time, zone) = Self.split(clock)
    guard let time = Time(time) else { return nil }
    guard let zone else {
      self = .dated(day, time, zoneSeconds: nil)
      return
    }
    guard let seconds = Self.zoneSeconds(zone) else { return nil }
    self = .dated(day, time, zoneSeconds: seconds)
  }

  /// No moment is longer: `2026-11-22T10:31:05.250000000+01:00`.
  private static let bytesMax = 40

  /// A time of day, and the zone behind it.
  private static func split(_ clock: Substring) -> (time: Substring, zone: Substring?) {
    guard let start = clock.firstIndex(where: { "Zz+-".contains($0) }) else { return (clock, nil) }
    return (clock[..<start], clock[start...])
  }

  /// `Z`, `+01:00`, `+0100` or `+01`.
  private static func zoneSeconds(_ text: Substring) -> Int? {
    guard text != "Z", text != "z" else { return 0 }
    let digits = text.dropFirst().filter { $0 != ":" }
    let isWhole = text.dropFirst(3).first == ":" ? text.count == 6 : text.count == 1 + digits.count
    guard isWhole, digits.count == 2 || digits.count == 4, digits.allSatisfy(\.isDigit),
      let hours = Int(digits.prefix(2)), let minutes = Int(digits.count == 4 ? digits.suffix(2) : "0"), hours <= 14,
      minutes < 60
    else { return nil }
    return (text.first == "-" ? -1 : 1) * (hours * 3600 + minutes * 60)
  }
}

extension MomentText.Time {
  /// `10:31`, `10:31:05` or `10:31:05.250`.
  fileprivate init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3, (1...2).contains(parts[0].count), parts[1].count == 2,
      parts.prefix(2).allSatisfy({ $0.allSatisfy(\.isDigit) }), let hour = Int(parts[0]), let minute = Int(parts[1]),
      hour < 24, minute < 60
    else { return nil }
    (self.hour, self.minute) = (hour, minute)
    guard parts.count == 3 else { return }
    let seconds = parts[2].split(separator: ".", omittingEmptySubsequences: false)
    guard seconds.count <= 2, seconds[0].count == 2, seconds.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isDigit) }),
      let whole = Int(seconds[0]), whole < 60
    else { return nil }
    let fraction = seconds.count == 2 ? (seconds[1] + "00").prefix(3) : "0"
    ms = whole * 1000 + (Int(fraction) ?? 0)
  }
}

extension MomentText.Day {
  /// The characters of `2026-11-22`.
  fileprivate static let length = 10

  fileprivate init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.count) == [4, 2, 2], parts.allSatisfy({ $0.allSatisfy(\.isDigit) }), let year = Int(parts[0]),
      let month = Int(parts[1]), let day = Int(parts[2]), year >= 1970, (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }
}

extension Character {
  /// One of `0` to `9`.
  fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}
