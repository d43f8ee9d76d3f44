// SPDX-License-Identifier: Apache-2.0

import RouteModel
import Testing

@Suite("Times")
struct TimeTextTests {
  @Test(
    "times are a whole number and a unit",
    arguments: [
      ("0ms", 0), ("500ms", 500), ("3s", 3000), ("10m", 600_000), ("12h", 43_200_000), ("90d", 7_776_000_000),
      ("36500d", 3_153_600_000_000),
    ] as [(String, Int64)])
  func times(text: String, ms: Int64) {
    #expect(TimeText.milliseconds(text) == ms)
    #expect(TimeText.text(ms: ms) == text)
  }

  @Test("a time is written in the largest unit that leaves no rest", arguments: [(90_000, "90s"), (120_000, "2m")])
  func largestUnit(ms: Int64, text: String) {
    #expect(TimeText.text(ms: ms) == text)
  }

  @Test(
    "nothing else is a time",
    arguments: [
      "", "5", "s", "-1s", "1.5s", "1 s", "1S", "1min", "36501d", "99999999999999999999d", "9223372036854775807d", "٣s",
    ])
  func none(text: String) {
    #expect(TimeText.milliseconds(text) == nil)
  }
}
