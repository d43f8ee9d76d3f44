// SPDX-License-Identifier: Apache-2.0

import Coordination

/// Connections of sessions to which a send failed: they are over, but what came by them before counts first. Others may send
/// without end meanwhile, so a part of it is heard in each turn, and not for ever.
struct LastWords {
  /// More messages than a worker can have waiting.
  static let messagesMax = 4096
  /// How long a connection is heard, in µs.
  static let microsecondsMax: Int64 = 1_000_000

  private struct Failure {
    /// How many messages of all workers had been taken.
    var messages: UInt64
    /// When it was, in µs.
    var moment: Int64
  }

  private var failures: [Connection: Failure] = [:]

  /// Whether none waits for its end.
  var isEmpty: Bool { failures.isEmpty }

  /// Whether a connection waits for its end: it is sent nothing more, so that a session loses nothing in its midst.
  func contains(_ connection: Connection) -> Bool { !failures.isEmpty && failures[connection] != nil }

  /// A send to a connection failed, when so many messages of all workers had been taken.
  mutating func add(_ connection: Connection, messages: UInt64, at now: Int64) {
    if failures[connection] == nil { failures[connection] = Failure(messages: messages, moment: now) }
  }

  /// A session begins or ends on a connection: a failure before that means nothing any more.
  mutating func forget(_ connection: Connection) { failures[connection] = nil }

  /// Takes the connections that were heard to the end, or for long enough, in order.
  ///
  /// - Parameter isDrained: Whether nothing of any worker waits to be taken.
  mutating func takeHeard(isDrained: Bool, messages: UInt64, at now: Int64) -> [Connection] {
    let heard = failures.filter { _, failure in
      isDrained || messages - failure.messages >= UInt64(Self.messagesMax)
        || now - failure.moment >= Self.microsecondsMax
    }
    for connection in heard.keys { failures[connection] = nil }
    return heard.keys.sorted()
  }
}
