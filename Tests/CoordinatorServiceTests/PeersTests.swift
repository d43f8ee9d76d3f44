// SPDX-License-Identifier: Apache-2.0

import Coordination
import Glibc
import Testing
import WireProtocol
import ZeroMQ

@testable import CoordinatorService

/// What the shell says of a sender.
@Suite struct PeersTests {
  private static let routingID: [UInt8] = [0, 1, 2, 3, 4]

  private static func message(pid: Int32 = getpid(), uid: UInt32 = 7) -> Received {
    Received(frames: [routingID, [1], [2]], peer: PeerAddress(uid: uid, gid: 0, pid: pid))
  }

  private static func address(_ encoding: Encoding = .protobuf, correlation: [UInt8] = []) -> ReturnAddress {
    ReturnAddress(envelope: [routingID], encoding: encoding, correlation: correlation)
  }

  @Test(
    "each message has its own way back, whatever came before on its connection",
    arguments: [
      address(), address(.json), address(correlation: [UInt8](1...16)),
      ReturnAddress(envelope: [routingID, []], encoding: .protobuf),
    ])
  func wayBack(_ address: ReturnAddress) {
    var peers = Peers()
    for before in [Self.address(), Self.address(.json)] {
      let (first, second) = (
        peers.peer(of: Self.message(), by: .control, at: before),
        peers.peer(of: Self.message(), by: .control, at: address)
      )
      #expect(peers.address(of: first) == before && peers.address(of: second) == address)
      #expect(peers.address(of: second) == address && peers.address(of: first) == before)
      #expect(second == Peer(.control, at: address, pid: getpid(), uid: 7, command: Programs.name(of: getpid())))
    }
  }

  @Test("a connection that another process has now, or another socket, is another peer")
  func otherProcess() {
    var peers = Peers()
    let own = peers.peer(of: Self.message(), by: .screens, at: Self.address())
    #expect(own.pid == getpid() && own.connection == Connection(id: Self.routingID) && !own.command.isEmpty)
    let parent = peers.peer(of: Self.message(pid: getppid()), by: .screens, at: Self.address())
    #expect(parent.pid == getppid() && parent.command == Programs.name(of: getppid()))
    #expect(peers.peer(of: Self.message(uid: 8), by: .screens, at: Self.address()).uid == 8)
    for _ in 0..<2 {
      let client = peers.peer(of: Self.message(), by: .control, at: Self.address())
      #expect(client.door == .control && client.connection == nil)
      #expect(peers.peer(of: Self.message(), by: .screens, at: Self.address()) == own)
    }
    let remote = peers.peer(of: Received(frames: [Self.routingID, [1], [2]]), by: .control, at: Self.address())
    #expect(remote.pid == 0 && remote.uid == nil && remote.command.isEmpty)
  }

  @Test("over tcp each connection is one user, whatever it sends, and by both sockets")
  func remoteUsers() {
    var peers = Peers()
    for door in [Peer.Door.control, .screens] {
      for address in [Self.address(), Self.address(.json), Self.address(correlation: [UInt8](1...16))] {
        let remote = peers.peer(of: Received(frames: [Self.routingID, [1], [2]]), by: door, at: address)
        #expect(remote.user == .address(Self.routingID))
      }
      #expect(peers.peer(of: Self.message(), by: door, at: Self.address()).user == .uid(7))
    }
  }

  @Test("more connections than are remembered")
  func manyConnections() {
    var peers = Peers()
    for number in 0..<5000 as Range<UInt32> {
      let id = withUnsafeBytes(of: number.bigEndian) { [UInt8]($0) }
      let address = ReturnAddress(envelope: [id], encoding: .json)
      let received = Received(frames: [id, [1], [2]], peer: PeerAddress(uid: number, gid: 0, pid: 0))
      for _ in 0..<2 {
        let peer = peers.peer(of: received, by: .control, at: address)
        #expect(peer.uid == number && peers.address(of: peer) == address)
      }
    }
  }
}
