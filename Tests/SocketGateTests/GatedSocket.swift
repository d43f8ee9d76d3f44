// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import ZeroMQ

@testable import SocketGate

/// A bound libzmq socket behind a gate.
struct GatedSocket: ~Copyable {
  let keeper: Gatekeeper
  let socket: Socket
  let path: String

  init(
    _ kind: Socket.Kind, in folder: TemporaryFolder, _ limits: GateLimits,
    now: @escaping @Sendable () -> Int64 = MonotonicClock.nowMicroseconds
  ) throws {
    let keeper = Gatekeeper([limits], now: now)
    let path = folder.file("s")
    let listener = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
    defer { close(listener) }
    let bound = withAddress(path) { bind(listener, $0, $1) }
    try #require(bound == 0 && listen(listener, 64) == 0)
    var options: SocketOptions = kind == .xpub ? .updates : .controlRouter
    // A test's thread that writes octet by octet may wait for a processor meanwhile.
    options.handshakeMs = 60_000
    let socket = try Socket(kind, in: Context(), options: options)
    try socket.bind(.ipc(path), listeningOn: listener) { keeper.watch($0, gate: 0) }
    self.keeper = keeper
    self.path = path
    self.socket = consume socket
  }

  /// The next message, waited for; it counts as taken.
  func next() throws -> Received {
    var poller = Poller()
    _ = poller.watch(socket)
    var found = try socket.receive(asksPeer: true)
    for _ in 0..<patienceMs / 100 where found == nil {
      _ = try poller.wait(ms: 100)
      found = try socket.receive(asksPeer: true)
    }
    guard let received = found else { throw Overdue("a message") }
    let own = socket.kind == .router ? 1 : 0
    if let connection = received.connection {
      let octets = received.frames.dropFirst(own).reduce(0) { $0 + $1.count }
      _ = keeper.took(frames: received.frames.count - own, octets: octets, of: connection)
    }
    return received
  }
}

func withAddress(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
  return withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
  }
}

/// A peer without libzmq, octet by octet.
final class OctetPeer {
  private let descriptor: Int32

  /// Connects; with a type it greets as one and waits until the other side has.
  init(_ path: String, as type: String? = "DEALER") throws {
    descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    let descriptor = descriptor
    let connected = withAddress(path) { connect(descriptor, $0, $1) }
    try #require(connected == 0)
    guard let type else { return }
    let mechanism = Array("NULL".utf8) + [UInt8](repeating: 0, count: 16 + 32)
    let ready =
      [5] + Array("READY".utf8) + [11] + Array("Socket-Type".utf8) + [0, 0, 0, UInt8(type.utf8.count)]
      + Array(type.utf8)
    say([0xFF] + [UInt8](repeating: 0, count: 8) + [0x7F, 3, 0] + mechanism + [4, UInt8(ready.count)] + ready)
    hearGreeting()
  }

  /// Waits until the other side has greeted. Before that libzmq takes no message, also behind a READY.
  func hearGreeting() {
    var heard = [UInt8](repeating: 0, count: 300)
    guard recv(descriptor, &heard, 66, Int32(MSG_WAITALL)) == 66 else { return }
    _ = recv(descriptor, &heard, Int(heard[65]), Int32(MSG_WAITALL))
  }

  deinit { close(descriptor) }

  /// Sends octets as they are; whether the connection took them.
  @discardableResult
  func say(_ octets: [UInt8]) -> Bool {
    octets.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) == $0.count }
  }

  /// Sends a short frame.
  @discardableResult
  func frame(_ body: [UInt8], more: Bool = false, command: Bool = false) -> Bool {
    say([(more ? 1 : 0) | (command ? 4 : 0), UInt8(body.count)] + body)
  }

  /// Whether the other side has ended the connection.
  var isOver: Bool {
    var octet: UInt8 = 0
    let count = recv(descriptor, &octet, 1, Int32(MSG_DONTWAIT | MSG_PEEK))
    return count == 0 || count < 0 && errno != EAGAIN
  }
}
