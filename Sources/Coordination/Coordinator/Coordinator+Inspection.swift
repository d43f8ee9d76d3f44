// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// What can be asked about the coordinator itself (specification, section "Reports").
extension Coordinator {
  /// A command that ended otherwise than committed, for people who look at the status.
  struct Lately: Hashable, Sendable {
    var outcome: Outcome
    var verb: String
    var origin: Origin
    var at: Instant
  }

  /// Counts of what happened since the start.
  struct Counters: Hashable, Sendable {
    var commands: UInt64 = 0
    var commits: UInt64 = 0
    var asks: UInt64 = 0
    var lateAnswers: UInt64 = 0
    var deaths: UInt64 = 0
    var parked: UInt64 = 0
    var refusedHellos: UInt64 = 0
    var outsideWindow: UInt64 = 0
    var full: UInt64 = 0
    var stalls: UInt64 = 0
    var failedStarts: UInt64 = 0
    /// By code: what came that was no message, or not for the coordinator.
    var garbage: [String: UInt64] = [:]
  }

  /// Counts what was no message, and answers where an answer is due.
  mutating func refuse(_ error: ProtocolError, from peer: Peer?) {
    counters.garbage[error.code.rawValue, default: 0] += 1
    if let peer { reply(.error(error), to: peer) }
  }

  /// Keeps what people want to see who ask why nothing happened.
  mutating func remember(_ outcome: Outcome, of errand: Errand) {
    guard !outcome.isAsAsked, !errand.isInternal, !errand.command.isDryRun else { return }
    if lately.count >= 8 { lately.removeFirst() }
    lately.append(
      Lately(outcome: outcome, verb: errand.verbText, origin: errand.origin, at: now))
  }

  /// INSPECT.
  mutating func answer(_ inspect: Inspect, from peer: Peer) {
    switch inspect.subject {
    case .status: actions.append(.replyStatus(status, to: peer))
    case .history: actions.append(.replyHistory(inspect, to: peer))
    case .workers: reply(.report(limited(workers.keys.sorted().compactMap(report(worker:)), by: inspect)), to: peer)
    case .tree: reply(.report(limited(treeReport(of: inspect.scene), by: inspect)), to: peer)
    case .plan: reply(.report(limited(planReport(of: inspect.scene), by: inspect)), to: peer)
    case .scenes:
      let names = scenes.keys.sorted().filter { inspect.scene == nil || inspect.scene == $0 }
      reply(.report(limited(names.map(report(scene:)), by: inspect)), to: peer)
    }
  }

  private func limited(_ objects: [JSONValue], by inspect: Inspect) -> Report {
    let limit = max(0, inspect.limit ?? objects.count)
    return Report(objects: Array(objects.prefix(limit)), more: objects.count > limit)
  }

  private var status: JSONValue {
    let members: [(String, JSONValue)] = [
      ("version", .text(version)), ("epoch", .count(epoch)), ("starts", .count(starts)),
      ("uptimeMs", .ms(from: started, to: now)), ("hosting", .text(settings.requiresHosts ? "required" : "optional")),
      ("durable", .bool(isDurable)), ("scenes", .array(scenes.keys.sorted().map(report(scene:)))),
      ("workers", .array(workers.keys.sorted().compactMap(report(worker:)))),
      ("lately", .array(lately.map(report(lately:)))), ("counters", report(counters)),
    ]
    return .object(members)
  }

  private func report(scene name: SceneName) -> JSONValue {
    let scene = self[scene: name]
    let members: [(String, JSONValue)] = [
      ("scene", .text(name.rawValue)), ("revision", .count(scene.revision)),
      ("majorRevision", .count(scene.majorRevision)), ("path", .text(redacted(scene.route.root).description)),
      ("waiting", .count(scene.queue.count + scene.waiting.count)), ("parked", .count(scene.parked.count)),
      ("running", .text(scene.running?.errand.id.description)), ("idleMs", .ms(from: scene.committed, to: now)),
    ]
    return .object(members)
  }

  private func report(worker name: WorkerName) -> JSONValue? {
    guard let worker = workers[name] else { return nil }
    let session = session(of: name)
    let absent = worker.leavingUntil == nil ? "gone" : "leaving"
    let times = worker.answerMs.sorted()
    let registration = worker.registration
    let members: [(String, JSONValue)] = [
      ("worker", .text(name.rawValue)), ("version", .text(registration.version)),
      ("state", .text(session.map { $0.isSuspect ? "suspect" : "live" } ?? absent)),
      ("pid", session.map { .count($0.pid) } ?? .null), ("uid", session?.uid.map { .count($0) } ?? .null),
      ("upMs", .ms(from: session?.since, to: now)),
      ("screens", .array(registration.routables.keys.sorted().map { .text($0.rawValue) })),
      ("root", .array(registration.root.sorted().map { .text($0.rawValue) })),
      ("scenes", registration.scenes.map { .array($0.map { .text($0.rawValue) }) } ?? .text("*")),
      ("asks", .count(worker.asks)), ("late", .count(worker.lateAnswers)),
      ("p50Ms", times.isEmpty ? .null : .number(times[times.count / 2])), ("deaths", .count(worker.deaths)),
      ("lastDeathMs", .ms(from: worker.lastDeath, to: now)),
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
      ("pid", .count(lately.origin.pid)), ("agoMs", .ms(from: lately.at, to: now)),
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
