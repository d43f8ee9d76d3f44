// SPDX-License-Identifier: Apache-2.0

import Coordination
import WireProtocol

/// Who watches what, as the observers' socket tells it.
struct Subscriptions {
  /// A subscription message, understood.
  enum Change: Hashable {
    /// Somebody subscribed to this prefix, the first one or not.
    case subscribed(prefix: String)
    /// The last one who had subscribed to a prefix has left, or bytes that no topic begins with were subscribed to.
    case irrelevant
    /// No subscription message at all.
    case garbage
  }

  /// The process behind a connection.
  struct Observer: Hashable {
    var pid: Int32
    var command: String
  }

  /// Prefixes that are told apart; with more, everything counts as subscribed to.
  private static let prefixesMax = 4096

  private var prefixes: Set<[UInt8]> = []
  private var isOverfull = false
  private var observersByConnection: [Int32: Observer] = [:]

  /// Takes a message of the observers' socket: one frame, 1 (subscribed) or 0 (nobody is any more), then the prefix. A
  /// peer could send anything else; it is nobody's business.
  mutating func take(_ frames: [[UInt8]]) -> Change {
    guard frames.count == 1, let first = frames[0].first, first <= 1 else { return .garbage }
    let prefix = Array(frames[0].dropFirst())
    guard first == 1 else {
      prefixes.remove(prefix)
      return .irrelevant
    }
    guard let text = String(validating: prefix, as: UTF8.self) else { return .irrelevant }
    if prefixes.count >= Self.prefixesMax && !prefixes.contains(prefix) {
      isOverfull = true
    } else {
      prefixes.insert(prefix)
    }
    return .subscribed(prefix: text)
  }

  /// Whether somebody gets what is published on `topic`; what nobody gets is not encoded.
  func cover(_ topic: Topic) -> Bool {
    guard !isOverfull else { return true }
    let text = topic.text
    return prefixes.contains { text.utf8.starts(with: $0) }
  }

  /// A subscription came over this connection.
  mutating func note(_ observer: Observer, connection: Int32) { observersByConnection[connection] = observer }

  /// A connection is over.
  mutating func forget(connection: Int32) { observersByConnection[connection] = nil }

  /// The processes that have subscribed to something, each once, by pid.
  var observers: [Observer] {
    Set(observersByConnection.values).sorted { ($0.pid, $0.command) < ($1.pid, $1.command) }
  }
}
