// SPDX-License-Identifier: Apache-2.0

import RouteModel
import Testing

@Suite("Moments")
struct MomentTextTests {
  private static func time(_ hour: Int, _ minute: Int, _ ms: Int = 0) -> MomentText.Time {
    var time = MomentText.Time()
    (time.hour, time.minute, time.ms) = (hour, minute, ms)
    return time
  }

  @Test("a time ago is written as every time") func ago() {
    #expect(MomentText("5m") == .ago(ms: 300_000))
    #expect(MomentText("90d") == .ago(ms: 90 * 86_400_000))
  }

  @Test(
    "a time of day has hours and minutes, and may have seconds",
    arguments: [
      ("10:31", time(10, 31)), ("9:05", time(9, 5)), ("23:59:59", time(23, 59, 59_000)),
      ("00:00:05.25", time(0, 0, 5_250)), ("00:00:05.123456", time(0, 0, 5_123)),
    ])
  func timesOfDay(text: String, time: MomentText.Time) {
    #expect(MomentText(text) == .timeOfDay(time))
  }

  @Test(
    "a date may have a time of day, and that a zone",
    arguments: [
      ("2026-11-22", time(0, 0), nil), ("2026-11-22T10:31", time(10, 31), nil), ("2026-11-22 10:31", time(10, 31), nil),
      ("2026-11-22T10:31Z", time(10, 31), 0), ("2026-11-22T10:31:05.5+01:00", time(10, 31, 5_500), 3600),
      ("2026-11-22T10:31-0330", time(10, 31), -12_600), ("2026-11-22T10:31+02", time(10, 31), 7200),
    ] as [(String, MomentText.Time, Int?)])
  func dates(text: String, time: MomentText.Time, zone: Int?) {
    guard case .dated(let day, time, zoneSeconds: zone) = MomentText(text) else {
      Issue.record("\(text) is \(String(describing: MomentText(text)))")
      return
    }
    #expect([day.year, day.month, day.day] == [2026, 11, 22])
  }

  @Test(
    "nothing else is a moment",
    arguments: [
      "", "now", "5", "8412", "24:00", "10:60", "10:5", "10:31:60", "10:31:05.", "10:31Z", ":31", "2026-11",
      "2026-13-01",
      "2026-11-32", "26-11-22", "1969-12-31", "2026-11-22T", "2026-11-22X10:31", "2026-11-22T10:31+1",
      "2026-11-22T10:31+0:100",
      "2026-11-22T10:31+01:0:0", "2026-11-22T10:31+15", "2026-11-22T10:31Zulu", "٣:00", "-5m", "@5",
      "2026-11-22T10:31:05.2500000000000000000000000000",
    ])
  func none(text: String) {
    #expect(MomentText(text) == nil)
  }
}
