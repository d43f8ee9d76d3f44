// SPDX-License-Identifier: Apache-2.0

import Coordination
import Logging
import RouteJournal
import RouteModel
import WireProtocol
import ZeroMQ

/// From actions to journal and sockets.
extension CoordinatorService {
  /// How often a lost worker may lead to further actions before the next turn.
  private static let roundsMax = 64

  /// Performs what the turn decided: first the journal's transaction, then everything else in its order.
  func perform() throws {
    for _ in 0..<Self.roundsMax {
      guard !turn.isEmpty else { break }
      var actions = turn
      turn = []
      try record(&actions)
      for action in actions { try perform(action) }
      for link in lost { feed(.linkLost(link)) }
      lost = []
    }
    try retryPending()
  }

  /// One transaction for the turn. Where it fails, its outcomes say that they are not durable, or the turn is dropped.
  private func record(_ actions: inout [Action]) throws {
    guard let journal else { return }
    let records = actions.compactMap { action in
      if case .record(let record) = action { record } else { nil }
    }
    guard !records.isEmpty else { return }
    let hadGap = journal.gap != nil
    do throws(JournalError) {
      try journal.commit(records, nowMicros: WallClock.nowMicroseconds())
    } catch {
      if configuration.journalFailure == .refuse { throw ServiceError(exitCode: 74, error.message) }
      if !hadGap {
        logger.error("the journal cannot be written", metadata: ["error": "\(error.message)"])
        turn += coordinator.handle(.journalWorks(false), at: Instant(microseconds: now))
      }
      actions = actions.map(Self.admittingLoss)
    }
  }

  private static func admittingLoss(_ action: Action) -> Action {
    guard case .reply(.outcome(var outcome), to: let peer) = action else { return action }
    outcome.durable = false
    return .reply(.outcome(outcome), to: peer)
  }

  private func perform(_ action: Action) throws {
    switch action {
    case .record: break
    case .reply(let message, to: let peer): try reply(message, to: peer)
    case .send(let message, to: let link, encoding: let encoding): try send(message, to: link, encoding)
    case .publish(let message, scene: let scene):
      for encoding in Encoding.allCases { try publish(message, on: .scene(encoding, scene), encoding) }
    case .publishState(let state, encoding: let encoding):
      try publish(.state(state), on: .scene(encoding, state.scene), encoding)
    case .publishKeepalive(let keepalive):
      for encoding in Encoding.allCases { try publish(.keepalive(keepalive), on: .keepalive(encoding), encoding) }
      options.onBeat?()
    case .replyStatus(let status, to: let peer):
      try reply(.report(Report(objects: [withFacts(status)])), to: peer)
    case .replyHistory(let inspect, to: let peer): try reply(history(inspect), to: peer)
    case .watch(let link, let pid):
      if !peers.watch(link, pid: pid, in: &poller) { lost.append(link) }
    case .unwatch(let link):
      peers.unwatch(link, in: &poller)
      pending.forget(link)
    }
  }

  /// A client that is gone needs no answer; it asks again, or its outcome can be asked for.
  private func reply(_ message: Message, to peer: Peer) throws {
    let frames =
      peer.envelope
      + WireCodec.encode(message, encoding: peer.encoding, epoch: coordinator.epoch, correlation: peer.correlation)
    let delivery =
      switch peer.door {
      case .control: try doors.control.send(frames)
      case .screens: try doors.screens.send(frames)
      }
    if peer.door == .screens, delivery != .sent { lost.append(peer.link) }
  }

  /// A session is without loss, or over: only states and pings may wait for room.
  private func send(_ message: Message, to link: Link, _ encoding: Encoding) throws {
    let frames = [link.routingID] + WireCodec.encode(message, encoding: encoding, epoch: coordinator.epoch)
    switch try doors.screens.send(frames) {
    case .sent: if case .workerState(let state) = message { pending.settle(link, state.scene) }
    case .unreachable: lost.append(link)
    case .full:
      switch message {
      case .ping: break
      case .workerState(let state): pending.keep(frames, for: link, state.scene, at: now)
      default: lost.append(link)
      }
    }
  }

  /// Tries again to send the newest states; a worker that takes none for a second is over.
  private func retryPending() throws {
    for (link, scene, frames, since) in pending.all {
      switch try doors.screens.send(frames) {
      case .sent: pending.settle(link, scene)
      case .full where now - since < PendingStates.patienceMicros: break
      case .full, .unreachable:
        pending.forget(link)
        feed(.linkLost(link))
      }
    }
  }

  /// A slow observer loses messages, and finds the gap by their numbers; nobody waits for it.
  private func publish(_ message: Message, on topic: Topic, _ encoding: Encoding) throws {
    guard subscriptions.wants(topic) else { return }
    let frames = WireCodec.encode(message, encoding: encoding, epoch: coordinator.epoch)
    _ = try doors.updates.send([Array(topic.text.utf8)] + frames)
  }

  private func history(_ inspect: Inspect) -> Message {
    guard let journal else {
      return .error(ProtocolError(.unsupported, "this coordinator keeps no journal (--journal none)"))
    }
    do {
      let limit = min(max(inspect.limit ?? 20, 0), 1000)
      return .report(try journal.history(scene: inspect.scene, since: inspect.since, limit: limit))
    } catch {
      return .error(ProtocolError(.full, error.message))
    }
  }
}

/// States that could not be sent yet: the newest of each worker and scene.
struct PendingStates {
  /// How soon they are tried again, in ms.
  static let retryMs = 50
  /// How long a worker may take none, in µs.
  static let patienceMicros: Int64 = 1_000_000

  private struct Entry {
    var frames: [[UInt8]]
    var since: Int64
  }

  private var entries: [Link: [SceneName: Entry]] = [:]

  var isEmpty: Bool { entries.isEmpty }

  /// In a fixed order.
  var all: [(link: Link, scene: SceneName, frames: [[UInt8]], since: Int64)] {
    entries.sorted { $0.key < $1.key }.flatMap { link, scenes in
      scenes.sorted { $0.key < $1.key }.map { (link, $0.key, $0.value.frames, $0.value.since) }
    }
  }

  mutating func keep(_ frames: [[UInt8]], for link: Link, _ scene: SceneName, at now: Int64) {
    let since = entries[link]?[scene]?.since ?? now
    entries[link, default: [:]][scene] = Entry(frames: frames, since: since)
  }

  mutating func settle(_ link: Link, _ scene: SceneName) {
    guard !entries.isEmpty else { return }
    entries[link]?[scene] = nil
    if entries[link]?.isEmpty == true { entries[link] = nil }
  }

  mutating func forget(_ link: Link) { entries[link] = nil }
}
