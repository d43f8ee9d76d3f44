// SPDX-License-Identifier: Apache-2.0

import Coordination
import Logging
import WireProtocol
import ZeroMQ

/// What comes in becomes events.
extension ServiceLoop {
  /// Tells the core, and keeps what it wants done for the end of the turn.
  func feed(_ event: Event) { actions += coordinator.handle(event, at: .now) }

  /// Receives up to `max` messages by one door.
  func receive(by door: Peer.Door, max: Int) {
    for _ in 0..<max {
      do {
        guard let received = try doors.receive(by: door) else { return }
        take(received, by: door)
      } catch {
        logger.error("a socket cannot be read", metadata: ["error": "\(error)"])
        return
      }
    }
    if door == .screens { screensAreDrained = false }
  }

  private func take(_ received: Received, by door: Peer.Door) {
    guard !received.hasTooManyFrames else {
      let count = received.frames.count + received.droppedFrames
      feed(.garbage(ProtocolError(.malformed, "a message of \(count) frames"), from: nil))
      return
    }
    let envelope: [[UInt8]]
    let message: [[UInt8]]
    do {
      (envelope, message) = try Envelope.split(received.frames)
    } catch {
      feed(.garbage(error.error, from: nil))
      return
    }
    switch WireCodec.decode(frames: message) {
    case .success(let inbound):
      let peer = peer(
        received, door, envelope, encoding: inbound.encoding, correlation: inbound.correlation)
      feed(.received(inbound.message, from: peer, epoch: inbound.epoch))
    case .failure(let fault):
      logger.debug("what came is no message", metadata: ["error": "\(fault.error.message)"])
      guard let encoding = fault.encoding, let correlation = fault.correlation else {
        feed(.garbage(fault.error, from: nil))
        return
      }
      let peer = peer(received, door, envelope, encoding: encoding, correlation: correlation)
      feed(.garbage(fault.error, from: peer))
    }
  }

  private func peer(
    _ received: Received, _ door: Peer.Door, _ envelope: [[UInt8]], encoding: Encoding, correlation: [UInt8]
  ) -> Peer {
    let process = received.peer
    let pid = process?.pid ?? 0
    return Peer(
      door, at: ReturnAddress(envelope: envelope, encoding: encoding, correlation: correlation), pid: pid,
      uid: process?.uid, command: pid == 0 ? "" : programs.name(of: pid, routingID: envelope[0]))
  }

  /// Receives what the observers' socket has to tell. Unread it would grow without limit.
  func receiveSubscriptions() {
    for _ in 0..<1024 {
      guard let received = try? doors.updates.receive(asksPeer: true) else { return }
      switch subscriptions.take(received.frames) {
      case .subscribed(let prefix):
        if let connection = received.connection {
          let pid = received.peer?.pid ?? 0
          subscriptions.note(.init(pid: pid, command: Programs.name(of: pid)), connection: connection)
        }
        for event in Event.subscriptions(to: prefix, among: coordinator.sceneNames) { feed(event) }
      case .irrelevant: break
      case .garbage: tallies.strangeSubscriptions += 1
      }
    }
  }
}
