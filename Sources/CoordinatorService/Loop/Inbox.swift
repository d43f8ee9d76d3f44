// SPDX-License-Identifier: Apache-2.0

import Coordination
import DequeModule
import ZeroMQ

/// The inboxes of the two sockets that take messages.
struct Inboxes {
  private(set) var control = Inbox()
  private(set) var screens = Inbox()

  /// Whether nothing waits in any.
  var isEmpty: Bool { !control.hasNews && !screens.hasNews }

  /// Takes an inbox out of its place, where an empty one is until it is put back.
  mutating func take(_ door: Peer.Door) -> Inbox {
    var inbox = Inbox()
    exchange(door, &inbox)
    return inbox
  }

  /// Puts an inbox back.
  mutating func put(_ inbox: Inbox, as door: Peer.Door) {
    var inbox = inbox
    exchange(door, &inbox)
  }

  private mutating func exchange(_ door: Peer.Door, _ inbox: inout Inbox) {
    switch door {
    case .control: swap(&control, &inbox)
    case .screens: swap(&screens, &inbox)
    }
  }
}

/// Messages that were received and wait for their turn: a turn is one message of each user.
///
/// A ROUTER takes messages from its connections in turn, so that a user with a thousand of them would get a thousand
/// messages in for one of another user. The order of one user's messages stays.
struct Inbox {
  private var lines = Lines()
  /// What was read of messages that had their turn.
  private var events: Deque<Event> = []
  /// Messages that were read: the next ones take their memory.
  private var used: [Received] = []
  /// So many of them are kept, and none of more bytes.
  private static let (usedMax, usedBytesMax) = (64, 4096)

  /// Whether no message waits to be read.
  var isEmpty: Bool { lines.isEmpty }

  /// Whether messages were read that the core has not been told.
  var hasEvents: Bool { !events.isEmpty }

  /// Whether anything waits.
  var hasNews: Bool { hasEvents || !isEmpty }

  /// Adds what was read of the next message.
  mutating func add(_ event: Event) { events.append(event) }

  /// The oldest event that the core has not been told.
  mutating func nextEvent() -> Event? { events.popFirst() }

  /// Adds a message behind those of its user.
  mutating func add(_ message: Received) { lines.add(message) }

  /// The next message: the oldest of the user whose turn it is.
  mutating func next() -> Received? { lines.next() }

  /// Keeps the memory of a message that was read, for one of the next.
  mutating func reuse(_ message: consuming Received) {
    if used.count < Self.usedMax, message.octets <= Self.usedBytesMax { used.append(message) }
  }

  /// A message that was read, or an empty one, to be received into.
  mutating func takeUsed() -> Received { used.popLast() ?? Received(frames: []) }
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
