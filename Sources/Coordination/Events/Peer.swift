// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// The sender of a message, and the way back to it.
package struct Peer: Hashable, Sendable {
  /// The two sockets that take messages.
  package enum Door: Hashable, Sendable {
    /// Clients.
    case control
    /// Workers.
    case screens
  }

  /// The socket by which it speaks.
  package var door: Door
  /// The way back, as the shell understands it; the coordinator hands it on unread.
  package var returnAddress: [UInt8]
  /// The connection of a worker; nil for a client.
  package var connection: Connection?
  /// What tells a connection from others where the socket does not say whose it is; nil where ``uid`` does.
  package var origin: [UInt8]?
  /// Whether it takes one answer to what it asked, and nothing later.
  package var takesOneAnswer: Bool
  /// Its process id, 0 where the socket does not say.
  package var pid: Int32
  /// Its user id; nil where the socket does not say.
  package var uid: UInt32?
  /// The name of its program, empty where unknown.
  package var command: String

  /// A peer: a worker has a connection, a client has none.
  package init(
    returnAddress: [UInt8], connection: Connection?, origin: [UInt8]? = nil, takesOneAnswer: Bool = false,
    pid: Int32 = 0, uid: UInt32? = nil, command: String = ""
  ) {
    door = connection == nil ? .control : .screens
    self.returnAddress = returnAddress
    self.connection = connection
    self.origin = origin
    self.takesOneAnswer = takesOneAnswer
    self.pid = pid
    self.uid = uid
    self.command = command
  }
}

extension Peer {
  /// The user whose share it uses: a process's uid; over tcp, where no uid is known, each connection is a user of its own.
  package var user: User { uid.map(User.uid) ?? .address(origin ?? connection?.id ?? returnAddress) }
}

/// One who uses what the coordinator has a limited amount of. Shares are counted per user.
package enum User: Hashable, Sendable {
  /// All processes of a user of this machine.
  case uid(UInt32)
  /// One connection over tcp, by its address.
  case address([UInt8])

  /// For tables, in few steps.
  package func _rawHashValue(seed: Int) -> Int {
    switch self {
    case .uid(let uid): KeyHash.of(0, UInt64(uid), seed: seed)
    case .address(let address): KeyHash.of(address, seed: seed)
    }
  }
}

/// A connection on the workers' socket: a worker's session is tied to it. The coordinator compares it and hands it on.
package struct Connection: Hashable, Sendable, Comparable {
  /// What the shell calls it.
  package var id: [UInt8]

  /// The connection that the shell calls so.
  package init(id: [UInt8]) { self.id = id }

  /// For tables, in few steps.
  package func _rawHashValue(seed: Int) -> Int { KeyHash.of(id, seed: seed) }

  /// Some fixed order.
  package static func < (a: Self, b: Self) -> Bool { a.id.lexicographicallyPrecedes(b.id) }
}

/// A channel that carries the same messages to observers in its own way. The coordinator hands it on unread.
package struct Channel: Hashable, Sendable {
  /// What the shell calls it.
  package var number: Int

  /// The channel that the shell calls so.
  package init(_ number: Int) { self.number = number }
}
