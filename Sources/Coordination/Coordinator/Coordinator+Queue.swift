// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// The queue of a scene: who waits, who gives way, who is next.
extension Coordinator {
  /// Puts an admitted command into its scene's queue, or ends it at once.
  mutating func enqueue(_ errand: Errand) {
    let name = errand.command.scene
    let scene = self[scene: name]
    let isBusy = scene.running != nil || !scene.queue.isEmpty
    if isBusy, errand.command.within == nil {
      switch errand.command.ifBusy {
      case .queue: break
      case .reject:
        decide(errand, .busy, message: "the scene is busy with another command")
        return
      case .supersede:
        // Within the grace after a start nobody can say yet whether it would fail.
        let isKnown = !(isInGrace && needsWorkers(errand))
        if isKnown, let kind = immediateFailure(of: errand, in: scene) {
          decide(errand, kind.kind, message: kind.message)
          return
        }
        supersedeWaiting(by: errand, in: name)
        if supersedeRunning(by: errand, in: name) { return }
      }
    }
    guard hasPlace(for: errand, in: self[scene: name]) else {
      decide(errand, .busy, message: "the scene's queue is full")
      return
    }
    self[scene: name].queue.append(errand)
  }

  /// Puts an internal command at the head, after the running transition.
  mutating func enqueueFirst(_ errand: Errand) {
    ledger[errand.id] = Ledger.Entry(state: .waiting, bodyHash: errand.bodyHash, scene: errand.command.scene)
    self[scene: errand.command.scene].queue.insert(errand, at: 0)
  }

  /// The client of the coordinator's own commands: another one in each epoch.
  var internalClient: String { CommandID.client(name: Origin.coordinator.name, randomBits: epoch, starts) }

  /// A command of the coordinator itself.
  func internalErrand(_ verb: Verb, in scene: SceneName, cause: Cause.Kind, number: UInt64) -> Errand {
    guard let id = CommandID(client: internalClient, sequence: number) else {
      preconditionFailure("\(internalClient) is a client")
    }
    let command = Command(id: id, scene: scene, verb: verb)
    return Errand(
      command: command, origin: .coordinator, cause: cause, bodyHash: command.bodyHash, admitted: now,
      deadline: now.advanced(byMs: settings.transitionMs), hostWaitMs: settings.hostWaitMs)
  }

  private func hasPlace(for errand: Errand, in scene: Scene) -> Bool {
    if errand.command.within != nil { return scene.queue.count < Limits.queueMax }
    let ofClient = scene.queue.count { $0.id.client == errand.id.client }
    return scene.queue.count < Limits.queueMax - Limits.queueReserved && ofClient < Limits.queuePerClientMax
  }

  /// A superseder is planned first: one that fails at once supersedes nobody.
  private func immediateFailure(of errand: Errand, in scene: Scene) -> (kind: Outcome.Kind, message: String?)? {
    if let conflict = conflict(of: errand, in: scene) { return (.conflict, conflict) }
    if case .open = errand.command.verb { return nil }
    var trial = Transition(errand, on: scene)
    switch trial.plan.begin(in: registry(scene.name)) {
    case .refused(let refusal): return refusal.outcome
    case .unhandled: return (.unhandled, nil)
    case .ask, .step, .finished: return nil
    }
  }

  /// Waiting ones give way if they are of the same client, or supersede themselves.
  private mutating func supersedeWaiting(by errand: Errand, in name: SceneName) {
    let giveWay = self[scene: name].queue.filter {
      !$0.isInternal && $0.command.within == nil
        && ($0.id.client == errand.id.client || $0.command.ifBusy == .supersede)
    }
    self[scene: name].queue.removeAll { giveWay.contains($0) }
    for waiting in giveWay { decide(waiting, .superseded(by: errand.id)) }
  }

  /// The running one gives way before its commit, unless it took the place of a running one itself: else two that
  /// supersede each other would never commit. Returns whether the errand is next in its place.
  private mutating func supersedeRunning(by errand: Errand, in name: SceneName) -> Bool {
    guard let running = self[scene: name].running, !running.errand.isInternal, !running.errand.hasSuperseded,
      running.errand.command.within == nil
    else { return false }
    guard running.revisions.isEmpty else {
      self[scene: name].running?.stop = .superseded(by: errand.id)
      return false
    }
    end(.superseded(by: errand.id), in: name)
    var next = errand
    next.hasSuperseded = true
    self[scene: name].queue.insert(next, at: 0)
    return true
  }

  /// What the errand expects and is not so, in words.
  func conflict(of errand: Errand, in scene: Scene) -> String? {
    switch errand.command.expecting {
    case nil: return nil
    case .revision(let revision):
      if scene.majorRevision <= revision, revision <= scene.revision { return nil }
      return "expected revision \(revision), but the scene is at \(scene.revision)"
    case .top(let id):
      let tip = scene.route.tip?.id
      if tip == id { return nil }
      return "expected \(id) on top, but there is \(tip.map(\.description) ?? "nothing")"
    }
  }

  /// Starts what can start in the scene, until something has to be waited for.
  mutating func advance(_ name: SceneName) {
    guard !isStopping else { return }
    while let scene = scenes[name], scene.running == nil, let next = scene.queue.first {
      if isInGrace, needsWorkers(next) { return }
      self[scene: name].queue.removeFirst()
      begin(next, in: name)
      if scenes[name]?.running == nil { commitReported(in: name) }
    }
    if scenes[name]?.running == nil { commitReported(in: name) }
  }

  /// ``advance(_:)`` for every scene.
  mutating func advanceAll() {
    for name in scenes.keys.sorted() { advance(name) }
  }

  /// Whether the errand needs an ask or a host, and so waits for the workers of the last epoch after a start.
  private func needsWorkers(_ errand: Errand) -> Bool {
    switch errand.command.verb {
    case .back, .start, .show, .hide, .navigate, .open, .drive: true
    case .navigator(.didAppear): false
    case .navigator, .batch: settings.requiresHosts || scenes[errand.command.scene]?.tree.isDeclared == true
    }
  }
}

extension Refusal {
  /// The outcome that it means.
  var outcome: (kind: Outcome.Kind, message: String?) {
    switch self {
    case .unchanged(let reason): (.unchanged(reason), nil)
    case .rejected(let reason, let message): (.rejected(reason), message)
    }
  }
}
