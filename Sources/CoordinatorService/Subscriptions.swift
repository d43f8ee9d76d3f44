// SPDX-License-Identifier: Apache-2.0

import Coordination

/// What observers are subscribed to, so that nothing is encoded that nobody wants.
struct Subscriptions {
  private var prefixes: Set<String> = []

  /// What a message of the XPUB socket says.
  enum Change: Equatable {
    case subscribed(prefix: String)
    case unsubscribed
    /// Neither: an XSUB may send anything upstream.
    case garbage
  }

  /// Takes a message of the XPUB socket: one octet, 1 or 0, and the prefix. An unsubscription comes only when the last
  /// subscriber of the prefix is gone, a subscription each time.
  mutating func take(_ frames: [[UInt8]]) -> Change {
    guard frames.count == 1, let first = frames[0].first, first <= 1,
      let prefix = String(validating: frames[0].dropFirst(), as: UTF8.self), prefix.utf8.count <= 245
    else { return .garbage }
    guard first == 1 else {
      prefixes.remove(prefix)
      return .unsubscribed
    }
    prefixes.insert(prefix)
    return .subscribed(prefix: prefix)
  }

  /// Whether somebody gets what is published on this topic.
  func wants(_ topic: Topic) -> Bool { prefixes.contains { topic.isCovered(by: $0) } }
}
