// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

/// Liveness: after the weather has healed, everything comes to rest and everybody agrees.
extension Simulator {
  /// How long that may take, in µs.
  static let healingMax: Int64 = 90_000_000

  func heal() -> String? {
    trace.say(at: now, "the weather heals")
    isBusy = false
    let hadLosses = weather.preset == .hostile
    weather = weather.healed
    startCoordinator()
    if daemon?.isPaused == true { resumeCoordinator() }
    for id in (Array(workers.keys) + clients.keys + observers.keys).sorted() {
      resume(id)
      // A session that has lost anything is over: on a network that loses, none is to be trusted.
      if hadLosses, workers[id] != nil { disconnect(id, losesWhatWasSaid: true) }
      connect(id)
    }
    endWaitingWorkers()
    let end = now + Self.healingMax
    var missing: String?
    repeat {
      clearQuarantines()
      for slot in templates.indices where !workers.values.contains(where: { $0.slot == slot }) { startWorker(slot) }
      go(until: now + 1_000_000)
      if let violation = checker.violation { return violation }
      missing = pending() ?? checker.pending(among: Set(workers.keys))
    } while missing != nil && now < end
    return missing.map { "not live after \(Self.healingMax / 1_000_000) s: \($0)" }
  }

  /// A process waits for a name for as long as its holder lives: where several want one, only the newest stays, with those
  /// that take names over and are told when they have lost theirs.
  private func endWaitingWorkers() {
    for slot in templates.indices {
      let all = workers.keys.sorted().filter { workers[$0]?.slot == slot }
      for id in all.dropLast() where all.contains(where: { workers[$0]?.registration.takeover == false }) {
        killWorker(id)
      }
    }
  }

  /// The first thing that is not as it should be in the end.
  private func pending() -> String? {
    guard daemon != nil else { return "no coordinator" }
    for id in clients.keys.sorted() where clients[id]?.session.nextDeadline != nil {
      return "client \(id) waits: \(clients[id]?.open.sorted().map(\.short) ?? [])"
    }
    for id in workers.keys.sorted() {
      guard let worker = workers[id] else { continue }
      if worker.nested.nextDeadline != nil { return "worker \(id) waits for a command of its own" }
      if !worker.session.isLive { return "worker \(id) has no session" }
    }
    for report in reports() where report.waiting + report.parked > 0 || report.running != nil {
      return "scene \(report.scene) is at work: \(report)"
    }
    for state in snapshot() {
      if let missing = disagreement(on: state) ?? busyness(of: state) { return missing }
    }
    return nil
  }

  /// Where nobody does anything any more a scene comes to the path of its rule; what a tree of chance builds is not known.
  private func busyness(of state: SceneState) -> String? {
    guard !fleet.hasTree, let idle = fleet.settings.scenes[state.scene]?.idle else { return nil }
    var isHeld = false
    state.path.path.forEachElement { isHeld = isHeld || $1 == .top && idle.unless.contains($0.screen.name) }
    let screens = state.path.path.elements.map(\.screen)
    return isHeld || screens == idle.replace.map(\.screen) ? nil : "\(state.scene) is not idle: \(state.path.path)"
  }

  private func ask(_ message: Message) -> [Message] {
    guard var coordinator = daemon?.coordinator, let clock = daemon?.clock(now) else { return [] }
    let peer = Peer(returnAddress: [], connection: nil)
    return coordinator.handle(.received(message, from: peer), at: clock).compactMap {
      if case .reply(let message, _) = $0 { message } else { nil }
    }
  }

  private func reports() -> [SceneStatus] {
    guard case .report(let report)? = ask(.inspect(Inspect(.scenes))).first else { return [] }
    return report.objects.compactMap { if case .scene(let scene) = $0 { scene } else { nil } }
  }

  /// Every scene as the coordinator has it.
  func snapshot() -> [SceneState] {
    guard case .snapshot(let snapshot)? = ask(.snapshotRequest(SnapshotRequest())).first else { return [] }
    return snapshot.scenes
  }

  /// Who does not see the scene as it is.
  private func disagreement(on state: SceneState) -> String? {
    if let written = journal.commits.last(where: { $0.scene == state.scene }),
      Secret.veiled(written.route.root) != state.path.path
    {
      return "the journal has \(written.route), the coordinator \(state.path.path)"
    }
    for id in observers.keys.sorted() {
      guard let view = observers[id]?.view, observers[id]?.slot == 0 || state.scene == fleet.scenes.first
      else { continue }
      let seen = view.state(of: state.scene)
      guard seen?.canonical != state.canonical else { continue }
      return "observer \(id) sees \(seen.map { "\($0)" } ?? "nothing") of \(state)"
    }
    for id in workers.keys.sorted() {
      guard let worker = workers[id] else { continue }
      let own = Route(root: state.path.path).allElements.filter {
        worker.registration.routables[$0.screen.name]?.hosts == true
      }
      let shown = worker.shown[state.scene] ?? []
      guard own.map(\.id) == shown.map(\.id), own.map(\.screen) == shown.map({ Secret.veiled($0.screen) })
      else {
        return "worker \(id) shows \(Path(shown)) of \(state.path.path) in \(state.scene)"
      }
      var visibilities: [ElementID: Element.Visibility] = [:]
      state.path.path.forEachElement { visibilities[$0.id] = $1 }
      guard shown.allSatisfy({ $0.visibility == visibilities[$0.id] }) else {
        return "worker \(id) does not know how \(Path(shown)) show in \(state.path.path) in \(state.scene)"
      }
      for element in own {
        let host = state.path.hosts[element.id]
        let isKnown = [.attended, .failed, .notInTree].contains(host?.presence)
        guard isKnown, host?.worker == worker.registration.worker
        else { return "\(element.id) in \(state.scene) is \(host.map { "\($0.presence)" } ?? "without host")" }
      }
    }
    return nil
  }
}
