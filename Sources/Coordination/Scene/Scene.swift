// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// One scene: what stands in it, the command that runs, and the commands that wait.
///
/// The coordinator gives a scene the events that concern it. The scene lets at most one ``Transition`` run, carries out its
/// moves, and is the only one that changes its ``Stage``. A transition ends in one place, ``end(by:in:_:)``.
struct Scene: Sendable {
  var stage: Stage
  private(set) var running: Transition?
  var queue = SceneQueue()
  /// Appearances that workers reported while a transition ran; they are committed after it.
  var appearances: [Appearance] = []
  /// When nobody will have done anything for as long as the rule of the scene says; nil where nothing happens then.
  var idleDue: Instant?
  /// Since when something that the coordinator does of its own accord waits for another turn; nil where nothing does.
  private(set) var heldSince: Instant?
  /// How many of the links that wait, from the first on, are to be read again, because a worker came or the configuration changed.
  private var linksDue = 0
  /// Whether a command would begin the scene: it has no commit yet, and is forgotten if it gets none.
  let isTentative: Bool
  /// The user that began it; nil where the configuration declares it, and for `main`, which is nobody's.
  var beganBy: User?

  var name: SceneName { stage.name }

  init(
    _ name: SceneName, _ slot: SceneSlot, firstID: UInt64 = 1, firstRevision: Revision = 0, isTentative: Bool = false,
    beganBy user: User? = nil
  ) {
    stage = Stage(name, slot, firstID: firstID, firstRevision: firstRevision)
    self.isTentative = isTentative
    beganBy = user
  }

  /// Whether it has ever changed.
  var hasCommits: Bool { stage.hasCommits }

  /// Whether nothing would be lost with it.
  var isForgettable: Bool { isTentative && !hasCommits && running == nil && queue.waiting.isEmpty }

  /// The first deadline of its commands, and of its rule for when nobody does anything. Mutating only so that the transition is
  /// read where it lies, and not copied as a whole first; it changes nothing.
  mutating func nextDeadline() -> Instant? {
    var next = queue.nextDeadline
    if let running = running?.nextDeadline() { next = next.map { min($0, running) } ?? running }
    if let idleDue { next = next.map { min($0, idleDue) } ?? idleDue }
    return next
  }

  /// Whether the verdict on an answered ask is not known yet; it comes with the end of the transition.
  func isPending(_ token: Ask.Token) -> Bool { running?.answered.contains { $0.token == token } ?? false }
}

/// Running a command.
extension Scene {
  /// Starts the commands that can start, until the scene has to wait for something.
  mutating func advance(in world: World, _ turn: inout Turn) {
    guard !world.isStopping else { return }
    let since = heldSince ?? world.time
    heldSince = nil
    if running == nil {
      readLinksAgain(&turn)
      if linksDue > 0 { heldSince = since }
    }
    while running == nil, let next = queue.next {
      if world.isInGrace, next.needsWorkers(on: stage, in: world) { return }
      if whileMoving(next, in: world) == .wait {
        // What has appeared by now does not move.
        commitAppearances(in: world, &turn)
        if isMoving(in: world) { return }
      }
      guard turn.admits(next.ownWork) else {
        heldSince = since
        return
      }
      // Before the next one holds them up, however many wait behind it.
      commitAppearances(in: world, &turn)
      let asked = queue.takeNext()
      begin(next, asked: asked, in: world, &turn)
      if running == nil { commitAppearances(in: world, &turn) }
    }
    if running == nil { commitAppearances(in: world, &turn) }
  }

  /// Goes on with what was left over for another turn, if anything was: a command finds the scene as if nothing had been.
  mutating func goOn(in world: World, _ turn: inout Turn) {
    if heldSince != nil { advance(in: world, &turn) }
  }

  /// Begins a command; afterwards it runs, or has ended.
  ///
  /// - Parameter asked: Its asks so far: at a gate, or when it was read before.
  private mutating func begin(_ errand: Errand, asked: [Asked], in world: World, _ turn: inout Turn) {
    if isMoot(errand, in: world) { return turn.ledger.remove(errand.key) }
    if let ending = endBeforeBegin(of: errand, in: world) {
      decide(errand, ending, asked: asked, in: world, &turn)
      return
    }
    turn.ledger.change(errand.key) { $0.state = .running }
    running = Transition(errand, on: stage)
    if !asked.isEmpty { running?.goOn(after: asked) }
    if errand.cause == .death { running?.errand.deadline = world.time.advanced(byMs: world.settings.transitionMs) }
    carryOut(running?.begin(on: stage, in: world, &turn), in: world, &turn)
  }

  /// Whether it is a policy whose reason is gone by now: its element left, such as with one below it, or shows another screen, or
  /// a worker is back that shows it. Nobody has asked for it, so nobody hears of it.
  private func isMoot(_ errand: Errand, in world: World) -> Bool {
    switch errand.work {
    case .pop(of: let id, showing: let screen), .fallback(of: let id, showing: let screen):
      guard stage.route.element(id)?.screen.name == screen else { return true }
      guard let registered = stage.registered(screen, in: world), stage.failure(of: id, registered) == nil else {
        return false
      }
      return registered.routable.hosts && world.isLive(registered.owner.slot)
    case .command, .start, .redirect, .rebuild, .idle, .resume: return false
    }
  }

  /// Why a command cannot begin as the scene stands; nil where it can.
  func endBeforeBegin(of errand: Errand, in world: World) -> Ending? {
    if let conflict = errand.conflict(on: stage) { return Ending(.conflict, message: conflict) }
    guard whileMoving(errand, in: world) == .abort, isMoving(in: world) else { return nil }
    return Ending(.busy, message: "a screen is still appearing")
  }

  /// Carries out the moves of the running transition, until it waits or has ended.
  private mutating func carryOut(_ move: consuming Transition.Move?, in world: World, _ turn: inout Turn) {
    while let next = move.take() {
      switch next {
      case .wait:
        if let end = running?.toldIDs { stage.tell(idsBelow: end, &turn) }
        return
      case .commit(let goal): move = commit(goal, in: world, &turn)
      case .rebuild(let path, let decisions): move = commit(path, decisions, in: world, &turn)
      case .end(let exit):
        end(by: exit, in: world, &turn)
        return
      }
    }
  }

  /// Ends the running transition: the only way out.
  private mutating func end(by exit: Transition.Exit, in world: World, _ turn: inout Turn) {
    guard var transition = running.take() else { preconditionFailure("no transition runs in \(name)") }
    let errand = transition.errand
    // The workers that were asked are told what is true after a restart, as the client is.
    var exit = exit
    if case .ended(let ending) = exit, let truth = world.afterRestart(ending, of: errand, on: stage) {
      exit = .ended(truth)
    }
    close(&transition, used: exit.isAsAsked, in: world, &turn)
    switch exit {
    case .committed(let previous):
      supersedeLinks(by: errand, in: world, &turn)
      if errand.cause == .idle { supersedeParked(by: errand, in: world, &turn) }
      var ending = Ending(.committed)
      let before = transition.beforeSteps ?? previous
      if !transition.delivered.isEmpty { ending.delivered = stage.delivered(transition.delivered, since: before) }
      decide(
        errand, ending, asked: transition.asked, revisions: transition.revisions, since: before, in: world, &turn)
    case .ended(let ending):
      if exit.isAsAsked { supersedeLinks(by: errand, in: world, &turn) }
      decide(errand, ending, asked: transition.asked, revisions: transition.revisions, in: world, &turn)
    case .parked(let gate, let task, let verb, let time):
      park(transition, at: gate, task, first: verb, within: time, in: world, &turn)
    case .putAside(let ending, let until):
      let share = queue.share(of: errand.user, capacity: Limits.linksMax, where: \.takesLinkPlace)
      guard errand.hasLinkPlace || !share.isFull else {
        let message = share.refusal(of: turn.ledger.use.user(errand.user), "places for links of the scene")
        decide(errand, Ending(.busy, message: message), asked: transition.asked, in: world, &turn)
        return
      }
      turn.ledger.change(errand.key) { $0.state = .waiting }
      let link = SceneQueue.Waiting(errand: errand, reason: .link(ending), asked: transition.asked, until: until)
      // A worker that came meanwhile was not among its readers, or declares where its path may lead: it is read again.
      queue.append(transition.isReadingOutdated ? link.readAgain : link)
    case .dropped: turn.ledger.remove(errand.key)
    }
  }

  /// Tells those that were asked by a transition that is over what became of their answers. The ids that a draft told are given to
  /// no other element.
  private mutating func close(_ transition: inout Transition, used: Bool, in world: World, _ turn: inout Turn) {
    transition.settle(used: used, in: world, &turn)
    stage.ids = IDSource(next: max(stage.ids.next, transition.toldIDs))
    stage.tell(idsBelow: transition.toldIDs, &turn)
  }

  /// Goes on with the steps of the running transition.
  mutating func resumeSteps(in world: World, _ turn: inout Turn) -> Transition.Move? {
    running?.resume(on: stage, in: world, &turn)
  }

  /// Why the running transition commits.
  mutating func commitReasons() -> (errand: Errand, asked: [Asked], tokens: [Ask.Token])? { running?.reasons() }

  /// Remembers of the running command the route before its first step.
  mutating func noteStep(since route: Route) { if running?.beforeSteps == nil { running?.beforeSteps = route } }

  /// Remembers of the running command that it has changed a sensitive screen.
  mutating func noteSensitive() { running?.errand.isSensitive = true }

  /// Remembers of the running command which elements take the content of new ones.
  mutating func noteDelivered(_ elements: [ElementID]) { running?.delivered = elements }

  /// Tells the running transition that its route is committed, and the workers that their answers were used.
  mutating func settleCommit(in world: World, _ turn: inout Turn) {
    running?.noteCommit(of: stage.route, as: stage.revision)
    running?.settle(used: true, in: world, &turn)
  }

  /// Decides a command of this scene and tells its outcome, at once or when its elements have appeared.
  mutating func decide(
    _ errand: Errand, _ ending: consuming Ending, asked: [Asked] = [], revisions: [Revision] = [],
    since previous: Route? = nil, in world: World, _ turn: inout Turn
  ) {
    if let truth = world.afterRestart(ending, of: errand, on: stage) { ending = truth }
    let (decided, peers) = turn.decide(errand, ending, asked: asked, revisions: revisions, on: stage, in: world)
    if let previous, errand.command?.until == .appeared {
      awaitAppearance(of: decided.outcome, errand, peers: peers, since: previous, in: world, &turn)
    } else {
      for peer in peers { turn.reply(decided.message, to: peer) }
    }
    switch errand.work {
    case .redirect(let parked): settleParked(parked, after: decided.outcome, of: errand, in: world, &turn)
    case .start: if !decided.isAsAsked { turn.counters.failedStarts += 1 }
    case .fallback(of: let element, showing: let screen):
      if !decided.isAsAsked {
        giveUpWholly(element, screen, because: errand.command?.because ?? "", in: world, &turn)
      }
    case .idle: settleIdle(decided.outcome, in: world)
    case .command, .pop, .rebuild, .resume: break
    }
  }
}

/// Events of the running transition.
extension Scene {
  /// The answer to its open ask.
  mutating func take(_ answer: Answer, in world: World, _ turn: inout Turn) {
    carryOut(running?.take(answer, on: stage, in: world, &turn), in: world, &turn)
    if running == nil { advance(in: world, &turn) }
  }

  /// WORKING about its open ask.
  mutating func extend(_ token: Ask.Token, byMs ms: Int64, in world: World) {
    running?.extend(token, byMs: ms, in: world)
  }

  /// The session of a worker is over; `worker` has none in the world any more.
  mutating func endSession(of worker: WorkerSlot, in world: World, _ turn: inout Turn) {
    if forgetSession(of: worker) != nil { loseAsk(in: world, &turn) }
    if running == nil { advance(in: world, &turn) }
  }

  /// A session is over. Returns the ask that was open in it, which is to be given up by ``loseAsk(in:_:)``.
  mutating func forgetSession(of worker: WorkerSlot) -> Transition.OpenAsk? {
    stage.followers[worker] = nil
    return running?.openAsk.flatMap { $0.worker == worker ? $0 : nil }
  }

  /// The session that was asked is over: the transition goes on without its answer, unless a newer process can be asked what was held
  /// back.
  mutating func loseAsk(in world: World, _ turn: inout Turn) {
    if running?.passOnHeldAsk(on: stage, in: world, &turn) == true { return }
    carryOut(running?.endAskedSession(on: stage, in: world, &turn), in: world, &turn)
  }

  /// A worker has ended a handler that was cancelled: it can be asked what was held back.
  mutating func sendHeldAsk(in world: World, _ turn: inout Turn) {
    running?.sendHeldAsk(on: stage, in: world, &turn)
  }

  /// A worker has registered: links are read again, in their order, and a transition that waits for a worker looks again.
  mutating func welcomeWorker(in world: World, _ turn: inout Turn) {
    endMootPolicy(in: world, &turn)
    carryOut(running?.lookAgain(on: stage, in: world, &turn), in: world, &turn)
    readLinks(in: world, &turn)
  }

  /// Ends a policy that waits for a host while its reason has gone: a worker is back that shows its element.
  private mutating func endMootPolicy(in world: World, _ turn: inout Turn) {
    guard running?.awaitsHosts == true, let policy = running?.errand, isMoot(policy, in: world) else { return }
    end(by: .dropped, in: world, &turn)
  }

  /// A worker or the configuration has changed, so a link may lead elsewhere: waiting links are read again, and the running one, if it has
  /// to wait.
  mutating func readLinks(in world: World, _ turn: inout Turn) {
    linksDue = queue.count(where: \.isLink)
    if running?.errand.isLink == true {
      running?.isReadingOutdated = true
    } else {
      // Only while no link runs: a running link may supersede the waiting ones.
      readLinksAgain(&turn)
    }
    advance(in: world, &turn)
  }

  /// Gives the links that are to be read again a turn, as many as may begin now. One that waits again waits behind the others.
  private mutating func readLinksAgain(_ turn: inout Turn) {
    while linksDue > 0, turn.admits(Errand.linkWork) {
      linksDue -= 1
      guard let link = queue.takeFirst(where: \.reason.isLink) else {
        linksDue = 0
        return
      }
      queue.append(link.readAgain)
    }
  }

  /// Ends the running command, if there is one. Where it has committed a step, the one that is under way is the last; while it waits
  /// for a host or a part of the tree none is.
  mutating func interrupt(_ stop: Transition.Stop, in world: World, _ turn: inout Turn) {
    guard let running else { return }
    guard running.revisions.isEmpty || running.awaitsHosts else {
      self.running?.stop = stop
      return
    }
    end(by: .ended(stop.ending), in: world, &turn)
  }

  /// A superseder has ended before its turn: the walk that was to end after its step goes on.
  mutating func letRunningGoOn(afterEndOf superseder: CommandID) {
    if case .superseded(by: superseder)? = running?.stop { running?.stop = nil }
  }

  /// Ends everything, for the coordinator ends.
  mutating func stop(in world: World, _ turn: inout Turn) {
    let message = "the coordinator is ending"
    let ending = Ending(.failed(who: .coordinator, .stopping, code: nil), message: message)
    // Before the verbs of their gates: the end of such a verb would decide them.
    for parked in queue.takeAll(where: \.reason.isGate) {
      decide(parked.errand, ending, asked: parked.asked, in: world, &turn)
    }
    if running != nil { end(by: .ended(ending), in: world, &turn) }
    for waiting in queue.takeAll(where: { $0.reason.isTurn || $0.reason.isLink }) {
      let id = waiting.errand.id
      for peer in turn.ledger[waiting.errand.key]?.attached ?? [] {
        turn.reply(.error(ProtocolError(.stopping, "\(message); send \(id) again to the next one")), to: peer)
      }
      turn.ledger.remove(waiting.errand.key)
    }
    for waiting in queue.takeAll(where: \.reason.isAppearance) {
      guard case .appearance(let awaited) = waiting.reason else { continue }
      for peer in awaited.peers { turn.reply(.outcome(awaited.outcome), to: peer) }
    }
  }
}

/// The passing of time.
extension Scene {
  /// Does everything that is due.
  mutating func expire(in world: World, _ turn: inout Turn) {
    // First, since a superseder that is late does not end the walk whose ask is due in the same turn.
    for waiting in queue.takeAll(where: { $0.reason.isTurn && $0.until <= world.time }) {
      var ending = Ending(.timedOut(phase: .queue, who: nil), message: missedTurn(of: waiting.errand, in: world))
      if case .linkAgain(let before) = waiting.reason { ending = before }
      decide(waiting.errand, ending, asked: waiting.asked, in: world, &turn)
      letRunningGoOn(afterEndOf: waiting.errand.id)
    }
    if let running {
      if running.errand.deadline <= world.time || running.hasAwaitedHosts(until: world.time) {
        end(by: .ended(running.timedOut), in: world, &turn)
      } else if let ask = running.openAsk, ask.deadline <= world.time {
        carryOut(self.running?.missAnswer(on: stage, in: world, &turn), in: world, &turn)
      }
    }
    for waiting in queue.takeAll(where: { $0.reason.isGate && $0.until <= world.time }) {
      guard case .gate(let gate) = waiting.reason else { continue }
      let ending = Ending(.timedOut(phase: .parked, who: gate.party), message: "nobody resumed it")
      decide(waiting, ending, in: world, &turn)
    }
    for waiting in queue.takeAll(where: { $0.reason.isLink && $0.until <= world.time }) {
      guard case .link(let ending) = waiting.reason else { continue }
      decide(waiting.errand, ending, asked: waiting.asked, in: world, &turn)
    }
    settleAppearances(in: world, &turn)
    expireIdleWait(in: world, &turn)
    advance(in: world, &turn)
  }

  /// The whole process stood still for this long: no command is late, and nobody could do anything.
  mutating func absorbStall(ms: Int64) {
    running?.postpone(byMs: ms)
    queue.postpone(byMs: ms)
    idleDue = idleDue?.advanced(byMs: ms)
  }
}
