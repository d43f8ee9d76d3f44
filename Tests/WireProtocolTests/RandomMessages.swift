// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import TestSupport

/// Random messages of every kind.
extension SeededGenerator {
  mutating func commandID() -> CommandID {
    if bool(), let id = CommandID("my-own.id\(below(100))") { return id }
    let client = CommandID.client(name: pick(["way", "home-button", "a"]), randomBits: next(), next())
    return CommandID(client: client, sequence: 1 + count() % 1_000_000) ?? commandID()
  }

  mutating func token() -> Ask.Token { Ask.Token(epoch: count(), number: count()) }

  private mutating func past() -> Inspect.Past {
    var past = Inspect.Past()
    (past.before, past.after, past.until) = (maybe { $0.count() }, maybe { $0.count() }, maybe { $0.count() })
    (past.from, past.to) = (maybe { $0.milliseconds() }, maybe { $0.milliseconds() })
    (past.wantsFailed, past.wantsMinor) = (bool(), bool())
    (past.command, past.element) = (maybe { $0.pick(["7Q2-1883", "x"]) }, maybe { ElementID($0.count()) })
    return past
  }

  mutating func message(_ kind: Message.Kind) -> Message {
    switch kind {
    case .command: .command(command())
    case .query: .query(Query(id: pick(["x", "7Q2-18"]), seal: bool()))
    case .cancel: .cancel(Cancel(id: commandID()))
    case .resume: .resume(Resume(id: commandID(), target: commandID()))
    case .snapshotRequest: .snapshotRequest(SnapshotRequest(scenes: list(upTo: 3) { $0.name() }))
    case .inspect:
      .inspect(
        Inspect(
          pick(Inspect.Subject.allCases), scene: maybe { $0.name() }, since: maybe { $0.count() },
          limit: maybe { $0.below(1000) }, past: past()))
    case .clear: .clear(Clear(worker: name()))
    case .active: .active(Active(scene: name()))
    case .accepted: .accepted(Accepted(id: commandID(), place: below(64)))
    case .outcome: .outcome(outcome())
    case .status:
      .status(
        Status(
          id: commandID().description, state: pick(Status.State.allCases), revisions: list(upTo: 3) { $0.count() }))
    case .snapshot: .snapshot(Snapshot(scenes: list(upTo: 2) { $0.sceneState() }))
    case .report:
      .report(Report(objects: list(upTo: 2) { .json($0.content()) }, more: bool(), next: maybe { $0.count() }))
    case .error:
      .error(ProtocolError(pick(ProtocolError.Code.allCases), text(), majors: pick([1...1, 1...3, 2...2])))
    case .hello: .hello(registration())
    case .register: .register(registration())
    case .answer: .answer(AnswerMessage(token: token(), answer: answer()))
    case .working: .working(Working(token: token(), ms: milliseconds()))
    case .abandoned: .abandoned(Abandoned(token: token()))
    case .appeared:
      .appeared(
        Appeared(scene: name(), elements: list(upTo: 3) { ElementID($0.count()) }, revision: maybe { $0.count() }))
    case .cannotShow:
      .cannotShow(
        CannotShow(
          scene: name(), element: ElementID(count()), code: maybe { $0.text() }, message: maybe { $0.text() },
          revision: maybe { $0.count() }))
    case .pong: .pong(Pong(applied: applied(), unsettled: list(upTo: 3) { $0.token() }))
    case .bye: .bye(Bye(restartingMs: maybe { $0.milliseconds() }))
    case .welcome:
      .welcome(Welcome(session: count(), version: text(), verdicts: list(upTo: 3) { $0.settled() }))
    case .who: .who
    case .registered: .registered(Registered(generation: count()))
    case .ask: .ask(ask())
    case .settled: .settled(settled())
    case .workerState:
      .workerState(
        WorkerState(
          scene: name(), revision: count(), elements: list(upTo: 3) { $0.shownElement() }, path: maybe { $0.path() },
          animated: bool()))
    case .ping: .ping
    case .treeEvent: .treeEvent(treeEvent())
    case .arrival: .arrival(arrival())
    case .state: .state(sceneState())
    case .update: .update(update())
    case .presence: .presence(presenceChange())
    case .keepalive:
      .keepalive(
        Keepalive(
          epoch: count(),
          positions: list(upTo: 3) {
            Keepalive.Position(scene: $0.name(), revision: $0.count(), presenceNumber: $0.count())
          }, workerChanges: count()))
    }
  }

  mutating func command() -> Command {
    var command = Command(id: commandID(), scene: name(), verb: verb())
    command.ackedBelow = count()
    command.context = content()
    command.animated = bool()
    command.expecting = maybe { $0.bool() ? .revision($0.count()) : .top(ElementID($0.count())) }
    command.ifBusy = pick(Contention.allCases)
    command.until = pick(Completion.allCases)
    command.deadlineMs = maybe { $0.milliseconds() }
    command.skipsGuards = bool()
    command.stepwise = bool()
    command.because = maybe { $0.text() }
    command.within = maybe { $0.token() }
    command.depth = below(9)
    command.wantsAccepted = bool()
    command.isDryRun = bool()
    return command
  }

  private mutating func outcome() -> Outcome {
    let kind = outcomeKind()
    return Outcome(
      id: commandID(), kind: kind, message: maybe { $0.text() }, scene: name(), epoch: count(),
      revision: count(), path: placedPath(), asked: list(upTo: 3) { $0.asked() }, ms: Double(below(10_000)) / 8,
      durable: bool(), revisions: list(upTo: 3) { $0.count() }, appeared: maybe { $0.bool() },
      stop: kind == .rejected(.notInTree) ? treeStop() : nil, steps: list(upTo: 3) { $0.buildStep() },
      walk: list(upTo: 3) { $0.walkStep() }, search: maybe { $0.destinationSearch() },
      delivered: list(upTo: 3) { ElementID($0.count()) })
  }

  private mutating func outcomeKind() -> Outcome.Kind {
    switch below(11) {
    case 0: .committed
    case 1: .unchanged(pick(UnchangedReason.allCases))
    case 2: .vetoed(by: party(), pick(Outcome.VetoReason.allCases), code: maybe { $0.text() })
    case 3: .unhandled
    case 4: .rejected(pick(RejectedReason.allCases))
    case 5: .conflict
    case 6: .superseded(by: commandID())
    case 7: .busy
    case 8: .timedOut(phase: pick(Outcome.Phase.allCases), who: maybe { $0.party() })
    case 9: .cancelled
    default: .failed(who: party(), pick(Outcome.FailureReason.allCases), code: maybe { $0.text() })
    }
  }

  private mutating func party() -> Outcome.Party {
    Outcome.Party(worker: maybe { $0.name() }, screen: maybe { $0.name() }, element: maybe { ElementID($0.count()) })
  }

  private mutating func asked() -> Asked {
    Asked(
      request: request().description, screen: name(), element: maybe { ElementID($0.count()) },
      worker: maybe { $0.name() }, answer: pick(Asked.Answer.allCases), ms: Double(below(1000)) / 16,
      standing: bool(), message: maybe { $0.text() })
  }

  private mutating func cause() -> Cause {
    Cause(
      kind: pick(Cause.Kind.allCases), command: maybe { $0.commandID() }, verb: text(),
      origin: Origin(name: text(), pid: Int32(below(99_999)), uid: maybe { UInt32($0.below(99_999)) }, command: text()),
      asked: list(upTo: 3) { $0.asked() }, because: maybe { $0.text() }, tokens: list(upTo: 3) { $0.token() },
      skippedGuards: bool())
  }

  private mutating func registration() -> Registration {
    guard let incarnation = Incarnation("run-\(next())") else { return registration() }
    var registration = Registration(
      worker: name(), version: text(), incarnation: incarnation,
      scenes: maybe { $0.list(upTo: 3) { $0.name() } }, root: list(upTo: 2) { $0.name() }, generation: count(),
      wantsRoutes: bool(), applied: applied(), unsettled: list(upTo: 2) { $0.token() })
    for _ in 0..<below(4) { registration.routables[name()] = routable() }
    registration.tree = maybe { $0.treeNode() }
    for _ in 0..<below(3) { registration.parts[name()] = treeNode() }
    registration.links = maybe { $0.linkReading() }
    registration.takeover = next() % 2 == 0
    for _ in 0..<below(3) { registration.destinations[name()] = destination() }
    for task in Destination.TaskKind.allCases where below(4) == 0 {
      registration.tasks[task] = list(upTo: 3) { $0.name() }
    }
    return registration
  }

  private mutating func routable() -> Routable {
    var routable = Routable(
      handles: list(upTo: 3) { $0.pattern() }, guards: bool(), unanswered: pick(Routable.Unanswered.allCases),
      hosts: bool(), back: bool(), prepares: bool(), sensitive: bool(), isVirtual: bool(),
      presentation: maybe { $0.presentation() }, branches: maybe { $0.declaredBranches() },
      onDeath: bool() ? .fallback(screen()) : pick([.keep, .pop]), ask: maybe { .milliseconds($0.milliseconds()) },
      workingMax: maybe { .milliseconds($0.milliseconds()) }, instance: pick(AnyScreen.InstanceMode.allCases))
    for _ in 0..<below(3) { routable.standing[pattern()] = instruction() }
    return routable
  }

  private mutating func pattern() -> RequestPattern {
    switch below(6) {
    case 0: RequestPattern(toChild: maybe { $0.name() })
    case 1: RequestPattern(pick([.toParent, .toSelf]), nil)
    default: RequestPattern(pick([.show, .hide, .change]), maybe { $0.name() })
    }
  }

  private mutating func applied() -> [SceneName: Applied] {
    var applied: [SceneName: Applied] = [:]
    for _ in 0..<below(3) { applied[name()] = Applied(epoch: count(), revision: count()) }
    return applied
  }

  private mutating func ask() -> Ask {
    var ask = Ask(
      token: token(), command: commandID(), scene: name(), revision: count(),
      question: below(3) == 0
        ? pick([.leave, .host, .build("3@2/0"), .parse("museum://exhibit/7?a=%20"), .task(taskQuestion())])
        : .handle(request()),
      screen: screen(),
      element: maybe { ElementID($0.count()) }, isDraft: bool(), route: path(), context: content(), animated: bool(),
      deadlineMs: milliseconds(), depth: below(9))
    ask.step = maybe { $0.driveStep() }
    return ask
  }

  private mutating func answer() -> Answer {
    switch below(9) {
    case 8: .value(content())
    case 6: .tree(treeNode())
    case 7: .path(list(upTo: 3) { $0.literal() })
    case 0: .instruction(instruction())
    case 1: .declined
    case 2: .allow
    case 3: .deny(code: maybe { $0.text() }, message: maybe { $0.text() })
    case 4: .redirect(to: verb(inAnswer: true), within: .milliseconds(max(milliseconds(), 1)))
    default: .failed(code: maybe { $0.text() }, message: maybe { $0.text() })
    }
  }

  private mutating func settled() -> Settled { Settled(token: token(), used: bool()) }

  private mutating func sceneState() -> SceneState {
    SceneState(scene: name(), epoch: count(), revision: count(), presenceNumber: count(), path: placedPath())
  }

  private mutating func update() -> Update {
    Update(
      scene: name(), epoch: count(), previousRevision: count(), revision: count(), isMinor: bool(), previous: path(),
      current: placedPath(), cause: cause(), presenceNumber: count())
  }

  private mutating func presenceChange() -> Presence.Change {
    Presence.Change(
      scene: name(), epoch: count(), number: count(), elements: list(upTo: 3) { ElementID($0.count()) },
      presence: pick(Presence.allCases), worker: maybe { $0.name() }, version: text(),
      restartingMs: maybe { $0.milliseconds() }, message: maybe { $0.text() })
  }
}
