// SPDX-License-Identifier: Apache-2.0

import DequeModule

/// Room at the transport. What does not find any has not left: it is no copy under way, and leaves in the order of its correlation,
/// which is that of submission, before anything that comes later.
extension ClientSession {
  /// Whether there is room for one message; else the one with this correlation waits for it.
  mutating func takesRoom(for correlation: Correlation) -> Bool {
    guard room == 0 else {
      room -= 1
      return true
    }
    held.insertInOrder(correlation)
    return false
  }

  /// What has ended waits for nothing.
  mutating func letGo(_ correlation: Correlation) { held.removeInOrder(correlation) }

  mutating func sendHeld(at now: Instant) -> [Action] {
    var actions: [Action] = []
    while room > 0, let correlation = held.popFirst() {
      if let index = index(of: correlation) {
        actions += transmit(index, at: now)
      } else if let index = questions.index(of: correlation) {
        actions += transmitQuestion(index, correlation)
      }
    }
    return actions
  }
}

/// Growing correlations, each at most once.
extension Deque<Correlation> {
  mutating func insertInOrder(_ correlation: Correlation) {
    let index = position(of: correlation)
    if index == endIndex || self[index] != correlation { insert(correlation, at: index) }
  }

  mutating func removeInOrder(_ correlation: Correlation) {
    let index = position(of: correlation)
    if index < endIndex, self[index] == correlation { remove(at: index) }
  }

  /// Where this one lies, or would.
  private func position(of correlation: Correlation) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if self[middle] < correlation { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
