// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// What can be asked about the coordinator itself (specification, section "Reports").
extension Coordinator {
  /// INSPECT.
  mutating func answer(_ inspect: Inspect, from peer: Peer) {
    switch inspect.subject {
    case .status: turn.append(.replyStatus(status, to: peer))
    case .history: turn.append(.replyHistory(inspect, to: peer))
    case .workers: turn.reply(.report(limited(world.workers.inOrder.map(report(worker:)), by: inspect)), to: peer)
    case .tree: turn.reply(.report(limited(treeReport(of: inspect.scene), by: inspect)), to: peer)
    case .plan: turn.reply(.report(limited(planReport(of: inspect.scene), by: inspect)), to: peer)
    case .scenes:
      let slots = scenes.inOrder.filter { inspect.scene == nil || inspect.scene == scenes[$0].name }
      turn.reply(.report(limited(slots.map(report(scene:)), by: inspect)), to: peer)
    }
  }

  private func limited(_ objects: [JSONValue], by inspect: Inspect) -> Report {
    let limit = max(0, inspect.limit ?? objects.count)
    return Report(objects: Array(objects.prefix(limit)), more: objects.count > limit)
  }

  private var status: JSONValue {
    let members: [(String, JSONValue)] = [
      ("version", .text(world.version)), ("epoch", .count(world.epoch)), ("starts", .count(world.starts)),
      ("uptimeMs", .ms(from: world.started, to: world.time)),
      ("hosting", .text(world.settings.requiresHosts ? "required" : "optional")),
      ("durable", .bool(world.isDurable)), ("scenes", .array(scenes.inOrder.map(report(scene:)))),
      ("workers", .array(world.workers.inOrder.map(report(worker:)))),
      ("lately", .array(turn.lately.map(report(lately:)))), ("counters", report(turn.counters)),
    ]
    return .object(members)
  }

  private func report(scene slot: SceneSlot) -> JSONValue {
    let scene = scenes[slot]
    let stage = scene.stage
    let members: [(String, JSONValue)] = [
      ("scene", .text(stage.name.rawValue)), ("revision", .count(stage.revision)),
      ("majorRevision", .count(stage.majorRevision)), ("path", .text(world.redacted(stage.route.root).description)),
      ("waiting", .count(scene.queue.count { $0.isTurn || $0.isLink })),
      ("parked", .count(scene.queue.count(where: \.isGate))),
      ("running", .text(scene.running?.errand.id.description)), ("idleMs", .ms(from: stage.committed, to: world.time)),
    ]
    return .object(members)
  }

  private func report(worker slot: WorkerSlot) -> JSONValue {
    let worker = world.workers[slot]
    let session = worker.session
    let figures = turn.asks.figures(of: slot)
    let absent = worker.leavingUntil == nil ? "gone" : "leaving"
    let times = figures.answerMs.sorted()
    let registration = worker.registration
    let members: [(String, JSONValue)] = [
      ("worker", .text(worker.name.rawValue)), ("version", .text(registration.version)),
      ("state", .text(session.map { $0.isSuspect ? "suspect" : "live" } ?? absent)),
      ("pid", session.map { .count($0.pid) } ?? .null), ("uid", session?.uid.map { .count($0) } ?? .null),
      ("upMs", .ms(from: session?.since, to: world.time)),
      ("screens", .array(registration.routables.keys.sorted().map { .text($0.rawValue) })),
      ("root", .array(registration.root.sorted().map { .text($0.rawValue) })),
      ("scenes", registration.scenes.map { .array($0.map { .text($0.rawValue) }) } ?? .text("*")),
      ("asks", .count(figures.asks)), ("late", .count(figures.lateAnswers)),
      ("p50Ms", times.isEmpty ? .null : .number(times[times.count / 2])), ("deaths", .count(worker.deaths)),
      ("lastDeathMs", .ms(from: worker.lastDeath, to: world.time)),
    ]
    return .object(members)
  }

  private func report(lately: Lately) -> JSONValue {
    let outcome = lately.outcome
    let members: [(String, JSONValue)] = [
      ("verb", .text(lately.verb)), ("outcome", .text(outcome.word)), ("reason", .text(outcome.reason)),
      ("message", .text(outcome.message)), ("scene", .text(outcome.scene.rawValue)),
      ("commandId", .text(outcome.id.description)),
      ("asked", .array(outcome.asked.map { .text($0.screen.rawValue) })), ("origin", .text(lately.origin.name)),
      ("pid", .count(lately.origin.pid)), ("agoMs", .ms(from: lately.at, to: world.time)),
    ]
    return .object(members)
  }

  private func report(_ counters: Counters) -> JSONValue {
    let garbage = counters.garbage.keys.sorted().map { ($0, JSONValue.count(counters.garbage[$0] ?? 0)) }
    let members: [(String, JSONValue)] = [
      ("commands", .count(counters.commands)), ("commits", .count(counters.commits)), ("asks", .count(counters.asks)),
      ("lateAnswers", .count(counters.lateAnswers)), ("deaths", .count(counters.deaths)),
      ("parked", .count(counters.parked)), ("refusedHellos", .count(counters.refusedHellos)),
      ("outsideWindow", .count(counters.outsideWindow)), ("full", .count(counters.full)),
      ("stalls", .count(counters.stalls)), ("failedStarts", .count(counters.failedStarts)),
      ("garbage", .object(garbage)),
    ]
    return .object(members)
  }
}

/// Members of a report; what is not known is null, and so absent.
extension JSONValue {
  fileprivate static func count(_ value: some BinaryInteger) -> JSONValue { .integer(Int64(clamping: value)) }

  fileprivate static func text(_ value: String?) -> JSONValue { value.map { .string($0) } ?? .null }

  fileprivate static func ms(from start: Instant?, to end: Instant) -> JSONValue {
    start.map { .integer(Int64(end.ms(since: $0))) } ?? .null
  }
}
