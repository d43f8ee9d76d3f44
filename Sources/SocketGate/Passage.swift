// SPDX-License-Identifier: Apache-2.0

/// A connection that was let in, with what it uses. A class, so that libzmq's calls change it where it is: a table
/// would take a value out and put it back.
final class Passage {
  /// Tells it from those that had its descriptor before.
  let serial: UInt64
  /// The gate by which it came.
  let gate: Int
  /// Whose it is.
  let user: GateUser
  /// What its user takes in all.
  let use: GateState.Use
  /// Its process; 0 over tcp, and where it lies in another pid namespace.
  let pid: Int32
  /// When it came, in µs.
  let since: Int64
  var scanner: FrameScanner
  /// What it has sent and nobody has taken, in bytes.
  var unread = 0
  /// What was handed to libzmq for it and has not left, in bytes.
  var unsent = 0
  /// When something was sent, or could not be.
  var lastSend: Int64 = 0
  /// Whether the system took no more at the last send.
  var isBlocked = false
  /// Whether it has said anything.
  var hasSpoken = false
  /// Since when a message has been coming, in µs.
  var incompleteSince: Int64?
  var subscriptions: Set<[UInt8]> = []
  var subscribedOctets = 0
  /// Whether it is over, and libzmq is only to notice.
  var isEnding = false

  init(
    serial: UInt64, gate: Int, limits: GateLimits, user: GateUser, use: GateState.Use, pid: Int32, since: Int64
  ) {
    (self.serial, self.gate, self.user, self.use, self.pid, self.since) = (serial, gate, user, use, pid, since)
    scanner = FrameScanner(readsSubscriptions: limits.takesSubscriptions, readyMax: limits.readyMax)
  }

  /// Adds to what waits to be sent; less than nothing never waits.
  func addUnsent(_ bytes: Int) {
    let change = max(bytes, -unsent)
    unsent += change
    use.unsent += change
  }

  /// Adds to what it has sent and nobody has taken.
  func addUnread(_ bytes: Int) {
    let change = max(bytes, -unread)
    unread += change
    use.unread += change
  }
}

/// Whose a connection is.
package enum GateUser: Hashable, Sendable, Comparable {
  /// A user of this machine.
  case uid(UInt32)
  /// Anybody over tcp: nothing tells them apart.
  case tcp

  /// Users by number, then tcp.
  package static func < (one: Self, other: Self) -> Bool {
    switch (one, other) {
    case (.uid(let a), .uid(let b)): a < b
    case (.uid, .tcp): true
    case (.tcp, _): false
    }
  }
}

/// Names a connection: its descriptor, and a number that no other connection ever has.
package struct PassageID: Hashable, Sendable {
  let descriptor: Int32
  let serial: UInt64

  /// Some connection that has ended.
  package static let ended = PassageID(descriptor: -1, serial: 0)
}

/// What a user takes of the gates.
package struct GateShare: Hashable, Sendable {
  /// Whose it is.
  package var user: GateUser
  /// Connections of all gates.
  package var connections = 0
  /// Subscriptions of all its connections.
  package var subscriptions = 0
  /// What was sent and nobody has taken, in bytes.
  package var unread = 0
  /// What waits to be sent, in bytes.
  package var unsent = 0
}

/// What the gates have seen since the start.
package struct GateCounts: Hashable, Sendable {
  /// Connections that are open.
  package var connections = 0
  /// Connections that were not let in.
  package var refused: UInt64 = 0
  /// Connections that were ended because they went beyond a limit, or did what no peer may do.
  package var ended: UInt64 = 0

  /// Nothing yet.
  package init() {}
}
