// SPDX-License-Identifier: Apache-2.0

import Coordination
import Testing

@testable import CoordinatorService

/// How long connections are heard to which a send failed.
@Suite struct LastWordsTests {
  private let one = Connection(id: [1])
  private let two = Connection(id: [2])

  @Test("where more and more waits, a connection is heard for so many messages, or for a second")
  func heardForAWhile() {
    var words = LastWords()
    words.add(one, messages: 10, at: 100)
    words.add(one, messages: 20, at: 900_000)
    words.add(two, messages: 2000, at: 500_000)
    func heard(_ messages: UInt64, _ now: Int64) -> [Connection] {
      words.takeHeard(isDrained: false, messages: messages, at: now)
    }
    #expect(heard(4105, 900_000) == [])
    #expect(heard(4106, 900_000) == [one])
    #expect(heard(4106, 1_499_999) == [])
    #expect(heard(4106, 1_500_000) == [two])
    #expect(words.isEmpty)
  }

  @Test("where nothing waits any more, all were heard")
  func heardToTheEnd() {
    var words = LastWords()
    words.add(two, messages: 7, at: 3)
    words.add(one, messages: 7, at: 3)
    #expect(words.contains(one) && words.contains(two))
    let heard = words.takeHeard(isDrained: true, messages: 7, at: 3)
    #expect(heard == [one, two])
    #expect(words.isEmpty && !words.contains(one))
  }

  @Test("a connection with another session does not end for the failure of the one before")
  func forgotten() {
    var words = LastWords()
    words.add(one, messages: 0, at: 0)
    words.forget(one)
    let heard = words.takeHeard(isDrained: true, messages: 0, at: 0)
    #expect(heard == [])
  }
}
