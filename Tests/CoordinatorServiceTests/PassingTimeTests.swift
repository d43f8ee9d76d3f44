// SPDX-License-Identifier: Apache-2.0

import Coordination
import Testing

@testable import CoordinatorService

@Suite("When the core is told that time has passed") struct PassingTimeTests {
  @Test(
    "Deadlines wait for what workers have said, at most for a second; what was left over waits for nobody",
    arguments: [
      (-1, true, false, nil), (0, true, false, .tick), (0, true, true, .tick), (-1, true, true, .goOn),
      (0, false, false, nil), (999_999, false, false, nil), (999_999, false, true, .goOn), (-1, false, true, .goOn),
      (1_000_000, false, false, .tick), (1_000_000, false, true, .tick),
    ] as [(Int64, Bool, Bool, Event?)])
  func event(late: Int64, isDrained: Bool, hasLeftOver: Bool, event: Event?) {
    #expect(ServiceLoop.event(lateMicroseconds: late, isDrained: isDrained, hasLeftOver: hasLeftOver) == event)
  }
}
