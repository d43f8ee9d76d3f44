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
  private struct Line {
    /// Whose messages they are; nil for everybody over tcp.
    let user: UInt32?
    var messages: Deque<Received> = []
  }

  /// First those with messages, the one whose turn it is before the others; then empty ones, for the next message of their users.
  /// A machine has few users, so a look along them is shorter than one into a table.
  private var lines: Deque<Line> = []
  /// How many have messages.
  private var turns = 0

  var isEmpty: Bool { turns == 0 }

  mutating func add(_ message: Received) {
    let user = message.peer?.uid
    var index = lines.firstIndex { $0.user == user } ?? lines.endIndex
    if index == lines.endIndex { lines.append(Line(user: user)) }
    if index >= turns {
      lines.swapAt(index, turns)
      index = turns
      turns += 1
    }
    lines[index].messages.append(message)
  }

  mutating func next() -> Received? {
    guard turns > 0, let message = lines[0].messages.popFirst() else { return nil }
    let isOver = lines[0].messages.isEmpty
    guard turns > 1 || isOver else { return message }
    let line = lines.removeFirst()
    guard isOver else {
      lines.insert(line, at: turns - 1)
      return message
    }
    turns -= 1
    if lines.count < Self.linesMax { lines.insert(line, at: turns) }
    return message
  }

  /// So many lines are kept for the next message of their users.
  private static let linesMax = 16
}
