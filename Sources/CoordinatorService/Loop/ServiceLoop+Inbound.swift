// SPDX-License-Identifier: Apache-2.0

import Coordination
import Logging
import SocketGate
import WireProtocol
import ZeroMQ

/// What comes in becomes events.
extension ServiceLoop {
  /// Tells the core, and keeps what it wants done for the end of the turn.
  mutating func feed(_ event: Event) { coordinator.handle(event, at: clock.now, addingTo: &actions) }

  /// Takes up to `max` messages by one door, as long as they do not hold up the others for too long; users take turns.
  mutating func receive(by door: Peer.Door, max: Int, forMicroseconds time: Int64 = ServiceLoop.doorMicroseconds) {
    let inbox = inboxes[door]
    // Each time, so that what others have sent meanwhile is among what takes turns.
    fill(inbox, of: door)
    var start = MonotonicClock.nowMicroseconds()
    let end = start + time
    for _ in 0..<max where start < end {
      if inbox.isEmpty { fill(inbox, of: door) }
      guard let received = inbox.next() else {
        gates.keeper.drained(gate: Gates.Gate(door).rawValue)
        return
      }
      gates.took(received, by: Gates.Gate(door))
      metrics?.count(receivedBytes: received.octets)
      take(received, by: door)
      start = watch(received, since: start)
      // What is large to answer is answered before more of it comes; last words are heard to the end.
      if hasHeavyAnswer, time <= Self.doorMicroseconds { break }
    }
    if door == .screens { screensAreDrained = false }
  }

  /// Measures a message that was taken in. Returns the time.
  private mutating func watch(_ received: Received, since start: Int64) -> Int64 {
    let now = MonotonicClock.nowMicroseconds()
    guard now - start >= TurnWatch.worthMicroseconds else { return now }
    let pid = received.peer?.pid ?? 0
    let name = received.frames.first.map { programs.name(of: pid, routingID: $0) }
    let header = (try? Envelope.split(received.frames).message)?.first.flatMap { Header($0) }
    turnWatch.note(
      header?.word ?? "no message", of: ReceivedPeer(pid: pid, uid: received.peer?.uid, program: name ?? ""),
      microseconds: now - start)
    return now
  }

  /// Whether something that this turn answers takes long to write.
  private var hasHeavyAnswer: Bool {
    switch actions.last {
    case .reply(.snapshot, _), .reply(.report, _), .replyHistory, .replyStatus: true
    default: false
    }
  }

  /// More than this are left in the socket for the next time.
  private static let inboxMax = 1024

  private func fill(_ inbox: Inbox, of door: Peer.Door) {
    let end = MonotonicClock.nowMicroseconds() + Self.doorMicroseconds / 2
    do {
      for _ in 0..<Self.inboxMax where MonotonicClock.nowMicroseconds() < end {
        guard let received = try doors.receive(by: door) else { return }
        inbox.add(received)
      }
    } catch {
      logger.error("a socket cannot be read", metadata: ["error": "\(error)"])
    }
  }

  private mutating func take(_ received: Received, by door: Peer.Door) {
    guard !received.hasTooManyFrames else {
      let count = received.frames.count + received.droppedFrames
      drop(ProtocolError(.malformed, "a message of \(count) frames"), received)
      return
    }
    let envelope: ArraySlice<[UInt8]>
    let message: ArraySlice<[UInt8]>
    do {
      (envelope, message) = try Envelope.split(received.frames)
    } catch {
      return drop(error.error, received)
    }
    switch WireCodec.decode(frames: message, atCoordinator: true) {
    case .success(let inbound):
      let peer = peer(
        received, door, envelope, encoding: inbound.encoding, correlation: inbound.correlation)
      feed(.received(inbound.message, from: peer, epoch: inbound.epoch))
    case .failure(let fault):
      guard let encoding = fault.encoding, let correlation = fault.correlation else {
        return drop(fault.error, received)
      }
      log(fault.error, received)
      let peer = peer(received, door, envelope, encoding: encoding, correlation: correlation)
      feed(.garbage(fault.error, from: peer))
    }
  }

  /// Counts what cannot be answered.
  private mutating func drop(_ error: ProtocolError, _ received: Received) {
    log(error, received)
    feed(.garbage(error, from: nil))
  }

  /// The message of the error quotes the sender's text, which may be a secret: the sender alone is told.
  private func log(_ error: ProtocolError, _ received: Received) {
    logger.debug(
      "what came is no message",
      metadata: ["code": "\(error.code)", "pid": "\(received.peer.map { "\($0.pid)" } ?? "unknown")"])
  }

  private mutating func peer(
    _ received: Received, _ door: Peer.Door, _ envelope: ArraySlice<[UInt8]>, encoding: Encoding, correlation: [UInt8]
  ) -> Peer {
    let process = received.peer
    let pid = process?.pid ?? 0
    return Peer(
      door, at: ReturnAddress(envelope: envelope, encoding: encoding, correlation: correlation), pid: pid,
      uid: process?.uid, command: pid == 0 ? "" : programs.name(of: pid, routingID: received.frames[0]))
  }

  /// Receives what the observers' socket has to tell. Unread it would grow without limit.
  mutating func receiveSubscriptions() {
    let scenes = coordinator.sceneNames
    let now = MonotonicClock.nowMicroseconds()
    let end = now + Self.doorMicroseconds
    for _ in 0..<1024 where MonotonicClock.nowMicroseconds() < end {
      guard let received = try? doors.updates.receive(asksPeer: true) else {
        gates.keeper.drained(gate: Gates.Gate.updates.rawValue)
        return
      }
      gates.took(received, by: .updates)
      switch subscriptions.take(received.frames) {
      case .subscribed(let prefix):
        if let connection = received.connection {
          let pid = received.peer?.pid ?? 0
          // Looked up once for each connection: it costs more than all the rest.
          if subscriptions.observer(of: connection)?.pid != pid {
            subscriptions.note(.init(pid: pid, command: Programs.name(of: pid)), connection: connection)
          }
        }
        // Without a connection, all such peers share one account.
        let connection = received.connection ?? -1
        for event in stateDebts.answer(prefix, of: connection, among: scenes, at: now) { feed(event) }
      case .irrelevant: break
      case .garbage: tallies.strangeSubscriptions += 1
      }
    }
  }

  /// Answers subscriptions that were repeated too soon.
  mutating func payStateDebts() {
    guard stateDebts.next != nil else { return }
    for event in stateDebts.pay(among: coordinator.sceneNames, at: MonotonicClock.nowMicroseconds()) { feed(event) }
  }
}
