// SPDX-License-Identifier: Apache-2.0

import Testing
import ZeroMQ

@testable import CoordinatorService

/// Which connections have ended, where descriptors are used again.
@Suite struct MonitorNewsTests {
  private static func news(_ events: [(MonitorEvent.Kind, Int32)]) -> MonitorNews {
    var news = MonitorNews()
    for (kind, value) in events { news.note(kind, value) }
    return news
  }

  @Test("a number is free that the last connection with it has left, and each connection ends once")
  func numbersUsedAgain() {
    let news = Self.news([
      (.accepted, 7), (.disconnected, 5), (.accepted, 5), (.ready, 5), (.disconnected, 6), (.disconnected, 5),
      (.accepted, 5), (.disconnected, 7),
    ])
    #expect(news.ended == [5, 6, 5, 7])
    #expect(news.free == [6, 7])
    #expect(news.refused == 0)
  }

  @Test("a handshake that failed is counted, and ends no connection by itself")
  func refused() {
    // The value of these is an errno, or the descriptor of a listener.
    let news = Self.news([(.refused, 5), (.listening, 6), (.acceptFailed, 7), (.refused, 5)])
    #expect(news.refused == 2)
    #expect(news.ended == [] && news.free == [])
  }
}
