// SPDX-License-Identifier: Apache-2.0

import ZeroMQ

/// Messages that were received and wait for their turn: a turn is one message of each user.
///
/// A ROUTER takes messages from its connections in turn, so that a user with a thousand of them would get a thousand
/// messages in for one of another user. The order of one user's messages stays. Classes, for each message changes an inbox and
/// a line in their dictionaries.
final class Inbox {
  private final class Line {
    var messages: [Received] = []
    var next = 0

    var isEmpty: Bool { next == messages.count }

    func take() -> Received {
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
  func add(_ message: Received) {
    let user = message.peer?.uid
    let line = lines[user] ?? Line()
    if line.isEmpty { turns.append(user) }
    line.messages.append(message)
    lines[user] = line
  }

  /// The next message: the oldest of the user whose turn it is.
  func next() -> Received? {
    guard !turns.isEmpty else { return nil }
    let user = turns.removeFirst()
    guard let line = lines[user] else { return nil }
    let message = line.take()
    if !line.isEmpty {
      turns.append(user)
    } else if lines.count > Self.linesMax {
      lines[user] = nil
    }
    return message
  }

  /// So many lines are kept for the next message of their users.
  private static let linesMax = 16
}
