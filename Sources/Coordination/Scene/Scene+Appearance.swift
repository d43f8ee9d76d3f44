// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// `until: appeared`: the outcome of a commit is told when its elements can be seen. The command is decided and in the
/// journal at the commit; only the telling waits, and the queue does not (specification, section "Appearance").
extension Scene {
  /// What a route to a destination does while a screen is still appearing; nil for all other errands.
  func whileMoving(_ errand: Errand, in world: World) -> Destination.WhileMoving? {
    guard case .route(let reference) = errand.command?.verb else { return nil }
    let destination: Destination? =
      switch reference {
      case .inline(let destination): destination
      case .named(let name): stage.registry(in: world).destination(name)
      }
    return destination?.whileMoving ?? world.settings.destinationHooks.whileMoving
  }

  /// Whether a screen is still appearing. What workers have reported while a transition runs has appeared, though its commit comes later.
  func isMoving(in world: World) -> Bool { stage.isMoving(besides: appearances, in: world) }

  /// Lets the telling wait for the visible elements that a commit brought or changed.
  mutating func awaitAppearance(
    of outcome: Outcome, _ errand: Errand, peers: [Peer], since previous: Route, in world: World, _ turn: inout Turn
  ) {
    // An element that no process shows never appears.
    let elements = stage.route.activePath.filter { element in
      !element.hasAppeared && previous.element(element.id) != element && !stage.isVirtual(element, in: world)
    }
    tellOldest(of: errand.user, &turn)
    let awaited = SceneQueue.Awaited(
      outcome: outcome, peers: peers,
      elements: elements.map { Appearance(element: $0.id, screen: $0.screen.name) })
    queue.append(.init(errand: errand, reason: .appearance(awaited), until: errand.deadline))
    settleAppearances(in: world, &turn)
  }

  /// Tells a user whose share of the tellings that wait is full the oldest of them as it stands.
  private mutating func tellOldest(of user: UserSlot?, _ turn: inout Turn) {
    guard queue.share(of: user, capacity: Limits.appearancesMax, where: \.isAppearance).isFull,
      let waiting = queue.takeFirst(where: { $0.reason.isAppearance && $0.errand.user == user }),
      case .appearance(let awaited) = waiting.reason
    else { return }
    tell(awaited, &turn)
  }

  private func tell(_ awaited: SceneQueue.Awaited, _ turn: inout Turn) {
    var outcome = awaited.outcome
    outcome.appeared = awaited.elements.allSatisfy { stage.hasAppeared($0) }
    let appeared = outcome.appeared
    turn.ledger.amend(outcome.id) { $0.appeared = appeared }
    for peer in awaited.peers { turn.reply(.outcome(outcome), to: peer) }
  }

  /// Tells the outcomes whose elements have all appeared, or of which one cannot appear any more.
  mutating func settleAppearances(in world: World, _ turn: inout Turn) {
    guard queue.waiting.contains(where: \.reason.isAppearance) else { return }
    let stage = stage
    let settled = queue.takeAll { waiting in
      guard case .appearance(let awaited) = waiting.reason else { return false }
      let missing = awaited.elements.filter { !stage.hasAppeared($0) }
      return missing.isEmpty || missing.contains(where: stage.isLost) || waiting.until <= world.time
    }
    for waiting in settled {
      if case .appearance(let awaited) = waiting.reason { tell(awaited, &turn) }
    }
  }
}

extension Stage {
  /// Whether an element of the active path has not appeared, and its worker is there to show it.
  ///
  /// - Parameter reported: What has appeared, and is not committed yet.
  fileprivate func isMoving(besides reported: [Scene.Appearance], in world: World) -> Bool {
    route.activePath.contains { element in
      guard !element.hasAppeared, !reported.contains(where: { counts($0, for: element) }),
        !isVirtual(element, in: world),
        let registered = registered(element.screen.name, in: world), failure(of: element.id, registered) == nil
      else { return false }
      return registered.routable.hosts && world.isLive(registered.owner.slot)
    }
  }

  /// Whether what was reported is that an element has appeared with the screen that it shows now.
  private func counts(_ reported: Scene.Appearance, for element: Element) -> Bool {
    (reported.element, reported.screen) == (element.id, element.screen.name)
      && !isOutdated(element.id, at: reported.revision)
  }

  /// Whether no process shows an element, and none needs to: its registration says so, or the tree does.
  fileprivate func isVirtual(_ element: Element, in world: World) -> Bool {
    registered(element.screen.name, in: world)?.routable.isVirtual == true
      || decisions[element.id]?.builder?.isVirtual == true
  }

  /// Whether what was waited for has appeared. Another screen under the id of an element is not what was waited for.
  fileprivate func hasAppeared(_ awaited: Scene.Appearance) -> Bool {
    guard let element = route.element(awaited.element) else { return false }
    return element.screen.name == awaited.screen && element.hasAppeared
  }

  /// Whether what has not appeared is gone, or has no worker that could show it.
  fileprivate func isLost(_ awaited: Scene.Appearance) -> Bool {
    guard route.element(awaited.element)?.screen.name == awaited.screen else { return true }
    switch hosts[awaited.element]?.presence {
    case .failed, .unattended, .quarantined, .notInTree, nil: return true
    case .attended, .leaving: return false
    }
  }
}
