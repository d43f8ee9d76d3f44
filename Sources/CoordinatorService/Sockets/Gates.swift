// SPDX-License-Identifier: Apache-2.0

import Coordination
import SocketGate
import WireProtocol
import ZeroMQ

/// The gatekeeper of the three sockets, and which connection each routing id stands for.
struct Gates {
  /// What an observer may leave unread before its connection is ended, in bytes. Observers share what waits for them.
  private static let observerUnsentMax = 16 << 20
  /// Subscriptions of an observer that wait to be read, in bytes.
  private static let subscriptionsUnreadMax = 256 << 10

  /// The sockets by the number of their gate.
  enum Socket: Int, CaseIterable {
    case control, screens, updates

    init(_ door: Peer.Door) {
      self =
        switch door {
        case .control: .control
        case .screens: .screens
        }
    }
  }

  /// Connections that were not let in, that were ended beyond a limit, and that were ended for what no peer may do.
  struct News {
    let refused: UInt64
    let ended: UInt64
    let offenders: GateOffenders
  }

  /// The octets of a routing id, which libzmq gives. One that a peer has set all the same has any length, and is kept nowhere.
  static let routingIDSize = 5

  let keeper: Gatekeeper
  /// The connections that each socket lets in.
  let connectionsMax: Int
  /// Connections that are remembered; then those that have ended are forgotten.
  private static let rememberedMax = 4096
  /// Of each socket: a routing id names a connection of one socket.
  private var named = [NamedPassages](repeating: NamedPassages(), count: Socket.allCases.count)
  private var told = GateCounts()

  /// The connections of a socket by routing id.
  private struct NamedPassages {
    private var passages: [[UInt8]: PassageID] = [:]
    /// The one that was noted or found last: often several messages of a turn go the same way.
    private var last: (routingID: [UInt8], id: PassageID)?

    mutating func note(_ id: PassageID, as routingID: [UInt8]) {
      if let last, last.id == id, last.routingID == routingID { return }
      guard routingID.count == Gates.routingIDSize else { return }
      if passages.count >= Gates.rememberedMax { passages.removeAll(keepingCapacity: true) }
      passages[routingID] = id
      last = (routingID, id)
    }

    /// The connection that a routing id stands for; nil where none is known.
    mutating func passage(of routingID: [UInt8]) -> PassageID? {
      if let last, last.routingID == routingID { return last.id }
      guard let id = passages[routingID] else { return nil }
      last = (routingID, id)
      return id
    }
  }

  /// Gates that let so many connections in, each.
  init(connectionsMax: Int) {
    self.connectionsMax = connectionsMax
    let limits = Socket.allCases.map { Self.limits(of: $0, connectionsMax: connectionsMax) }
    keeper = Gatekeeper(limits, now: MonotonicClock.nowMicroseconds)
  }

  /// What is let in at a socket.
  static func limits(of socket: Socket, connectionsMax: Int) -> GateLimits {
    var limits = GateLimits()
    limits.connectionsMax = connectionsMax
    guard socket == .updates else { return limits }
    limits.takesSubscriptions = true
    limits.framesMax = 1
    limits.unreadMax = subscriptionsUnreadMax
    limits.unsentMax = observerUnsentMax
    limits.readyMax = Int(SocketOptions.updates.frameBytesMax)
    return limits
  }

  /// A message was taken from a socket.
  ///
  /// - Returns: Of the observers' socket, whether its connection is there and subscribes to something, as far as can be told.
  @discardableResult
  mutating func took(_ received: Received, by socket: Socket) -> Bool {
    guard let descriptor = received.connection else { return true }
    let count = received.frames.count + received.droppedFrames
    // A connection over tcp can be there before its listener is watched: it is answered, and not weighed.
    let isWatched = Gatekeeper.isEffective && received.peer?.uid != nil
    guard socket != .updates, let routingID = received.frames.first else {
      let id = keeper.took(frames: count, octets: received.octets, of: descriptor)
      return id.map(keeper.isSubscriber) ?? !isWatched
    }
    // The ROUTER's own frame came over no wire.
    let taken = keeper.took(frames: count - 1, octets: received.octets - routingID.count, of: descriptor)
    guard let id = taken ?? (isWatched ? .ended : nil) else { return true }
    named[socket.rawValue].note(id, as: routingID)
    return true
  }

  /// Sends frames, the first of which is a routing id, unless too much waits for this peer.
  mutating func send(_ frames: OutgoingFrames, by door: Peer.Door, of doors: Doors) throws(ZeroMQError) -> Delivery {
    guard let routingID = frames.envelope.first, let id = named[Socket(door).rawValue].passage(of: routingID) else {
      return try doors.send(frames, by: door)
    }
    let size = frames.wireSize - Gatekeeper.wireSize(of: routingID)
    guard keeper.mayHand(size, to: id) else { return .full }
    let delivery = try doors.send(frames, by: door)
    if delivery != .sent { keeper.tookBack(size, of: id) }
    return delivery
  }

  /// Whether an answer for a connection that has no session, and this routing id, is of no use.
  mutating func isDeaf(_ routingID: [UInt8]?, by door: Peer.Door) -> Bool {
    guard let routingID, let id = named[Socket(door).rawValue].passage(of: routingID) else { return false }
    return keeper.isDeaf(id)
  }

  /// Whether something that a worker has sent, or its end, is not known yet.
  mutating func isUnheard(_ connection: Connection) -> Bool {
    named[Socket.screens.rawValue].passage(of: connection.id).map(keeper.isUnheard) ?? false
  }

  /// What happened at the gates since the last call.
  mutating func news() -> News? {
    let (counts, offenders) = keeper.takeOffenders()
    defer { told = counts }
    let news = News(
      refused: counts.refused - told.refused, ended: counts.ended - told.ended - offenders.total, offenders: offenders)
    return news.refused + news.ended + offenders.total > 0 ? news : nil
  }
}

extension OutgoingFrames {
  /// Its size on the wire, in bytes.
  var wireSize: Int { Gatekeeper.wireSize(envelope) + Gatekeeper.wireSize(of: header) + Gatekeeper.wireSize(of: body) }
}
