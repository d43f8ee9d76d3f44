// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import WireProtocol
import ZeroMQ

/// From sockets to events.
extension CoordinatorService {
  /// Messages that a turn takes from the workers' socket at most.
  private static let screensMax = 256
  /// Messages that a turn takes from the clients' socket at most.
  private static let controlMax = 64
  /// Subscriptions that a turn takes at most.
  private static let updatesMax = 256

  /// Takes in what came, in the order that the protocol wants.
  func takeIn(_ ready: Set<Poller.Token>, _ watches: Watches) throws {
    let dead = peers.watched.filter { ready.contains($0.value.token) }.keys.sorted()
    let isDisconnected = try watches.monitor.map { ready.contains($0) } == true && hasDisconnection()
    if ready.contains(watches.waker) { stopSwitch.waker.reset() }
    var isDrained = true
    if ready.contains(watches.screens) || !dead.isEmpty || isDisconnected {
      // A death counts only after what the dead one had still said.
      isDrained = try drain(.screens, limit: dead.isEmpty ? Self.screensMax : .max)
    }
    for link in dead { feed(.linkLost(link)) }
    if isDisconnected { sweep() }
    if ready.contains(watches.control) { isDrained = try drain(.control, limit: Self.controlMax) && isDrained }
    if ready.contains(watches.updates) { try drainSubscriptions() }
    if isDrained, let due = coordinator.nextDeadline, due.microseconds <= now { feed(.tick) }
  }

  func feed(_ event: Event) { turn += coordinator.handle(event, at: Instant(microseconds: now)) }

  /// Takes messages until none is left (true) or the limit is reached.
  private func drain(_ door: Peer.Door, limit: Int) throws -> Bool {
    var count = 0
    while count < limit {
      let received =
        switch door {
        case .control: try doors.control.receive(asksPeer: true)
        case .screens: try doors.screens.receive(asksPeer: true)
        }
      guard let received else { return true }
      take(received, at: door)
      count += 1
    }
    return false
  }

  private func take(_ received: Received, at door: Peer.Door) {
    let routingID = received.frames.first ?? []
    var peer = Peer(
      door: door, envelope: [routingID], encoding: .json, pid: received.peer?.pid ?? 0, uid: received.peer?.uid,
      command: peers.command(of: received.peer, on: routingID))
    guard !received.hasTooManyFrames else {
      let count = received.frames.count + received.droppedFrames
      feed(.garbage(ProtocolError(.malformed, "a message of \(count) frames; at most 10 are taken"), from: nil))
      return
    }
    do throws(WireFault) {
      let (envelope, frames) = try Envelope.split(received.frames)
      peer.envelope = envelope
      switch WireCodec.decode(frames: frames) {
      case .success(let inbound):
        peer.encoding = inbound.encoding
        peer.correlation = inbound.correlation
        feed(.received(inbound.message, from: peer, epoch: inbound.epoch))
      case .failure(let fault): feed(fault, from: peer)
      }
    } catch {
      feed(error, from: peer)
    }
  }

  private func feed(_ fault: WireFault, from peer: Peer) {
    guard fault.isAnswerable else {
      feed(.garbage(fault.error, from: nil))
      return
    }
    var peer = peer
    peer.encoding = fault.encoding ?? .json
    peer.correlation = fault.correlation ?? []
    feed(.garbage(fault.error, from: peer))
  }

  private func drainSubscriptions() throws {
    for _ in 0..<Self.updatesMax {
      guard let received = try doors.updates.receive(asksPeer: true) else { return }
      switch subscriptions.take(received.frames) {
      case .subscribed(let prefix):
        peers.noteObserver(received.peer)
        feed(.subscribed(prefix: prefix))
      case .unsubscribed: break
      case .garbage: feed(.garbage(ProtocolError(.malformed, "no subscription"), from: nil))
      }
    }
  }

  /// Empties the monitor and says whether a connection of a worker ended.
  private func hasDisconnection() throws -> Bool {
    var found = false
    while let event = try doors.screens.receiveMonitorEvent() {
      if event.kind == .disconnected { found = true }
    }
    return found
  }

  /// A disconnection does not say whose it was: whoever cannot be reached is the one.
  private func sweep() {
    for session in coordinator.liveLinks {
      turn.append(.send(.ping, to: session.link, encoding: session.encoding))
    }
  }
}
