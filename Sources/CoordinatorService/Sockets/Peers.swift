// SPDX-License-Identifier: Apache-2.0

import Coordination
import WireProtocol
import ZeroMQ

/// The peers that speak by connections. What a connection alone says of its peer is made once: the name of its program, which
/// the system is asked for, and the way back to it.
struct Peers {
  /// Connections that are remembered; then it begins anew, for clients come and go.
  private static let rememberedMax = 4096

  /// Shared, so that a look-up copies one reference.
  private final class Known: Sendable {
    /// The peer of messages with no more envelope than a routing id, and no correlation: most are so.
    let peer: Peer
    let encoding: Encoding

    init(_ peer: Peer, _ encoding: Encoding) { (self.peer, self.encoding) = (peer, encoding) }
  }

  /// By connection; of each socket, for a routing id names a connection of one.
  private var known: (control: [Connection: Known], screens: [Connection: Known]) = ([:], [:])
  /// The way back that was read last: often several answers of a turn go the same way.
  private var last = ReturnAddress(bytes: [])
  private var lastBytes: [UInt8] = []

  /// The sender of a message that came with this way back, the routing id first.
  mutating func peer(of received: Received, by door: Peer.Door, at address: ReturnAddress) -> Peer {
    switch door {
    case .control: Self.peer(of: received, by: door, at: address, &known.control)
    case .screens: Self.peer(of: received, by: door, at: address, &known.screens)
    }
  }

  private static func peer(
    of received: Received, by door: Peer.Door, at address: ReturnAddress, _ known: inout [Connection: Known]
  ) -> Peer {
    let connection = Connection(id: received.frames[0])
    let (pid, uid) = (received.peer?.pid ?? 0, received.peer?.uid)
    let isPlain = address.envelope.count == 1 && address.correlation.isEmpty
    if let known = known[connection], known.peer.isFrom(pid, uid) {
      if isPlain, known.encoding == address.encoding { return known.peer }
      return Peer(door, at: address, pid: pid, uid: uid, command: known.peer.command)
    }
    let command = Programs.name(of: pid)
    let plain = ReturnAddress(envelope: address.envelope.prefix(1), encoding: address.encoding)
    if known.count >= rememberedMax { known.removeAll(keepingCapacity: true) }
    known[connection] = Known(Peer(door, at: plain, pid: pid, uid: uid, command: command), address.encoding)
    return Peer(door, at: address, pid: pid, uid: uid, command: command)
  }

  /// The way back to a peer.
  mutating func address(of peer: Peer) -> ReturnAddress {
    if peer.returnAddress != lastBytes { (last, lastBytes) = (peer.address, peer.returnAddress) }
    return last
  }
}

extension Peer {
  fileprivate func isFrom(_ pid: Int32, _ uid: UInt32?) -> Bool { self.pid == pid && self.uid == uid }
}
