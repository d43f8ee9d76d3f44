// SPDX-License-Identifier: Apache-2.0

import Foundation
import RouteModel
import Testing

@testable import way

@Suite("Moments that are typed") struct PastBoundTests {
  /// 2026-03-29 12:00:00 UTC: on that day clocks in Berlin went from 02:00 to 03:00.
  private static let now = Date(timeIntervalSince1970: 1_774_785_600)

  private static func seconds(_ text: String, zone: String = "Europe/Berlin") throws -> Double? {
    let zone = try #require(TimeZone(identifier: zone))
    return try #require(MomentText(text)).date(before: now, in: zone).map { $0.timeIntervalSince(now) }
  }

  @Test(
    "a time of day is the last such one, a date is of the zone, and a zone of its own counts",
    arguments: [
      ("5m", -300), ("10:31", -12_540), ("13:59:59.500", -0.5), ("14:00", 0), ("14:01", -82_740),
      ("2026-03-29T14:00", 0),
      ("2026-03-29T12:00Z", 0), ("2026-03-29T12:00+01:00", -3600), ("2026-03-29", -46_800),
      ("2026-03-30 00:00", 36_000),
    ] as [(String, Double)])
  func moments(text: String, seconds: Double) throws {
    #expect(try Self.seconds(text) == seconds)
  }

  @Test("a time that a clock leaves out is of the day before, and such a date is none")
  func leftOut() throws {
    #expect(try Self.seconds("02:30") == -34.5 * 3600)
    #expect(try Self.seconds("2026-03-29T02:30") == nil)
    #expect(try Self.seconds("2026-02-30") == nil)
  }

  @Test("a time that is told is read as the same moment", arguments: [1_774_785_600, 1_700_000_000, 951_827_696])
  func asTold(seconds: Double) throws {
    let moment = Date(timeIntervalSince1970: seconds)
    #expect(try #require(MomentText(Quantity.moment(moment))).date(before: Self.now) == moment)
    #expect(try #require(MomentText(Quantity.timeOfDay(moment, fraction: false))).date(before: moment) == moment)
  }

  @Test("a number is a revision, all else a moment") func bounds() throws {
    #expect(try Parse.bound("8412") == .revision(8412))
    #expect(try Parse.bound("2026") == .revision(2026))
    guard case .moment = try Parse.bound("5m") else {
      Issue.record("5m is a moment")
      return
    }
    #expect(throws: (any Error).self) { try Parse.bound("soon") }
    #expect(try Parse.bound("9223372036854775807") == .revision(9_223_372_036_854_775_807))
    #expect(throws: (any Error).self) { try Parse.bound("9223372036854775808") }
  }

  @Test("a day is told before its first line, and today is not")
  func days() {
    let palette = Palette(isColoured: false)
    var mark = DayMark(today: Self.now)
    let yesterday = Self.now.addingTimeInterval(-86_400)
    #expect(mark.line(before: Self.now, palette) == nil)
    #expect(mark.line(before: yesterday, palette)?.text == Quantity.day(yesterday))
    #expect(mark.line(before: yesterday, palette) == nil)
    #expect(mark.line(before: Self.now, palette)?.text == Quantity.day(Self.now))
  }

  @Test("a stretch that ends before it begins is told with both ends")
  func conflict() {
    let (early, late) = (Self.now, Self.now.addingTimeInterval(60))
    #expect(PastBound.conflict(.revision(7), .revision(3)) == "--since 7 is above --until 3: there is nothing between")
    let words = "--since (\(Quantity.moment(late))) is later than --until (\(Quantity.moment(early))): "
    #expect(PastBound.conflict(.moment(late), .moment(early))?.hasPrefix(words) == true)
    for (since, until) in [(PastBound.revision(3), PastBound.revision(3)), (.moment(early), .moment(late))] {
      #expect(PastBound.conflict(since, until) == nil && PastBound.conflict(since, nil) == nil)
    }
    #expect(PastBound.conflict(.revision(7), .moment(early)) == nil)
  }
}
