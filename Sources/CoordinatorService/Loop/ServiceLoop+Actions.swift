// SPDX-License-Identifier: Apache-2.0

import Coordination
import Logging
import SocketGate
import WireProtocol
import ZeroMQ

/// What the core wants done is done.
extension ServiceLoop {
  /// Writes what the turn decided, then sends it; and once more, where sending showed that somebody has gone. Who is found gone
  /// then waits for the next turn: else one who sends and leaves could keep this one going without end.
  mutating func finishTurn() throws(ServiceError) {
    var hasEndedFailed = false
    repeat {
      // The two lists change places, so that neither grows anew in each turn.
      swap(&actions, &performed)
      switch try record(performed.records) {
      case .recorded:
        perform(performed)
      case .lost(let isNew):
        if isNew { noteLostJournal() }
        coordinator.disown(performed.records.compactMap(\.decided))
        perform(performed.withoutDurability)
      }
      performed.removeAll(keepingCapacity: true)
      if !hasEndedFailed { endFailedConnections() }
      hasEndedFailed = true
    } while !actions.isEmpty
    // A turn that was out of the ordinary gives its memory back.
    if performed.capacity > Self.actionsKept { performed = [] }
    if actions.capacity > Self.actionsKept { actions = [] }
  }

  private static let actionsKept = 4096

  /// Writes records, and measures how long it takes where somebody may read that.
  private mutating func record(_ records: [JournalRecord]) throws(ServiceError) -> Recorder.Verdict {
    guard let metrics, records.contains(where: \.isWrittenAtOnce) else { return try recorder.record(records) }
    let start = MonotonicClock.nowMicroseconds()
    defer { metrics.recordTransaction(microseconds: MonotonicClock.nowMicroseconds() - start) }
    return try recorder.record(records)
  }

  /// Does what is wanted, socket by socket, so that who reads from one finds all that the turn sends there. Workers hear before
  /// observers, and observers before clients, as each transition wants it.
  private mutating func perform(_ actions: [Action]) {
    // Where they lie: a loop over the elements would copy each.
    let actions = actions.span
    for socket in [Gates.Socket.screens, .updates, .control] {
      answerBegan = MonotonicClock.nowMicroseconds()
      for index in actions.indices where actions[index].socket == socket { perform(actions[index]) }
    }
  }

  private mutating func perform(_ action: Action) {
    switch action {
    case .record: break
    case .reply(let message, let peer): reply(message, to: peer)
    case .send(let message, let connection): send(message, to: connection)
    case .publish(let message, let scene):
      for (encoding, audience) in zip(Encoding.allCases, topics.audiences(of: scene, gates.keeper)) {
        publish(message, to: audience, encoding)
      }
    case .publishState(let state, let channel):
      metrics?.countState()
      publish(.state(state), on: .scene(channel.encoding, state.scene), channel.encoding)
    case .publishKeepalive(let keepalive):
      for encoding in Encoding.allCases {
        publish(.keepalive(keepalive), on: .keepalive(encoding), encoding)
      }
      options.onBeat?()
    // The two dearest answers: a client that has ended may have asked for thousands.
    case .replyStatus(let status, let peer):
      if hears(peer) { reply(.report(Report(objects: [.status(completed(status))])), to: peer) }
    case .replyHistory(let inspect, let peer): if hears(peer) { reply(recorder.history(inspect), to: peer) }
    case .sessionBegan(let connection, let peer): watch(connection, of: peer)
    case .sessionEnded(let connection):
      workerConnections.remove(connection, &poller)
      lastWords.forget(connection)
    case .tell(let notice): notices.write(notice, at: MonotonicClock.nowMicroseconds())
    }
  }

  private mutating func reply(_ message: Message, to peer: Peer) {
    if logger.logLevel <= .debug, case .outcome(let outcome) = message { log(outcome) }
    guard hears(peer) else { return }
    let address = peers.address(of: peer)
    defer {
      let now = MonotonicClock.nowMicroseconds()
      turnWatch.note("the answer \(message.kind)", of: ReceivedPeer(peer), microseconds: now - answerBegan)
      answerBegan = now
    }
    outgoing.address(to: address.envelope)
    encoder.encode(
      answer: message, encoding: address.encoding, epoch: epoch, correlation: address.correlation,
      atMost: Int(SocketOptions.clientDealer.frameBytesMax), into: &outgoing)
    guard deliver(by: peer.door) != .sent else { return }
    // A client's outcome is kept for its retry; a worker's session is a loss-free sequence, or over.
    tallies.discardedReplies += 1
    if let connection = peer.connection { noteFailure(of: connection) }
  }

  /// Whether an answer can reach a peer; else it is counted as discarded, and need not be made.
  private mutating func hears(_ peer: Peer) -> Bool {
    let isUseless =
      if let connection = peer.connection {
        lastWords.contains(connection)
      } else {
        gates.isDeaf(peers.address(of: peer).envelope.first, by: peer.door)
      }
    if isUseless { tallies.discardedReplies += 1 }
    return !isUseless
  }

  private func log(_ outcome: Outcome) {
    var metadata: Logger.Metadata = [
      "command": "\(outcome.id)", "outcome": "\(outcome.word)", "scene": "\(outcome.scene)",
      "revision": "\(outcome.revision)", "ms": "\(outcome.ms)",
    ]
    if let reason = outcome.reason { metadata["reason"] = "\(reason)" }
    logger.debug("a command has ended", metadata: metadata)
  }

  mutating func send(_ message: Message, to connection: Connection) {
    guard !lastWords.contains(connection) else { return }
    let encoding = workerConnections.encoding(of: connection)
    outgoing.address(to: connection.id)
    encoder.encode(message, encoding: encoding, epoch: epoch, into: &outgoing)
    let delivery = deliver(by: .screens)
    switch (message, delivery) {
    case (.workerState(let state), .sent): workerConnections.settle(state.scene, connection)
    case (_, .sent): break
    // Only the newest state counts, so it may wait; a ping may be left out.
    case (.workerState(let state), .full):
      let now = MonotonicClock.nowMicroseconds()
      if !workerConnections.postpone(state, connection, at: now) { noteFailure(of: connection) }
    case (.ping, .full): break
    case (_, .full), (_, .unreachable): noteFailure(of: connection)
    }
  }

  /// Sends what is ready to be sent.
  private mutating func deliver(by door: Peer.Door) -> Delivery {
    do {
      let delivery = try gates.send(outgoing, by: door, of: doors)
      if delivery == .sent { metrics?.count(sentBytes: outgoing.wireSize) }
      return delivery
    } catch {
      logger.error("a message cannot be sent", metadata: ["error": "\(error)"])
      return .unreachable
    }
  }

  private mutating func publish(_ message: Message, on topic: Topic, _ encoding: Encoding) {
    publish(message, to: gates.keeper.audience(of: topic.octets), encoding)
  }

  private mutating func publish(_ message: Message, to audience: Audience, _ encoding: Encoding) {
    guard !audience.descriptors.isEmpty else { return }
    outgoing.address(to: audience.topic)
    encoder.encode(message, encoding: encoding, epoch: epoch, into: &outgoing)
    guard outgoing.longest <= Int(SocketOptions.observerSub.frameBytesMax) else {
      // Peers would end their connections. They miss a revision, and a keepalive tells them so.
      tallies.unpublished += 1
      logger.error(
        "an update is larger than observers take, and is not published",
        metadata: ["topic": "\(String(decoding: audience.topic, as: UTF8.self))", "bytes": "\(outgoing.longest)"])
      return
    }
    let wireSize = outgoing.wireSize
    gates.keeper.handed(wireSize, to: audience)
    metrics?.count(sentBytes: wireSize)
    do {
      _ = try doors.updates.send(outgoing.envelope, outgoing.header, outgoing.body)
    } catch {
      logger.error("an update cannot be published", metadata: ["error": "\(error)"])
    }
  }
}

extension Action {
  /// Which socket it is done by; what needs none is done with the first.
  fileprivate var socket: Gates.Socket {
    switch self {
    case .publish, .publishState, .publishKeepalive: .updates
    case .reply(_, let peer), .replyStatus(_, let peer), .replyHistory(_, let peer): Gates.Socket(peer.door)
    case .record, .send, .sessionBegan, .sessionEnded, .tell: .screens
    }
  }
}
