// SPDX-License-Identifier: Apache-2.0

/// The sender of a message, and the way back to it.
public struct Peer: Hashable, Sendable {
  /// The two sockets that take messages.
  public enum Door: Hashable, Sendable {
    /// Clients.
    case control
    /// Workers.
    case screens
  }

  /// The socket by which it speaks.
  public var door: Door
  /// The way back, as the shell understands it; the coordinator hands it on unread.
  public var returnAddress: [UInt8]
  /// The connection of a worker; nil for a client.
  public var connection: Connection?
  /// Whether it takes one answer to what it asked, and nothing later.
  public var takesOneAnswer: Bool
  /// Its process id, 0 where the socket does not say.
  public var pid: Int32
  /// Its user id; nil where the socket does not say.
  public var uid: UInt32?
  /// The name of its program, empty where unknown.
  public var command: String

  /// A peer: a worker has a connection, a client has none.
  public init(
    returnAddress: [UInt8], connection: Connection?, takesOneAnswer: Bool = false, pid: Int32 = 0,
    uid: UInt32? = nil, command: String = ""
  ) {
    door = connection == nil ? .control : .screens
    self.returnAddress = returnAddress
    self.connection = connection
    self.takesOneAnswer = takesOneAnswer
    self.pid = pid
    self.uid = uid
    self.command = command
  }
}

/// A connection on the workers' socket: a worker's session is tied to it. The coordinator compares it and hands it on.
public struct Connection: Hashable, Sendable, Comparable {
  /// What the shell calls it.
  public var id: [UInt8]

  /// The connection that the shell calls so.
  public init(id: [UInt8]) { self.id = id }

  /// Some fixed order.
  public static func < (a: Self, b: Self) -> Bool { a.id.lexicographicallyPrecedes(b.id) }
}

/// A channel that carries the same messages to observers in its own way. The coordinator hands it on unread.
public struct Channel: Hashable, Sendable {
  /// What the shell calls it.
  public var number: Int

  /// The channel that the shell calls so.
  public init(_ number: Int) { self.number = number }
}
