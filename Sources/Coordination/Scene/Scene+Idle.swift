// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// What happens when nobody does anything (specification, section "Idle"): the coordinator itself sends a command, which is
/// asked about, written down and told as any other.
extension Scene {
  /// The wait begins now, if the scene has such a rule.
  mutating func beginIdleWait(in world: World) {
    idleDue = world.settings.scenes[name]?.idle.map { world.time.advanced(byMs: $0.afterMs) }
  }

  /// Somebody does something: the wait begins anew, and what the coordinator would do because nobody did gives way.
  ///
  /// - Parameter id: The command that somebody sends; nil where it is a sign of life alone.
  mutating func noteActivity(by id: CommandID?, in world: World, _ turn: inout Turn) {
    beginIdleWait(in: world)
    // Also where a gate has parked it.
    let waiting = queue.takeAll { ($0.reason.isTurn || $0.reason.isGate) && $0.errand.cause == .idle }
    for waiting in waiting {
      decide(waiting, Ending(givingWayTo: id), in: world, &turn)
    }
    if running?.errand.cause == .idle {
      interrupt(id.map { .superseded(by: $0) } ?? .cancelled, in: world, &turn)
    } else if waiting.isEmpty {
      return
    }
    advance(in: world, &turn)
  }

  /// The wait is over: the path of the rule is due, unless somebody does something, or the rule says that nothing happens
  /// now; then the wait begins anew.
  mutating func expireIdleWait(in world: World, _ turn: inout Turn) {
    guard let due = idleDue, due <= world.time else { return }
    beginIdleWait(in: world)
    guard let idle = world.settings.scenes[name]?.idle, !world.isStopping, running == nil, queue.next == nil,
      stage.top(among: idle.unless) == nil
    else { return }
    guard !isIdle(by: idle, in: world) else {
      // Nothing can happen before the route changes, or somebody does something.
      idleDue = nil
      return
    }
    enqueue(.navigator(.replace(path: idle.replace, in: nil)), as: .idle, in: world, &turn) { command, _ in
      command.because = "the idle rule, after \(TimeText.text(ms: idle.afterMs))"
    }
  }

  /// Whether the path of the rule is there already; so it is where there is no route, which the start path is for.
  func isIdle(by idle: Settings.Idle, in world: World) -> Bool {
    if stage.route.root.elements.isEmpty { return true }
    var trial = Plan(.navigator(.replace(path: idle.replace, in: nil)), on: stage.route, ids: stage.ids)
    return trial.begin(in: stage.registry(in: world)) == .refused(.unchanged(.same))
  }

  /// The command of the rule has ended.
  mutating func settleIdle(_ outcome: Outcome, in world: World) {
    // The tree may build another path than the rule names: then it is as near as it can be.
    if outcome.kind == .unchanged(.same) { idleDue = nil } else { beginIdleWait(in: world) }
  }

  /// Commands that a gate has parked were those of somebody who has gone.
  mutating func supersedeParked(by errand: Errand, in world: World, _ turn: inout Turn) {
    for parked in queue.takeAll(where: \.reason.isGate) {
      decide(parked, Ending(.superseded(by: errand.id)), in: world, &turn)
    }
  }
}

extension Stage {
  /// The first of these screens that is on top; nil where none is.
  func top(among screens: Set<ScreenName>) -> ScreenName? {
    guard !screens.isEmpty else { return nil }
    var found: ScreenName?
    route.root.forEachElement { element, visibility in
      if found == nil, visibility == .top, screens.contains(element.screen.name) { found = element.screen.name }
    }
    return found
  }
}

extension Ending {
  /// The ending of what nobody wants any more.
  fileprivate init(givingWayTo id: CommandID?) { self.init(id.map { .superseded(by: $0) } ?? .cancelled) }
}
