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
  ///
  /// - Returns: Whether none waits any more.
  @discardableResult
  mutating func receive(by door: Peer.Door, max: Int) -> Bool {
    // Out of its place: the loop's own functions take it, which would be a second access to the loop.
    var inbox = inboxes.take(door)
    defer { inboxes.put(inbox, as: door) }
    // Each time, so that what others have sent meanwhile is among what takes turns.
    fill(&inbox, of: door)
    var start = MonotonicClock.nowMicroseconds()
    let end = start + Self.doorMicroseconds
    for _ in 0..<max where start < end {
      if !inbox.hasEvents { readMessages(of: &inbox, door) }
      guard let event = inbox.nextEvent() else {
        gates.keeper.drained(gate: Gates.Socket(door).rawValue)
        return true
      }
      if door == .screens { screensTaken += 1 }
      coordinator.handle(event, at: clock.instant(at: start), addingTo: &actions)
      start = watch(event, since: start)
      // What is large to answer is answered before more of it comes.
      if hasHeavyAnswer { break }
    }
    if door == .screens { screensAreDrained = false }
    return false
  }

  /// So many messages are read at once, and none behind so many bytes: what does the same many times in a row does it faster.
  private static let (readAtOnce, readBytesAtOnce) = (32, 64 * 1024)

  /// Reads the next messages of an inbox, which become events.
  private mutating func readMessages(of inbox: inout Inbox, _ door: Peer.Door) {
    if inbox.isEmpty { fill(&inbox, of: door) }
    var bytes = 0
    for _ in 0..<Self.readAtOnce where bytes < Self.readBytesAtOnce {
      guard let received = inbox.next() else { return }
      gates.took(received, by: Gates.Socket(door))
      metrics?.count(receivedBytes: received.octets)
      bytes += received.octets
      inbox.add(event(of: received, by: door))
      inbox.reuse(received)
    }
  }

  /// Measures an event that the core was told; the first of those that were read at once has the time of reading, too. Returns
  /// the time.
  private mutating func watch(_ event: Event, since start: Int64) -> Int64 {
    let now = MonotonicClock.nowMicroseconds()
    turnWatch.note(event.kind, of: ReceivedPeer(event.peer), microseconds: now - start)
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
  /// So many are received between two looks at the clock.
  private static let receivedPerLook = 16

  private func fill(_ inbox: inout Inbox, of door: Peer.Door) {
    let end = MonotonicClock.nowMicroseconds() + Self.doorMicroseconds / 2
    do {
      for count in 1...Self.inboxMax {
        if count % Self.receivedPerLook == 0, MonotonicClock.nowMicroseconds() >= end { return }
        var received = inbox.takeUsed()
        guard try doors.receive(by: door, into: &received) else { return inbox.reuse(received) }
        inbox.add(received)
      }
    } catch {
      logger.error("a socket cannot be read", metadata: ["error": "\(error)"])
    }
  }

  /// What a message that was received tells the core.
  private mutating func event(of received: Received, by door: Peer.Door) -> Event {
    guard !received.hasTooManyFrames else {
      let count = received.frames.count + received.droppedFrames
      return garbage(ProtocolError(.malformed, "a message of \(count) frames"), received, from: nil)
    }
    guard let routingID = received.frames.first, routingID.count == Gates.routingIDSize else {
      let error = ProtocolError(.malformed, "a message under a routing id that libzmq did not give")
      return garbage(error, received, from: nil)
    }
    let envelope: ArraySlice<[UInt8]>
    let message: ArraySlice<[UInt8]>
    do {
      (envelope, message) = try Envelope.split(received.frames)
    } catch {
      return garbage(error.error, received, from: nil)
    }
    switch WireCodec.decode(frames: message, atCoordinator: true) {
    case .success(let inbound):
      let address = ReturnAddress(
        envelope: envelope, encoding: inbound.encoding, correlation: inbound.correlation)
      let peer = peers.peer(of: received, by: door, at: address)
      if case .hello = inbound.message, let connection = peer.connection {
        workerConnections.noteGreeting(by: received.connection, on: connection)
      }
      return .received(inbound.message, from: peer)
    case .failure(let fault):
      guard let answer = fault.answer else { return garbage(fault.error, received, from: nil) }
      let address = ReturnAddress(envelope: envelope, encoding: answer.encoding, correlation: answer.correlation)
      let peer = peers.peer(of: received, by: door, at: address)
      if fault.isMalformedRegistration {
        let process = WorkerProcess(pid: peer.pid, command: peer.command)
        notices.write(.malformed(process), at: MonotonicClock.nowMicroseconds())
      }
      return garbage(fault.error, received, from: peer)
    }
  }

  private func garbage(_ error: ProtocolError, _ received: Received, from peer: Peer?) -> Event {
    log(error, received)
    return .garbage(error, from: peer)
  }

  /// The message of the error quotes the sender's text, which may be a secret: the sender alone is told.
  private func log(_ error: ProtocolError, _ received: Received) {
    logger.debug(
      "what came is no message",
      metadata: ["code": "\(error.code)", "pid": "\(received.peer.map { "\($0.pid)" } ?? "unknown")"])
  }

  /// Receives what the observers' socket has to tell. Unread it would grow without limit.
  mutating func receiveSubscriptions() {
    let scenes = coordinator.sceneNames
    let now = MonotonicClock.nowMicroseconds()
    let end = now + Self.doorMicroseconds
    for _ in 0..<1024 where MonotonicClock.nowMicroseconds() < end {
      guard let received = try? doors.updates.receive(asksPeer: true) else {
        gates.keeper.drained(gate: Gates.Socket.updates.rawValue)
        return
      }
      let isSubscriber = gates.took(received, by: .updates)
      switch subscriptions.take(received.frames) {
      // Its end was told before this was read, and nobody would forget it any more.
      case .subscribed where !isSubscriber: break
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

extension Event {
  /// What came, for people.
  fileprivate var kind: String {
    if case .received(let message, from: _) = self { "\(message.kind)" } else { "no message" }
  }

  /// Who sent it; nil where nobody can be told.
  fileprivate var peer: Peer? {
    switch self {
    case .received(_, from: let peer): peer
    case .garbage(_, from: let peer): peer
    default: nil
    }
  }
}
