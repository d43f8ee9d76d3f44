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

  typealias Counters = CoordinatorStatus.Counters

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
    case .workers: reply(workers.keys.sorted().compactMap(report(worker:)).map(ReportObject.worker), to: inspect, peer)
    case .tree: reply(treeReport(of: inspect.scene), to: inspect, peer)
    case .plan: reply(planReport(of: inspect.scene).map(ReportObject.route), to: inspect, peer)
    case .scenes:
      let names = scenes.keys.sorted().filter { inspect.scene == nil || inspect.scene == $0 }
      reply(names.map { .scene(report(scene: $0)) }, to: inspect, peer)
    }
  }

  private mutating func reply(_ objects: [ReportObject], to inspect: Inspect, _ peer: Peer) {
    let limit = max(0, inspect.limit ?? objects.count)
    reply(.report(Report(objects: Array(objects.prefix(limit)), more: objects.count > limit)), to: peer)
  }

  private var status: CoordinatorStatus {
    var status = CoordinatorStatus(
      version: version, epoch: epoch, starts: starts, uptime: started.age(at: now),
      requiresHosts: settings.requiresHosts, isDurable: isDurable)
    status.scenes = scenes.keys.sorted().map(report(scene:))
    status.workers = workers.keys.sorted().compactMap(report(worker:))
    status.notAsAsked = lately.map {
      CoordinatorStatus.NotAsAsked($0.outcome, verb: $0.verb, origin: $0.origin, ago: $0.at.age(at: now))
    }
    status.counters = counters
    return status
  }

  private func report(scene name: SceneName) -> SceneStatus {
    let scene = self[scene: name]
    return SceneStatus(
      name, revision: scene.revision, majorRevision: scene.majorRevision,
      path: redacted(scene.route.root).description, waiting: scene.queue.count + scene.waiting.count,
      parked: scene.parked.count, running: scene.running?.errand.id, unchangedFor: scene.committed?.age(at: now))
  }

  private func report(worker name: WorkerName) -> WorkerStatus? {
    guard let worker = workers[name] else { return nil }
    let session = session(of: name)
    let absent: WorkerStatus.State = worker.leavingUntil == nil ? .gone : .leaving
    let times = worker.answerMs.sorted()
    let registration = worker.registration
    var status = WorkerStatus(
      name, version: registration.version, state: session.map { $0.isSuspect ? .suspect : .live } ?? absent,
      screens: registration.routables.keys.sorted(), roots: registration.root.sorted(), scenes: registration.scenes)
    (status.pid, status.uid, status.uptime) = (session?.pid, session?.uid, session?.since.age(at: now))
    (status.asks, status.lateAnswers) = (worker.asks, worker.lateAnswers)
    status.medianAnswer = times.isEmpty ? nil : Duration(ms: times[times.count / 2])
    (status.deaths, status.lastDeath) = (worker.deaths, worker.lastDeath?.age(at: now))
    return status
  }
}

extension Instant {
  /// The time from this moment until `now`, in whole ms.
  fileprivate func age(at now: Instant) -> Duration { .milliseconds(Int64(now.ms(since: self))) }
}
