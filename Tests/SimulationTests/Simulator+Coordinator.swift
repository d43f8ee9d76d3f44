// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import TestSupport
import WireProtocol

/// The coordinator's process: its loop, its end, and its next start.
extension Simulator {
  func startCoordinator() {
    guard daemon == nil else { return }
    lives += 1
    let written = journal.begin(wallClock: now + wallOffset, at: now)
    checker.started(written, at: now)
    let restored = sabotage.altered(written)
    trace.say(at: now, "coordinator starts, epoch \(restored.epoch)")
    let offset = random.number(0...1_000_000_000_000)
    let clock = Instant(microseconds: now + offset)
    var coordinator = Coordinator(
      settings: sabotage.altered(fleet.settings), restored: restored, version: "1.0.0", at: clock)
    let actions = coordinator.start(at: clock)
    daemon = CoordinatorProcess(coordinator: coordinator, life: lives, clockOffset: offset)
    perform(sabotage.altered(actions))
    scheduleTurn()
  }

  /// The coordinator is gone, and with it everything that was on its way and every connection.
  func killCoordinator() {
    guard let daemon else { return }
    trace.say(at: now, "coordinator is killed")
    figures.coordinatorKills += 1
    self.daemon = nil
    checker.killed()
    for door in [SimulatedNetwork.Door.control, .screens, .updates] {
      for id in network.open(door, life: daemon.life) {
        // What the kernel had already taken still comes.
        network.close(id, upUntil: now, downUntil: now + random.number(0...2000))
        guard let owner = network[id]?.owner else { continue }
        agenda.add(.connects(owner), due: now + random.number(20_000...1_000_000))
      }
    }
    agenda.add(.startsCoordinator, due: now + random.number(10_000...2_000_000))
    if random.chance(300) { wallOffset -= random.number(0...3_600_000_000) }
  }

  /// Something came for the coordinator: its loop goes round soon.
  func receive(_ packet: Packet) {
    guard daemon != nil else { return }
    daemon?.inbox.append(packet)
    scheduleTurn(by: now + random.number(0...500))
  }

  /// A connection of a worker is over.
  func notice(_ connection: Connection) {
    daemon?.lost.append(connection)
    scheduleTurn(by: now)
  }

  func scheduleTurn(by due: Int64? = nil) {
    guard let daemon else { return }
    let next = daemon.coordinator.nextDeadline.microseconds - daemon.clockOffset
    let at = max(due.map { min($0, next) } ?? next, now)
    if let wakeAt = daemon.wakeAt, wakeAt >= now, wakeAt <= at { return }
    self.daemon?.wakeAt = at
    agenda.add(.turns(daemon.life), due: at)
  }

  /// One round of the loop: all that came, then deaths, then timers; one transaction; then everything leaves.
  func turn() {
    guard let daemon, !daemon.isPaused else { return }
    self.daemon?.wakeAt = nil
    let inbox = daemon.inbox
    self.daemon?.inbox = []
    var actions: [Action] = []
    for packet in inbox { actions += take(packet) }
    let lost = self.daemon?.lost ?? []
    self.daemon?.lost = []
    for connection in lost { actions += feed(.connectionLost(connection)) }
    if let next = self.daemon?.coordinator.nextDeadline, next <= daemon.clock(now) { actions += feed(.tick) }
    let isBetweenSteps = isBetweenSteps(actions)
    finishTurn(sabotage.altered(actions))
    if isBetweenSteps { killSoon() }
    if self.daemon != nil { scheduleTurn() }
  }

  private func take(_ packet: Packet) -> [Action] {
    guard let connection = network[packet.connection] else { return [] }
    if connection.door == .updates { return subscribe(packet) }
    let door: Peer.Door = connection.door == .screens ? .screens : .control
    func peer(_ encoding: Encoding, _ correlation: [UInt8]) -> Peer {
      let envelope: ArraySlice = [Connection(connection: packet.connection).id]
      return Peer(
        door, at: ReturnAddress(envelope: envelope, encoding: encoding, correlation: correlation),
        pid: Int32(connection.owner), uid: uid(of: connection.owner), command: "process\(connection.owner)")
    }
    switch WireCodec.decode(frames: packet.frames, atCoordinator: true) {
    case .success(let inbound):
      trace.say(at: now, "\(connection.owner) → coordinator \(Say.text(inbound.message))")
      checker.arrived(inbound.message, from: packet.connection, connection, at: now)
      return feed(.received(inbound.message, from: peer(inbound.encoding, inbound.correlation)))
    case .failure(let fault):
      trace.say(at: now, "\(connection.owner) → coordinator garbage: \(fault.error.message)")
      let sender = peer(fault.encoding ?? .json, fault.correlation ?? [])
      return feed(.garbage(fault.error, from: fault.answer != nil ? sender : nil))
    }
  }

  private func subscribe(_ packet: Packet) -> [Action] {
    guard network[packet.connection]?.isOpen == true, let frame = packet.frames.first, let first = frame.first
    else { return [] }
    let prefix = String(decoding: frame.dropFirst(), as: UTF8.self)
    network[packet.connection]?.prefixes.removeAll { $0 == prefix }
    guard first == 1 else { return [] }
    network[packet.connection]?.prefixes.append(prefix)
    return Event.subscriptions(to: prefix, among: daemon?.coordinator.sceneNames ?? []).flatMap { feed($0) }
  }

  func feed(_ event: Event) -> [Action] {
    guard let daemon else { return [] }
    let clock = daemon.clock(now)
    let (events, instead) = sabotage.altered(event)
    var actions = instead
    for event in events { actions += self.daemon?.coordinator.handle(event, at: clock) ?? [] }
    return actions
  }

  /// The coordinator may die before the transaction, after it, or between two sends.
  private func finishTurn(_ actions: [Action]) {
    var death = actions.isEmpty ? nil : nextDeath
    if death == nil, !actions.isEmpty, random.chance(weather.killedTurnPermille) {
      death = random.pick(DeathPoint.allCases)
    }
    guard let death else {
      perform(actions)
      return
    }
    nextDeath = nil
    trace.say(at: now, "a turn that the coordinator does not survive: \(death)")
    switch death {
    case .beforeWriting: if sabotage.speaksBeforeWriting { speak(actions) }
    case .afterWriting: write(actions)
    case .whileSpeaking:
      write(actions)
      speak(Array(actions.prefix(random.below(actions.count))))
    }
    killCoordinator()
  }

  /// Whether a command is left that has taken a step and has more to do.
  private func isBetweenSteps(_ actions: [Action]) -> Bool {
    var open: Set<CommandID> = []
    for case .record(let record) in actions {
      if case .open(let begun) = record { open.insert(begun.decided.outcome.id) }
      if case .decided(let ended) = record { open.remove(ended.outcome.id) }
    }
    return !open.isEmpty
  }

  /// Between two steps of a command is so short a time that chance alone would hardly ever find it.
  private func killSoon() {
    guard random.chance(weather.killedStepPermille) else { return }
    agenda.add(.strikes(.killCoordinator), due: now + random.number(0...20_000))
  }

  func perform(_ actions: [Action]) {
    write(actions)
    speak(actions)
    if let complaint = checker.turnEnded(at: now) { checker.violate(complaint) }
  }

  private func write(_ actions: [Action]) {
    let records = actions.compactMap { if case .record(let record) = $0 { record } else { nil } }
    guard !records.isEmpty else { return }
    journal.write(records, at: now)
    for record in records {
      if case .commit(let commit) = record {
        figures.commits += 1
        trace.say(at: now, "commit \(commit.scene) \(commit.revision): \(commit.route) (\(Say.text(commit.cause)))")
      }
    }
    checker.wrote(records, at: now)
  }

  private func speak(_ actions: [Action]) {
    guard let epoch = daemon?.coordinator.epoch else { return }
    for action in actions {
      switch action {
      case .record, .replyHistory: break
      case .tell(let notice): checker.heard(notice, at: now)
      case .sessionBegan(let connection, let peer): daemon?.encodings[connection] = peer.address.encoding
      case .sessionEnded(let connection): daemon?.encodings[connection] = nil
      case .reply(let message, let peer): reply(message, to: peer, epoch)
      case .send(let message, let connection):
        let encoding = daemon?.encodings[connection] ?? .json
        let frames = WireCodec.encode(message, encoding: encoding, epoch: epoch)
        send(message, frames, to: connection, losesSession: true)
      case .replyStatus(let object, let peer):
        reply(.report(Report(objects: [.status(object)], more: false)), to: peer, epoch)
      case .publish(let message, let scene):
        for encoding in Encoding.allCases { publish(message, .scene(encoding, scene), encoding, epoch) }
      case .publishState(let state, let channel):
        let encoding = channel.encoding
        publish(.state(state), .scene(encoding, state.scene), encoding, epoch)
      case .publishKeepalive(let keepalive):
        for encoding in Encoding.allCases { publish(.keepalive(keepalive), .keepalive(encoding), encoding, epoch) }
      }
    }
  }

  private func reply(_ message: Message, to peer: Peer, _ epoch: Epoch) {
    let address = peer.address
    let frames = WireCodec.encode(
      message, encoding: address.encoding, epoch: epoch, correlation: address.correlation)
    let receiver = peer.connection ?? Connection(id: address.envelope.first ?? [])
    send(message, frames, to: receiver, losesSession: peer.door == .screens)
  }

  /// Sends to one peer. A worker that cannot be reached has lost its session; where its pipe is full, states and pings
  /// are left out, and anything else ends it.
  private func send(_ message: Message, _ frames: [[UInt8]], to receiver: Connection, losesSession: Bool) {
    let id = receiver.connection
    checker.left(message, to: id, network[id], at: now)
    checker.leaves(frames, message, to: network[id]?.owner)
    workload.plantsSecrets = checker.isSecret
    guard let connection = network[id], connection.isOpen, connection.life == daemon?.life else {
      network.loseOne()
      if losesSession { notice(receiver) }
      return
    }
    trace.say(at: now, "coordinator → \(connection.owner) \(Say.text(message))")
    guard connection.unread < weather.pipe else {
      network.loseOne()
      let isSpared = message.kind == .workerState || message.kind == .ping
      if losesSession, !isSpared { notice(receiver) }
      return
    }
    ship(Packet(connection: id, isUp: false, frames: frames))
  }

  private func publish(_ message: Message, _ topic: Topic, _ encoding: Encoding, _ epoch: Epoch) {
    if encoding == .json { checker.published(message, at: now) }
    guard let life = daemon?.life else { return }
    var frames: [[UInt8]]?
    for id in network.open(.updates, life: life) {
      guard let connection = network[id], connection.prefixes.contains(where: topic.isCovered) else { continue }
      guard connection.unread < weather.pipe else {
        network.loseOne()
        continue
      }
      let encoded =
        frames ?? [Array(topic.text.utf8)] + WireCodec.encode(message, encoding: encoding, epoch: epoch)
      if frames == nil { checker.leaves(encoded, message, to: nil) }
      frames = encoded
      ship(Packet(connection: id, isUp: false, frames: encoded))
    }
  }

  func ship(_ packet: Packet) {
    figures.sent += 1
    for frame in packet.frames { trace.note(frame) }
    for due in network.arrivals(of: packet, at: now, in: weather, &random) {
      agenda.add(.arrives(packet), due: due)
    }
  }

  func pauseCoordinator() {
    guard let daemon, !daemon.isPaused else { return }
    trace.say(at: now, "coordinator is stopped")
    self.daemon?.isPaused = true
    agenda.add(.resumesCoordinator(daemon.life), due: now + random.number(200_000...6_000_000))
  }

  func resumeCoordinator() {
    trace.say(at: now, "coordinator goes on")
    daemon?.isPaused = false
    daemon?.wakeAt = nil
    scheduleTurn(by: now)
  }
}
