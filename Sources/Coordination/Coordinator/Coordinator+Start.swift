// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// How scenes begin, and how everything ends (specification, section "Start and stop").
extension Coordinator {
  /// Takes a scene from the journal, with or without its last route.
  mutating func restore(_ restored: Restored.Scene) {
    let commit = restored.commit
    if !settings.scenes.isEmpty, settings.scenes[commit.scene] == nil { return }
    var scene = Scene(commit.scene, at: now)
    scene.revision = commit.revision
    scene.majorRevision = commit.majorRevision
    scene.ids = IDSource(next: commit.nextID)
    let isRestored =
      switch settings.scenes[commit.scene]?.restore ?? .always {
      case .always: true
      case .never: false
      case .within(let ms): restored.ageMs <= ms
      }
    // A route that is not to be seen again is not seen while the start path waits for its hosts either.
    if isRestored { scene.route = commit.route }
    // What was used stays used, also where its route is not to be seen again.
    usedTokens += commit.cause.tokens
    scenes[commit.scene] = scene
  }

  /// Plans the start path of a declared scene that has no route.
  mutating func boot(_ name: SceneName) {
    guard let declared = settings.scenes[name] else { return }
    if scenes[name] == nil { scenes[name] = Scene(name, at: now) }
    guard self[scene: name].route.root.elements.isEmpty, !declared.start.isEmpty else { return }
    var errand = internalErrand(
      .navigator(.replace(path: declared.start, in: nil)), in: name, cause: .start, number: takeInternal())
    errand.hostWaitMs = settings.startHostWaitMs
    errand.deadline = now.advanced(byMs: settings.startHostWaitMs + (isInGrace ? settings.restartGraceMs : 0))
    enqueueFirst(errand)
  }

  /// A start path whose hosts were not there in time is tried again whenever a worker registers.
  mutating func bootAgain() {
    for name in settings.scenes.keys.sorted() {
      guard let scene = scenes[name], scene.running?.errand.cause != .start,
        !scene.queue.contains(where: { $0.cause == .start })
      else { continue }
      boot(name)
    }
  }

  /// Counts a start path that did not come to be; it is listed in the status.
  mutating func settleBoot(_ outcome: Outcome, in name: SceneName) {
    if !outcome.isAsAsked { counters.failedStarts += 1 }
  }

  /// The process ends: running and parked commands with `failed(stopping)`; waiting ones are unconsumed and come again
  /// in the next epoch.
  mutating func stop() {
    guard !isStopping else { return }
    isStopping = true
    for name in scenes.keys.sorted() {
      let message = "the coordinator is ending"
      end(.failed(who: .coordinator, .stopping, code: nil), message: message, in: name)
      for errand in self[scene: name].queue + self[scene: name].waiting.map(\.errand) {
        for peer in ledger[errand.id]?.attached ?? [] {
          reply(.error(ProtocolError(.stopping, "\(message); send \(errand.id) again to the next one")), to: peer)
        }
        ledger[errand.id] = nil
      }
      self[scene: name].queue = []
      self[scene: name].waiting = []
      let parked = self[scene: name].parked
      self[scene: name].parked = []
      for parked in parked {
        decide(
          parked.errand, .failed(who: .coordinator, .stopping, code: nil), message: message, asked: parked.asked)
      }
      for awaiting in self[scene: name].awaiting {
        for peer in awaiting.peers { reply(.outcome(awaiting.outcome), to: peer) }
      }
      self[scene: name].awaiting = []
    }
  }
}
