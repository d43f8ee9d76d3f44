// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@Suite("A wait that asks again and again", .timeLimit(.minutes(20)))
struct EventuallyTests {
  @Test("returns the wanted answer; where it does not come, it says which came last")
  func answers() async throws {
    var asked = 0
    let third = try await eventually("the third") { () -> Int in
      asked += 1
      return asked
    } until: {
      $0 == 3
    }
    #expect(third == 3 && asked == 3)
    let overdue = await #expect(throws: Overdue.self) {
      try await eventually("the fourth", within: .zero) { () -> Int in
        3
      } until: { (answer: Int) in
        answer == 4
      }
    }
    #expect(overdue?.what == "the fourth" && overdue?.heard == ["3"])
  }

  @Test("leaves the processor to what it waits for between the questions")
  func pauses() async throws {
    let begun = ContinuousClock.now
    var asked = 0
    try await eventually("a tenth of a second") { () -> Duration in
      asked += 1
      return ContinuousClock.now - begun
    } until: {
      $0 >= .milliseconds(100)
    }
    #expect(asked <= 12)
  }
}
