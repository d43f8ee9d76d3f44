// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// Reports of the coordinator about itself (specification, section "Reports").
extension Coordinator {
  /// INSPECT.
  mutating func answer(_ inspect: Inspect, from peer: Peer) {
    switch inspect.subject {
    case .status: turn.append(.replyStatus(status, to: peer))
    case .history, .commits: turn.append(.replyHistory(inspect, to: peer))
    case .workers:
      let workers = workerReports + refused.reports(at: world.time)
      reply(workers.map(ReportObject.worker), to: inspect, peer)
    case .tree: reply(treeReport(of: inspect.scene), to: inspect, peer)
    case .destinations: reply(destinationReport(of: inspect.scene).map(ReportObject.destination), to: inspect, peer)
    case .plan: reply(planReport(of: inspect.scene).map(ReportObject.route), to: inspect, peer)
    case .scenes:
      let slots = scenes.inOrder.filter { inspect.scene == nil || inspect.scene == scenes[$0].name }
      let missing = awaitedNames
      reply(slots.map { .scene(report(scene: $0, awaiting: missing)) }, to: inspect, peer)
    }
  }

  private mutating func reply(_ objects: [ReportObject], to inspect: Inspect, _ peer: Peer) {
    let limit = min(max(0, inspect.limit ?? objects.count), Limits.reportObjectsMax)
    turn.reply(.report(Report(objects: Array(objects.prefix(limit)), more: objects.count > limit)), to: peer)
  }

  private var status: CoordinatorStatus {
    var status = CoordinatorStatus(
      version: world.version, epoch: world.epoch, starts: world.starts, uptime: age(of: world.started),
      requiresHosts: world.settings.requiresHosts, isDurable: world.isDurable)
    let scenes = scenes.inOrder
    let missing = awaitedNames
    status.scenes = scenes.map {
      let report = report(scene: $0, awaiting: missing, pathMax: StatusShare.pathMax)
      return StatusShare.shortened(report, among: scenes.count)
    }
    let workers = workerReports
    status.workers = workers.map { StatusShare.shortened($0, among: workers.count) }
    status.notAsAsked = turn.lately.map {
      CoordinatorStatus.NotAsAsked($0.outcome, verb: $0.verb, origin: $0.origin, ago: age(of: $0.at))
    }
    (status.users, status.capacities) = (userShares, capacities)
    status.counters = turn.counters
    return status
  }

  /// ACTIVE: a client hears how the scene stands, a worker nothing.
  mutating func note(_ active: Active, from peer: Peer) {
    let slot = scenes.slot(active.scene)
    if let slot { scenes[slot].noteActivity(by: nil, in: world, &turn) }
    guard peer.door == .control else { return }
    let objects = slot.map { [ReportObject.scene(report(scene: $0, awaiting: awaitedNames))] } ?? []
    turn.reply(.report(Report(objects: objects)), to: peer)
  }

  /// The workers that commands may wait for, for people; empty where none does.
  private var awaitedNames: String { world.isInGrace ? world.missingNames : "" }

  private func report(scene slot: SceneSlot, awaiting missing: String, pathMax: Int = .max) -> SceneStatus {
    let scene = scenes[slot]
    let stage = scene.stage
    let parked = scene.queue.waiting.filter(\.reason.isGate).map(\.errand.id)
    var status = SceneStatus(
      stage.name, revision: stage.revision, majorRevision: stage.majorRevision,
      path: world.redacted(stage.route.root).text(upTo: min(pathMax, Limits.reportPathBytesMax))
        .shortened(bytesMax: pathMax, countsEllipsis: false),
      waiting: scene.queue.count { $0.isTurn || $0.isLink },
      parked: parked.count, running: scene.running?.errand.id,
      unchangedFor: stage.committed.map(age(of:)))
    status.parkedCommands = parked
    status.underWay = scene.underWay(in: world)
    status.held = scene.held(
      atMost: StatusShare.held(among: scenes.inOrder.count), awaiting: missing, in: world)
    let declared = world.settings.scenes[stage.name]
    status.idle = declared?.idle.map { SceneStatus.Idle($0, of: scene, pathMax: pathMax, in: world) }
    status.lock = declared?.lock.map { SceneStatus.Lock($0, of: scene) }
    return status
  }

  /// All workers by name, with those that were registered before the restart and have not come back.
  private var workerReports: [WorkerStatus] {
    let absent = world.unseen.map { name, uid in
      var status = WorkerStatus(name, state: .gone, scenes: [])
      status.uid = uid
      // The journal keeps the scenes with the policies that run there.
      if let record = journalled[name], !record.onDeath.isEmpty { status.scenes = record.scenes }
      return status
    }
    return (world.workers.inOrder.map { report(worker: $0) } + absent).sorted { $0.name < $1.name }
  }

  func report(worker slot: WorkerSlot) -> WorkerStatus {
    let worker = world.workers[slot]
    let session = worker.session
    let figures = turn.asks.figures(of: slot)
    let times = figures.answerMs.sorted()
    let registration = worker.registration
    var status = WorkerStatus(
      worker.name, version: registration.version, state: state(of: slot),
      screens: registration.routables.keys.sorted(), roots: registration.root.sorted(), scenes: registration.scenes)
    (status.pid, status.uid, status.uptime) = (session?.pid, session?.uid, session.map { age(of: $0.since) })
    (status.asks, status.unanswered, status.lateAnswers) = (figures.asks, figures.unanswered, figures.lateAnswers)
    status.medianAnswer = times.isEmpty ? nil : Duration(ms: times[times.count / 2])
    (status.deaths, status.lastDeath) = (worker.deaths, worker.lastDeath.map(age(of:)))
    if let quarantine = worker.quarantine {
      let waiting = quarantine.waiting(at: world.time)
      status.problem = quarantine.message(for: worker.name)
      (status.pid, status.uid) = (waiting?.pid, waiting?.uid)
    }
    return status
  }

  /// How a worker stands.
  func state(of slot: WorkerSlot) -> WorkerStatus.State {
    if world.workers[slot].quarantine != nil { return .quarantined }
    if let session = world.workers[slot].session { return session.isSuspect ? .suspect : .live }
    return world.workers[slot].leavingUntil == nil ? .gone : .leaving
  }

  /// The time from `moment` until now, in whole ms.
  private func age(of moment: Instant) -> Duration { .milliseconds(Int64(world.time.ms(since: moment))) }
}
