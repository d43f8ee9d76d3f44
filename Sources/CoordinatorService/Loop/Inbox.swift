// SPDX-License-Identifier: Apache-2.0

import Coordination
import DequeModule
import ZeroMQ

/// The inboxes of the two sockets that take messages.
struct Inboxes {
  let control = Inbox()
  let screens = Inbox()

  /// Whether nothing waits in any.
  var isEmpty: Bool { !control.hasNews && !screens.hasNews }

  subscript(door: Peer.Door) -> Inbox {
    switch door {
    case .control: control
    case .screens: screens
    }
  }
}

/// Messages that were received and wait for their turn: a turn is one message of each user.
///
/// A ROUTER takes messages from its connections in turn, so that a user with a thousand of them would get a thousand
/// messages in for one of another user. The order of one user's messages stays. A class, and its lines change where they are:
/// nothing is copied for a message.
final class Inbox {
  private var lines = Lines()
  /// What was read of messages that had their turn.
  private var events: Deque<Event> = []

  /// Whether no message waits to be read.
  var isEmpty: Bool { lines.isEmpty }

  /// Whether messages were read that the core has not been told.
  var hasEvents: Bool { !events.isEmpty }

  /// Whether anything waits.
  var hasNews: Bool { hasEvents || !isEmpty }

  /// Adds what was read of the next message.
  func add(_ event: Event) { events.append(event) }

  /// The oldest event that the core has not been told.
  func nextEvent() -> Event? { events.popFirst() }

  /// Adds a message behind those of its user.
  func add(_ message: Received) { lines.add(message) }

  /// The next message: the oldest of the user whose turn it is.
  func next() -> Received? { lines.next() }
}

/// The messages of each user in a line.
private struct Lines {
  /// By user; nil is everybody over tcp.
  private var lines: [UInt32?: Deque<Received>] = [:]
  /// The users whose messages wait, the one whose turn it is first.
  private var turns: Deque<UInt32?> = []

  var isEmpty: Bool { turns.isEmpty }

  mutating func add(_ message: Received) {
    let user = message.peer?.uid
    guard let line = lines.index(forKey: user) else {
      lines[user] = [message]
      return turns.append(user)
    }
    if lines.values[line].isEmpty { turns.append(user) }
    lines.values[line].append(message)
  }

  mutating func next() -> Received? {
    guard let user = turns.popFirst(), let line = lines.index(forKey: user) else { return nil }
    let message = lines.values[line].popFirst()
    if !lines.values[line].isEmpty {
      turns.append(user)
    } else if lines.count > Self.linesMax {
      lines.remove(at: line)
    }
    return message
  }

  /// So many lines are kept for the next message of their users.
  private static let linesMax = 16
}
