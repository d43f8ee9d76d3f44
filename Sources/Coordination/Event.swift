// SPDX-License-Identifier: Apache-2.0

public import RouteModel

/// How a body is written.
public enum Encoding: String, Hashable, Sendable, CaseIterable {
  /// The one JSON.
  case json
  /// Protocol Buffers.
  case protobuf = "pb"
}

/// Where a message came from and how to answer it.
public struct Peer: Hashable, Sendable {
  /// The two sockets that take messages.
  public enum Door: Hashable, Sendable {
    /// Clients.
    case control
    /// Workers.
    case screens
  }

  /// By which socket.
  public var door: Door
  /// The envelope, to be echoed verbatim: the routing id first, then what a REQ put before its body.
  public var envelope: [[UInt8]]
  /// How it writes; it is answered in the same encoding.
  public var encoding: Encoding
  /// Its correlation, 16 octets, echoed in the answer.
  public var correlation: [UInt8]
  /// Its process id, 0 where the socket does not say.
  public var pid: Int32
  /// Its user id; nil where the socket does not say.
  public var uid: UInt32?
  /// The name of its program, empty where unknown.
  public var command: String

  /// Whether it is a REQ, which takes one answer to what it asked: its envelope ends with an empty frame.
  public var takesOneAnswer: Bool { envelope.last?.isEmpty == true }

  /// A peer.
  public init(
    door: Door, envelope: [[UInt8]], encoding: Encoding, correlation: [UInt8] = [], pid: Int32 = 0, uid: UInt32? = nil,
    command: String = ""
  ) {
    self.door = door
    self.envelope = envelope
    self.encoding = encoding
    self.correlation = correlation
    self.pid = pid
    self.uid = uid
    self.command = command
  }

  /// The connection it speaks on: a worker's session is tied to it.
  public var connection: Connection { Connection(routingID: envelope.first ?? []) }
}

/// A connection on the workers' socket.
public struct Connection: Hashable, Sendable, Comparable {
  /// The routing id that the socket gave it.
  public var routingID: [UInt8]

  /// The connection with this routing id.
  public init(routingID: [UInt8]) { self.routingID = routingID }

  /// Some fixed order.
  public static func < (a: Self, b: Self) -> Bool { a.routingID.lexicographicallyPrecedes(b.routingID) }
}

/// What can happen to the coordinator.
public enum Event: Hashable, Sendable {
  /// A message came.
  case received(Message, from: Peer, epoch: Epoch)
  /// Something came that is no message; counted by its code, and answered where an answer is due.
  case garbage(ProtocolError, from: Peer?)
  /// Somebody subscribed to this topic prefix.
  case subscribed(prefix: String)
  /// A worker's connection is over: its process ended, or a send to it failed. Told after its inbound was drained.
  case connectionLost(Connection)
  /// Nothing happened, but a deadline may have passed.
  case tick
  /// A transaction failed (`false`, with the mode `continue`) or works again (`true`).
  case journalWorks(Bool)
  /// The process was asked to end.
  case stop
}

/// What the coordinator wants done, in this order. Everything that a turn wants written is in one transaction before
/// anything of that turn leaves.
public enum Action: Hashable, Sendable {
  /// Write this into the turn's transaction.
  case record(JournalRecord)
  /// Answer a peer.
  case reply(Message, to: Peer)
  /// Send to a worker's session.
  case send(Message, to: Connection, encoding: Encoding)
  /// Tell observers of a scene, on its topics.
  case publish(Message, scene: SceneName)
  /// Answer a new subscription, on one topic only.
  case publishState(SceneState, encoding: Encoding)
  /// Tell all observers, on the keepalive topics.
  case publishKeepalive(Keepalive)
  /// Answer INSPECT status: this report, with what only the shell knows (observers, journal file, folders) added.
  case replyStatus(CoordinatorStatus, to: Peer)
  /// Answer INSPECT history from the journal.
  case replyHistory(Inspect, to: Peer)
  /// Watch the process behind a connection, and say when it ends.
  case watch(Connection, pid: Int32)
  /// Watch it no longer.
  case unwatch(Connection)
}
