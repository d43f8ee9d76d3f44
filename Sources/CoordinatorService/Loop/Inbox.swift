// SPDX-License-Identifier: Apache-2.0

import ZeroMQ

/// Messages that were received and wait for their turn: a turn is one message of each user.
///
/// A ROUTER takes messages from its connections in turn, so that a user with a thousand of them would get a thousand
/// messages in for one of another user. The order of one user's messages stays.
struct Inbox {
  private struct Line {
    var messages: [Received] = []
    var next = 0

    var isEmpty: Bool { next == messages.count }

    mutating func take() -> Received {
      let message = messages[next]
      next += 1
      // What was taken is let go of at the latest when it is half of all.
      if next == messages.count || next > 32 && next * 2 > messages.count {
        messages.removeFirst(next)
        next = 0
      }
      return message
    }
  }

  /// By user; nil is everybody over tcp.
  private var lines: [UInt32?: Line] = [:]
  /// The users whose messages wait, the one whose turn it is first.
  private var turns: [UInt32?] = []

  /// Whether nothing waits.
  var isEmpty: Bool { turns.isEmpty }

  /// Adds a message behind those of its user.
  mutating func add(_ message: Received) {
    let user = message.peer?.uid
    if lines[user] == nil { turns.append(user) }
    lines[user, default: Line()].messages.append(message)
  }

  /// The next message: the oldest of the user whose turn it is.
  mutating func next() -> Received? {
    guard !turns.isEmpty else { return nil }
    let user = turns.removeFirst()
    guard let message = lines[user]?.take() else { return nil }
    if lines[user]?.isEmpty == true {
      lines[user] = nil
    } else {
      turns.append(user)
    }
    return message
  }
}
