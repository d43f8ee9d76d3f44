// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// Waiting for a turn, giving way, and the commands of the coordinator itself.
extension Scene {
  /// Puts an admitted command into the queue, or ends it at once.
  mutating func enqueue(_ errand: Errand, in world: World, _ turn: inout Turn) {
    let isBusy = running != nil || queue.next != nil
    if isBusy, !errand.isWithinAsk {
      switch errand.command?.ifBusy {
      case .queue, nil: break
      // It changes nothing, so nobody has to give way to it.
      case .supersede where errand.isDryRun: break
      case .reject:
        decide(errand, Ending(.busy, message: busyness(in: world)), in: world, &turn)
        return
      case .supersede:
        if let conflict = errand.conflict(on: stage) {
          decide(errand, Ending(.conflict, message: conflict), in: world, &turn)
          return
        }
        // Within the grace after a start, workers are missing that decide whether it would fail.
        let isKnown = !(world.isInGrace && errand.needsWorkers(on: stage, in: world))
        if isKnown, let (trial, ending, tasks) = immediateEnd(of: errand, in: world, turn) {
          stage.tellArrivals(tasks, of: trial.errand, in: world, &turn)
          if ending.kind == .unchanged(.same) { supersedeLinks(by: trial.errand, in: world, &turn) }
          decide(trial.errand, ending, asked: trial.asked, in: world, &turn)
          return
        }
        supersede(by: errand, in: world, &turn)
        return
      }
    }
    if let message = lackOfPlace(for: errand, in: queue, turn.ledger.use) {
      decide(errand, Ending(.busy, message: message), in: world, &turn)
      return
    }
    queue.append(errand)
  }

  /// Puts a command of the coordinator itself at the head, after the running transition.
  mutating func enqueue(
    _ verb: Verb, as work: Errand.Work, in world: World, _ turn: inout Turn,
    _ adjust: (inout Command, inout Errand.Times) -> Void = { _, _ in }
  ) {
    queue.prepend(makeErrand(verb, as: work, in: world, &turn, adjust))
  }

  /// A command of the coordinator itself.
  func makeErrand(
    _ verb: Verb, as work: Errand.Work, in world: World, _ turn: inout Turn,
    _ adjust: (inout Command, inout Errand.Times) -> Void
  ) -> Errand {
    var command = Command(id: turn.makeInternalID(), scene: name, verb: verb)
    var times = Errand.Times(
      deadline: world.time.advanced(byMs: world.settings.transitionMs), hostWaitMs: world.settings.hostWaitMs)
    adjust(&command, &times)
    let bodyHash = command.bodyHash
    return Errand(command.id, work, command, bodyHash: bodyHash, times, in: name, at: world.time, &turn)
  }

  /// Has the committed path built anew after the running transition, without a deadline of its own.
  mutating func enqueueRebuild(in world: World, _ turn: inout Turn) {
    // An empty scene is rebuilt too while its first command runs: the old tree may have built that command's draft.
    guard !stage.route.root.elements.isEmpty || running != nil, !queue.hasTurn(where: { $0.cause == .tree }) else {
      return
    }
    let times = Errand.Times(deadline: world.time.advanced(byMs: Limits.deadlineMsMax), hostWaitMs: 0)
    queue.prepend(
      Errand(turn.makeInternalID(), .rebuild, bodyHash: Ledger.anyBody, times, in: name, at: world.time, &turn))
  }

  /// Plans the start path that the scene declares, if it has no route and none is under way.
  mutating func boot(in world: World, _ turn: inout Turn) {
    guard let declared = world.settings.scenes[name], !declared.start.isEmpty, stage.route.root.elements.isEmpty,
      running?.errand.cause != .start, !queue.hasTurn(where: { $0.cause == .start })
    else { return }
    let settings = world.settings
    let graceMs = world.isInGrace ? settings.restartGraceMs : 0
    enqueue(.navigator(.replace(path: declared.start, in: nil)), as: .start, in: world, &turn) { _, times in
      times.hostWaitMs = settings.startHostWaitMs
      times.deadline = world.time.advanced(byMs: settings.startHostWaitMs + graceMs)
    }
  }

  /// Queues the death policy of an element whose worker reported CANNOT_SHOW, unless the same policy waits already.
  /// A policy that already waits for the element is dropped, so at most one waits.
  /// Fallbacks that cannot be shown would replace each other for ever, so the element is popped where this fallback stood there
  /// before, or in which too many screens could not be shown.
  mutating func apply(
    _ policy: Routable.DeathPolicy, to element: Element, because reason: String, in world: World, _ turn: inout Turn
  ) {
    var policy = policy
    if case .fallback(let screen) = policy, !stage.admits(screen, inPlaceOf: element) { policy = .pop }
    let deed = Self.deed(of: policy, for: element)
    // A worker can say any number of times that it cannot show an element, with another policy each time.
    if let waiting = queue.policy(of: element.id) {
      if let deed, waiting.does(deed.verb, for: element) { return }
      if let outdated = queue.take(waiting.id) { drop(outdated, in: world, &turn) }
    }
    guard let (verb, work) = deed else { return }
    queue.prepend(makePolicy(verb, work, because: reason, in: world, &turn))
  }

  /// The same for many elements at once: the first of them runs first.
  mutating func apply(
    _ policies: [(element: Element, policy: Routable.DeathPolicy)], because reason: String, in world: World,
    _ turn: inout Turn
  ) {
    guard !policies.isEmpty else { return }
    let waiting = queue.policies
    var outdated: Set<ElementID> = []
    var errands: [Errand] = []
    for (element, policy) in policies {
      let deed = Self.deed(of: policy, for: element)
      if let waiting = waiting[element.id] {
        if let deed, waiting.does(deed.verb, for: element) { continue }
        outdated.insert(element.id)
      }
      guard let (verb, work) = deed else { continue }
      errands.append(makePolicy(verb, work, because: reason, in: world, &turn))
    }
    if !outdated.isEmpty {
      let taken = queue.takeAll { waiting in
        waiting.errand.policy.map { outdated.contains($0.element) } ?? false
      }
      for waiting in taken { drop(waiting, in: world, &turn) }
    }
    queue.prepend(errands)
  }

  /// What a policy does with an element; nil where that stays.
  private static func deed(
    of policy: Routable.DeathPolicy, for element: Element
  ) -> (verb: Verb, work: Errand.Work)? {
    switch policy {
    case .keep: nil
    case .pop: (.navigator(.dismiss(.id(element.id))), .pop(of: element.id, showing: element.screen.name))
    case .fallback(let screen):
      (
        .navigator(.replaceContent(of: .id(element.id), with: screen)),
        .fallback(of: element.id, showing: element.screen.name)
      )
    }
  }

  /// The command of a policy. It acts on the route of its turn, and its time counts from there: nobody would send it again.
  ///
  /// - Parameter reason: For people: which worker is gone, and how.
  private func makePolicy(
    _ verb: Verb, _ work: Errand.Work, because reason: String, in world: World, _ turn: inout Turn
  ) -> Errand {
    makeErrand(verb, as: work, in: world, &turn) { command, times in
      command.because = reason
      times.deadline = world.time.advanced(byMs: Limits.deadlineMsMax)
    }
  }

  /// Why the queue has no place for a command: the share of its user, or of its client, is full.
  private func lackOfPlace(for errand: Errand, in queue: SceneQueue, _ use: WindowUse) -> String? {
    let capacity = Limits.queueMax - (errand.isWithinAsk ? 0 : Limits.queueReserved)
    let share = queue.share(of: errand.user, capacity: capacity, where: \.takesQueuePlace)
    if share.isFull { return share.refusal(of: use.user(errand.user), "places in the scene's queue") }
    guard !errand.isWithinAsk,
      queue.countPlaces(where: { $0.id.client == errand.id.client }) >= Limits.queuePerClientMax
    else { return nil }
    return
      "client '\(errand.id.client)' has \(Limits.queuePerClientMax) commands in the scene's queue, which is its share;"
      + " wait for their outcomes"
  }

  /// A superseder is tried first: one that ends at once supersedes nobody. What the trial would send stays in its own turn.
  /// Where its route stands already, its post tasks are to be told.
  private func immediateEnd(
    of errand: Errand, in world: World, _ turn: Turn
  ) -> (trial: Transition, Ending, tasks: [PostTask])? {
    var (trial, trialTurn) = (Transition(errand, on: stage), turn)
    if let ending = endBeforeBegin(of: errand, in: world) { return (trial, ending, []) }
    // A worker that is busy now may be free by its turn.
    trialTurn.asks = AskBook(epoch: world.epoch)
    switch trial.begin(on: stage, in: world, &trialTurn) {
    case .end(.ended(let ending)): return (trial, ending, [])
    case .commit(let goal) where goal.draft.isLast && goal.route == stage.route:
      return (trial, Ending(.unchanged(.same)), goal.draft.plan.postTasks)
    case .commit, .wait, .rebuild, .end: return nil
    }
  }

  /// Waiting commands give way if they are of the same client, or supersede others themselves. So does the running command
  /// before its commit; a stepwise one that has committed, after the step that is under way, if one is. The errand takes its place. Where there is
  /// no place for the errand, nobody gives way.
  private mutating func supersede(by errand: Errand, in world: World, _ turn: inout Turn) {
    var staying = queue
    let giveWay = staying.takeAll { waiting in
      let other = waiting.errand
      return waiting.reason.takesQueuePlace && !other.isInternal && !other.isWithinAsk
        && (other.id.client == errand.id.client || other.command?.ifBusy == .supersede)
    }
    if !runningGivesWay, let message = lackOfPlace(for: errand, in: staying, turn.ledger.use) {
      decide(errand, Ending(.busy, message: message), in: world, &turn)
      return
    }
    queue = staying
    for waiting in giveWay {
      decide(waiting.errand, Ending(.superseded(by: errand.id)), asked: waiting.asked, in: world, &turn)
    }
    guard runningGivesWay else {
      queue.append(errand)
      return
    }
    interrupt(.superseded(by: errand.id), in: world, &turn)
    var next = errand
    next.hasSuperseded = true
    queue.prepend(next)
  }

  /// Whether the running command makes room for one that supersedes. One that took the place of a running one itself does not:
  /// else two that supersede each other would never commit. Nor does one that was cancelled and ends after its step.
  private var runningGivesWay: Bool {
    guard let running, !running.errand.isInternal, !running.errand.hasSuperseded, !running.errand.isWithinAsk else {
      return false
    }
    if case .cancelled = running.stop { return false }
    return true
  }

  /// A link has been followed, if only to where the scene is: older links that still wait would lead away again, and end.
  mutating func supersedeLinks(by errand: Errand, in world: World, _ turn: inout Turn) {
    // The empty path leads nowhere.
    guard errand.isLink, !errand.isDryRun, errand.leadsTo?.path?.isEmpty != true else { return }
    // Those that have their turn again stand in the order in which they came.
    let older = queue.takeAll { waiting in
      waiting.reason.isLink && waiting.errand.admitted <= errand.admitted
        || waiting.reason.isLinkAgain && waiting.errand.admitted < errand.admitted
    }
    for waiting in older {
      decide(waiting.errand, Ending(.superseded(by: errand.id)), asked: waiting.asked, in: world, &turn)
    }
  }

  /// CANCEL: ends the command, if it has not ended.
  mutating func cancel(_ id: CommandID, in world: World, _ turn: inout Turn) {
    if let waiting = queue.take(id) {
      decide(waiting, Ending(.cancelled), in: world, &turn)
      letRunningGoOn(afterEndOf: id)
    } else if running?.errand.id == id {
      interrupt(.cancelled, in: world, &turn)
    }
    // Others may have waited behind it.
    if running == nil { advance(in: world, &turn) }
  }
}
