// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import ZeroMQ

extension TemporaryFolder {
  func endpoint(_ name: String = "s") throws -> Endpoint { try .ipc(file(name)) }
}

extension Socket {
  /// The next message, waited for.
  borrowing func next(asksPeer: Bool = false) throws -> Received {
    var poller = Poller()
    let token = poller.watch(self)
    let end = MonotonicClock.nowMicroseconds() + Int64(patienceMs) * 1000
    while MonotonicClock.nowMicroseconds() < end {
      if let received = try receive(asksPeer: asksPeer) { return received }
      _ = try poller.wait(ms: 100)
    }
    poller.ignore(token)
    throw Overdue("a message on a \(kind.rawValue)")
  }

  /// The next monitor event of this kind, waited for; others are dropped.
  borrowing func nextEvent(_ kind: MonitorEvent.Kind) throws -> MonitorEvent {
    var poller = Poller()
    _ = poller.watchMonitor(of: self)
    let end = MonotonicClock.nowMicroseconds() + Int64(patienceMs) * 1000
    while MonotonicClock.nowMicroseconds() < end {
      while let event = try receiveMonitorEvent() { if event.kind == kind { return event } }
      _ = try poller.wait(ms: 100)
    }
    throw Overdue("monitor event \(kind)")
  }

  /// Sends as soon as there is somebody to send to.
  borrowing func sendPatiently(_ frames: [[UInt8]]) throws {
    try eventually("a send") { try send(frames) == .sent }
  }
}

func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

/// A DEALER without libzmq, byte by byte (ZMTP 3.0, NULL): it says what it is told to and reads no message.
final class DeafPeer: Sendable {
  private let descriptor: Int32

  /// Connects to `endpoint` and sends one message for each of `bodies`, of up to 255 bytes.
  init(_ endpoint: Endpoint, bodies: [[UInt8]]) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: endpoint.address.utf8) }
    let connected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(connected == 0)
    let signature: [UInt8] = [0xFF] + [UInt8](repeating: 0, count: 8) + [0x7F, 3, 0]
    let mechanism = bytes("NULL") + [UInt8](repeating: 0, count: 16 + 32)
    let ready = [5] + bytes("READY") + [11] + bytes("Socket-Type") + [0, 0, 0, 6] + bytes("DEALER")
    try say(signature + mechanism + [4, UInt8(ready.count)] + ready)
    // A message before the other side's own READY would be taken for a command: 64 bytes of greeting, then the command.
    var heard = [UInt8](repeating: 0, count: 66)
    try #require(recv(descriptor, &heard, 66, Int32(MSG_WAITALL)) == 66)
    try #require(recv(descriptor, &heard, Int(heard[65]), Int32(MSG_WAITALL)) > 0)
    for body in bodies { try say([0, UInt8(body.count)] + body) }
  }

  private func say(_ bytes: [UInt8]) throws {
    try #require(send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count)
  }

  deinit { close(descriptor) }
}
