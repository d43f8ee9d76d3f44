// SPDX-License-Identifier: Apache-2.0

import Coordination
import SimulatedDay
import Testing
import TestTraits

@Suite("Hours of navigations", .offPool) struct HourTests {
  @Test("A coordinator holds after an hour what it held after the time that outcomes are remembered")
  func hour() {
    var day = SimulatedDay(intervalMs: 1000, acknowledges: false)
    // Outcomes are remembered for ten minutes.
    #expect(day.navigate(660) == 660)
    let window = day.held()
    #expect(window.outcomes >= 600 && window.outcomeBytes > 0)
    for _ in 0..<5 {
      #expect(day.navigate(588) == 588)
      let held = day.held()
      // Half of the commands show, half hide: which half is one more in the window depends on the moment.
      #expect(abs(held.outcomes - window.outcomes) <= 1)
      #expect(abs(held.outcomeBytes - window.outcomeBytes) <= window.outcomeBytes / 100)
      #expect((held.waiting, held.scenes, held.workers) == (0, window.scenes, window.workers))
    }
    #expect(day.navigations == 3600)
  }

  @Test("What a client acknowledges is not remembered")
  func acknowledged() {
    var day = SimulatedDay(intervalMs: 1000, acknowledges: true)
    #expect(day.navigate(300) == 300)
    #expect(day.held().outcomes <= 2)
  }
}
