// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// What people are told of the command that runs, and of those that wait.
extension Scene {
  /// A verb in a message for people, and the reason why a command waits, in octets.
  static let verbBytesMax = 128

  /// Why the turn of a command did not come in time, for people.
  func missedTurn(of errand: Errand, in world: World) -> String {
    guard awaitsWorkers(errand, in: world) else { return "its turn did not come in time" }
    return "workers of before the restart were awaited: \(world.missingNames)"
  }

  /// Whether a command waits for the return of workers, soon after a start.
  private func awaitsWorkers(_ errand: Errand, in world: World) -> Bool {
    running == nil && world.isInGrace && errand.needsWorkers(on: stage, in: world)
  }

  /// The command that runs, and what it waits for; nil where none does.
  func underWay(in world: World) -> SceneStatus.UnderWay? {
    guard let running else { return nil }
    let errand = running.errand
    func age(of moment: Instant) -> Duration { .milliseconds(Int64(world.time.ms(since: moment))) }
    var told = SceneStatus.UnderWay(
      verb: errand.verbText(in: world), origin: errand.origin.name, pid: errand.origin.pid,
      elapsed: age(of: errand.admitted))
    if let ask = running.openAsk, ask.held == nil {
      told.asking = SceneStatus.UnderWay.Asking(
        request: ask.request, screen: ask.screen, element: ask.party.element, worker: ask.party.worker,
        elapsed: age(of: ask.sent))
    }
    if case .awaitingHosts(_, _, _, let ending) = running.state { told.lacking = ending.lacking }
    return told
  }

  /// The commands that wait and those that a gate has parked, oldest first.
  ///
  /// - Parameter missing: The names of the workers that are awaited, made once for all scenes.
  func held(atMost limit: Int, awaiting missing: String, in world: World) -> [SceneStatus.Held] {
    // None is copied but those that are told: a worker can have a policy wait for each of its elements.
    let held = queue.waiting.indices.filter { !queue.waiting[$0].reason.isAppearance }
    let oldest = held.sorted { queue.waiting[$0].errand.admitted < queue.waiting[$1].errand.admitted }.prefix(limit)
    return oldest.map { index in
      let waiting = queue.waiting[index]
      let errand = waiting.errand
      var told = SceneStatus.Held(
        errand.id, verb: errand.verbText(in: world).shortened(bytesMax: Self.verbBytesMax, countsEllipsis: true),
        origin: errand.origin.name, pid: errand.origin.pid,
        elapsed: .milliseconds(Int64(world.time.ms(since: errand.admitted))))
      // A policy has a time of its own only once it begins.
      if errand.policy == nil { told.remaining = .milliseconds(Int64(waiting.until.ms(since: world.time))) }
      told.isParked = waiting.reason.isGate
      told.reason = reason(of: waiting, awaiting: missing, in: world)?
        .shortened(bytesMax: Self.verbBytesMax, countsEllipsis: true)
      return told
    }
  }

  /// What a command waits for, for people; nil where that is its turn.
  private func reason(of waiting: SceneQueue.Waiting, awaiting missing: String, in world: World) -> String? {
    switch waiting.reason {
    case .turn, .linkAgain:
      awaitsWorkers(waiting.errand, in: world) ? "workers of before the restart are awaited: \(missing)" : nil
    case .link(let ending): world.message(of: ending, in: name)
    case .gate(let gate): "\(gate.party.worker?.rawValue ?? "the coordinator") wants something else first"
    case .appearance: nil
    }
  }

  /// Why a command that does not wait is refused: with whom the scene is busy.
  func busyness(in world: World) -> String {
    if var running = underWay(in: world) {
      running.verb = running.verb.shortened(bytesMax: Self.verbBytesMax, countsEllipsis: true)
      return "the scene is busy with \(running.text)"
    }
    guard let next = queue.next else { return "the scene is busy with another command" }
    let verb = next.verbText(in: world).shortened(bytesMax: Self.verbBytesMax, countsEllipsis: true)
    return "the scene is busy: '\(verb)' of \(next.origin.name) waits for its turn"
  }
}
