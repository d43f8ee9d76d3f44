// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

/// The messages whose octets are fixed in Protocols/golden, by the name of their file: one of every kind, and of those
/// with several shapes one of each.
enum GoldenMessages {
  static let all: [(name: String, message: Message)] = client + verbs + outcomes + workers + answers + observers

  /// What the headers say.
  static let epoch: Epoch = 1_763_697_600_000_000
  static let correlation: [UInt8] = (0..<16).map { 0xA0 + UInt8($0) }

  /// The command that asks, verdicts and outcomes are about. Each command that is sent has an id of its own, so that all can
  /// be sent to one coordinator.
  static let id = id(7)

  private static func id(_ sequence: UInt64) -> CommandID {
    guard let id = CommandID(client: "way-0123456789ABCDEFGHJKMNPQRS", sequence: sequence) else {
      preconditionFailure("\(sequence) is no sequence")
    }
    return id
  }

  static let token = Ask.Token(epoch: epoch, number: 42)
  static let exhibit = AnyScreen("exhibit", content: .object([("id", .integer(7))]))
  static let help = AnyScreen("help", presentation: .sheet(allowsPush: true))
  static let home = Element(id: .root, screen: AnyScreen("home"), hasAppeared: true)
  static let shown = Element(id: ElementID(9), screen: exhibit)

  /// A path with hosts, one of them lost.
  static let placed = PlacedPath(
    Path([home, shown]),
    hosts: [.root: Host(.attended, worker: "kiosk"), ElementID(9): Host(.unattended, worker: "exhibits")])

  /// A path with containers of both kinds.
  static let nested = Path([
    Element(
      id: .root, screen: AnyScreen("main"), hasAppeared: true,
      branches: Branches(
        kind: .tabs,
        branches: [
          Branches.Branch("music", path: Path([Element(id: ElementID(3), screen: AnyScreen("albums"))])),
          Branches.Branch("radio"),
        ], selected: "music", alwaysShown: ["radio"], keepsSelection: true)),
    Element(
      id: ElementID(4), screen: AnyScreen("mail", presentation: .sheet(allowsPush: false)),
      branches: Branches(kind: .split, branches: [Branches.Branch("master")], selected: "master")),
  ])

  static let asked = [
    Asked(request: "show exhibit", screen: "list", element: ElementID(4), worker: "kiosk", answer: .declined, ms: 0.5),
    Asked(
      request: "show exhibit", screen: "home", element: .root, worker: "kiosk", answer: .push, ms: 0, standing: true),
    Asked(
      request: "leave", screen: "exhibit", element: ElementID(9), worker: "exhibits", answer: .deny, ms: 1.25,
      message: "unsaved notes"),
  ]

  private static let past: Inspect.Past = {
    var past = Inspect.Past()
    (past.before, past.from, past.to) = (4711, 1_763_697_600_000_000, 1_763_697_660_000_000)
    (past.until, past.wantsFailed, past.command) = (8412, true, "7Q2-1883")
    return past
  }()

  private static let holding: Inspect.Past = {
    var past = Inspect.Past()
    (past.after, past.element, past.wantsMinor) = (0, .root, true)
    return past
  }()

  private static let client: [(String, Message)] = [
    ("command", .command(full)),
    ("query", .query(Query(id: "7Q2-1883"))),
    ("query-seal", .query(Query(id: id(11).description, seal: true))),
    ("cancel", .cancel(Cancel(id: id(12)))),
    ("resume", .resume(Resume(id: id(13), target: "parked-by-hand"))),
    ("snapshot-request", .snapshotRequest(SnapshotRequest(scenes: ["main", "cluster"]))),
    ("inspect", .inspect(Inspect(.history, scene: "main", since: 8000, limit: 20))),
    ("clear", .clear(Clear(worker: "video"))),
    ("inspect-past", .inspect(Inspect(.history, limit: 20, past: past))),
    ("inspect-commits", .inspect(Inspect(.commits, scene: "main", limit: 1, past: holding))),
    ("inspect-plan", .inspect(Inspect(.plan))),
    ("inspect-destinations", .inspect(Inspect(.destinations, scene: "main"))),
    ("active", .active(Active(scene: "cluster"))),
    ("accepted", .accepted(Accepted(id: id, place: 2))),
    ("status", .status(Status(id: id.description, state: .pending, revisions: [8412, 8413]))),
    ("snapshot", .snapshot(Snapshot(scenes: [sceneState]))),
    (
      "report",
      .report(
        Report(objects: [.json(.object([("scene", .string("main")), ("revision", .integer(8412))]))], more: true))
    ),
    ("report-past", .report(Report(objects: [], more: true, next: 4096))),
    ("error", .error(ProtocolError(.unsupported, "this side speaks major version 1, the message is of 2"))),
  ]

  /// A command that says everything that can be said.
  private static let full: Command = {
    var command = Command(id: id(14), scene: "cluster", verb: .show(["list", "exhibit"]))
    command.ackedBelow = 7
    command.context = .object([
      ("id", .integer(7)), ("tags", .array([.string("é"), .number(0.5), .bool(true), .null])),
    ])
    command.animated = true
    command.expecting = .top(ElementID(9))
    command.ifBusy = .supersede
    command.until = .appeared
    command.deadlineMs = 2500
    command.skipsGuards = true
    command.stepwise = true
    command.because = "home button"
    command.within = token
    command.depth = 1
    command.wantsAccepted = true
    command.isDryRun = true
    return command
  }()

  private static let verbs = zip(21..., verbsByName).map { sequence, named -> (String, Message) in
    let (name, verb) = named
    var command = Command(id: id(UInt64(sequence)), verb: verb)
    if name == "go" { command.expecting = .revision(8412) }
    return ("command-\(name)", .command(command))
  }

  private static let verbsByName: [(String, Verb)] = [
    ("go", .navigator(.go(to: PathItem(exhibit), on: .id(.root)))),
    ("go-path", .navigator(.goPath(to: [PathItem(exhibit), PathItem(help)], on: .screen(AnyScreen("home"))))),
    ("go-back", .navigator(.goBack(to: .screen(exhibit)))),
    ("replace", .navigator(.replace(path: [PathItem(AnyScreen("home")), tabs], in: nil))),
    ("replace-branch", .navigator(.replace(path: [], in: .branch(.root, "music")))),
    ("dismiss", .navigator(.dismiss(.id(ElementID(9))))),
    ("dismiss-successor", .navigator(.dismissSuccessor(of: .id(ElementID(4))))),
    ("replace-content", .navigator(.replaceContent(of: .id(ElementID(9)), with: exhibit))),
    ("replace-screen", .navigator(.replaceScreen(exhibit, with: help))),
    ("did-appear", .navigator(.didAppear(.id(ElementID(9))))),
    ("select", .navigator(.select("radio", of: .id(.root)))),
    ("batch", .batch([.dismiss(.id(ElementID(9))), .go(to: PathItem(help), on: .id(.root))])),
    ("back", .back), ("start", .start("home")), ("hide", .hide("exhibit", atomic: true)),
    ("navigate", .navigate(["home", "list"])), ("open", .open("museum://exhibit/7?from=a%20poster")),
    ("drive-to", .drive(Drive(.route("exhibit"), from: .id(.root), input: .object([("id", .integer(7))])))),
    ("drive-sub", .drive(Drive(.subTree("exhibit"), transactional: true))), ("drive-parent", .drive(Drive(.parent))),
    ("route", .route("exhibit")), ("route-inline", .route(.inline(GoldenDestinations.exhibit))),
    ("route-rare", .route(.inline(GoldenDestinations.rare))),
    (
      "insert-branch",
      .navigator(.insertBranch("radio", [PathItem(exhibit), PathItem(help)], at: 1, of: .id(.root)))
    ),
    ("remove-branch", .navigator(.removeBranch("radio", of: .screen(AnyScreen("main"))))),
    ("replace-branches", .navigator(.replaceBranches(of: .id(.root), with: tabs.branches, selected: "music"))),
  ]

  private static let tabs = PathItem(
    AnyScreen("main"),
    branches: [PathItem.Branch("music", path: [PathItem(AnyScreen("albums"))]), PathItem.Branch("radio", path: [])],
    selected: "radio")

  private static let outcomes = endsByName.map { name, kind -> (String, Message) in
    var outcome = Outcome(
      id: id, kind: kind, scene: "main", epoch: epoch, revision: 8412, path: placed, asked: asked, ms: 2.375)
    switch name {
    case "committed": outcome.appeared = true
    case "vetoed": outcome.message = "unsaved notes"
    case "failed": outcome.revisions = [8411, 8412]
    case "busy": outcome.durable = false
    case "not-in-tree":
      outcome.stop = TreeNode.Stop(index: 2, screen: exhibit, allowed: ["map", "list"], missing: ["settings"])
    case "dry-run":
      outcome.steps = [
        BuildStep(screen: AnyScreen("home"), worker: "kiosk", host: "kiosk"),
        BuildStep(
          screen: exhibit, worker: "exhibits", part: "rooms", wasAsked: true, host: "exhibits", inside: ["floor"]),
      ]
    case "dry-walk":
      outcome.walk = [
        Drive.PlannedStep(
          .up, to: "home", screen: "home", element: .root, from: "exhibit", at: ElementID(9), worker: "exhibits"),
        Drive.PlannedStep(.down, to: "map", screen: "map", from: "home", at: .root, worker: "kiosk", isAsked: true),
        Drive.PlannedStep(
          .down, to: "room", screen: "room", beginsSubTree: true, from: "map", missing: ["floor"]),
      ]
    case "delivered": outcome.delivered = [ElementID(9)]
    case "dry-route": outcome.search = GoldenDestinations.search
    default: break
    }
    return ("outcome-\(name)", .outcome(outcome))
  }

  private static let endsByName: [(String, Outcome.Kind)] = [
    ("committed", .committed), ("unchanged", .unchanged(.targetNotFound)),
    ("vetoed", .vetoed(by: exhibits, .guard, code: "notes")), ("unhandled", .unhandled),
    ("rejected", .rejected(.noHost)), ("not-in-tree", .rejected(.notInTree)), ("dry-run", .unchanged(.dryRun)),
    ("dry-walk", .rejected(.missingDependency)), ("dry-route", .unchanged(.dryRun)),
    ("timed-out-task", .timedOut(phase: .task, who: exhibits)),
    ("conflict", .conflict), ("superseded", .superseded(by: "way-0123456789ABCDEFGHJKMNPQRS-8")), ("busy", .busy),
    ("timed-out", .timedOut(phase: .queue, who: nil)), ("timed-out-guard", .timedOut(phase: .guard, who: exhibits)),
    ("cancelled", .cancelled), ("failed", .failed(who: .coordinator, .restarted, code: nil)),
    ("delivered", .committed),
  ]

  private static let exhibits = Outcome.Party(worker: "exhibits", screen: "exhibit", element: ElementID(9))

  private static let workers: [(String, Message)] = [
    ("hello", .hello(registration)),
    ("hello-minimal", .hello(Registration(worker: "hello", incarnation: "b5f1", scenes: nil))),
    ("hello-steps", .hello(walking)),
    ("hello-destinations", .hello(GoldenDestinations.registration)),
    ("hello-takeover", .hello(Registration(worker: "hello", incarnation: "b5f1", takeover: true))),
    (
      "hello-instances",
      .hello(
        Registration(
          worker: "hello", incarnation: "b5f1",
          routables: ["detail": Routable(instance: .singleTop), "player": Routable(instance: .single)]))
    ),
    ("register", .register(Registration(worker: "hello", incarnation: "b5f1", generation: 2))),
    ("register-tree", .register(declaring)),
    ("working", .working(Working(token: token, ms: 5000))),
    ("abandoned", .abandoned(Abandoned(token: token))),
    ("appeared", .appeared(Appeared(scene: "main", elements: [ElementID(9)], revision: 8412))),
    (
      "cannot-show",
      .cannotShow(
        CannotShow(scene: "main", element: ElementID(9), code: "decode", message: "no id", revision: 8412))
    ),
    ("pong", .pong(Pong(applied: ["main": Applied(epoch: epoch, revision: 8412)], unsettled: [token]))),
    ("bye-stopping", .bye(Bye())), ("bye-restarting", .bye(Bye(restartingMs: 5000))),
    ("welcome", .welcome(Welcome(session: 3, version: "0.1.0", verdicts: [Settled(token: token, used: true)]))),
    ("who", .who), ("registered", .registered(Registered(generation: 2))),
    ("ask-show", .ask(ask(.handle(.show("exhibit"))))),
    ("ask-change", .ask(ask(.handle(.change(from: "map", to: "exhibit"))))),
    ("ask-install", .ask(ask(.handle(.install("home")), element: nil))),
    ("ask-to-child", .ask(stepping)), ("ask-to-parent", .ask(ask(.handle(.toParent)))),
    ("ask-to-self", .ask(ask(.handle(.toSelf)))),
    ("ask-back", .ask(ask(.handle(.back)))), ("ask-leave", .ask(ask(.leave))), ("ask-host", .ask(ask(.host))),
    ("ask-build", .ask(ask(.build("3@2/0")))),
    ("ask-parse", .ask(ask(.parse("museum://exhibit/7"), element: nil))),
    ("ask-task", .ask(ask(.task(.contextTask("load"))))),
    ("ask-task-action", .ask(ask(.task(.action("place", [PathItem(exhibit), tabs])), element: nil))),
    ("settled-used", .settled(Settled(token: token, used: true))),
    ("settled-cancelled", .settled(Settled(token: token, used: false))),
    (
      "worker-state",
      .workerState(
        WorkerState(scene: "main", revision: 8412, elements: [shown.outline(.top)], path: nested, animated: true))
    ),
    ("ping", .ping),
    ("tree-event-appeared", .treeEvent(treeEvent(.appeared(isInitial: true)))),
    ("tree-event-dismissed", .treeEvent(treeEvent(.dismissed))), ("arrival", .arrival(GoldenDestinations.arrival)),
  ]

  /// A registration that declares a tree with a node of every kind, and links.
  private static let declaring: Registration = {
    let rooms = TreeNode.anyOf([
      .onDismiss("left", of: "exhibit", .screen("exhibit", nesting: .screen("feedback", isVirtual: true))),
      .conditional(on: "map", then: .dynamic("floor", then: .screen("map"), otherwise: .empty), otherwise: .empty),
      .wildcard(AnyScreen("sorry"), .screen("sorry")),
    ])
    let pattern = try? LinkPattern(url: "exhibit/{id:int}", path: "home/exhibit?id={id}")
    return Registration(
      worker: "exhibits", incarnation: "b5f1",
      tree: .screen(
        "home", nesting: .anyOf([.remote("rooms"), .remote("settings"), .screen("help", route: RoutePoint("help"))]),
        onAppear: "came", route: RoutePoint("home", requires: ["visitor"], takes: ["language"])),
      parts: ["rooms": rooms],
      links: LinkReading(schemes: ["museum"], patterns: [pattern].compactMap(\.self), parses: true),
      generation: 3)
  }()

  private static func treeEvent(_ kind: TreeNode.Event.Kind) -> TreeNode.Event {
    TreeNode.Event(
      scene: "main", revision: 8412, key: "left", kind: kind, element: ElementID(9), screen: exhibit,
      route: Path([home]))
  }

  private static let registration: Registration = {
    var home = Routable(
      handles: [RequestPattern(.show, "list"), RequestPattern(.hide, nil)],
      standing: [RequestPattern(.show, "map"): .push(nil), RequestPattern(.change, nil): .done])
    home.askMs = 800
    home.workingMaxMs = 10_000
    var exhibit = Routable(guards: true, unanswered: .deny, back: true, prepares: true, sensitive: true)
    exhibit.presentation = .sheet(allowsPush: false)
    exhibit.onDeath = .fallback(AnyScreen("sorry"))
    let frame = Routable(hosts: false, isVirtual: true, onDeath: .pop)
    return Registration(
      worker: "exhibits", version: "2.1", incarnation: "5d3f0c0a9be64f2b8c1f5a1e7d2b4c6e", scenes: ["main", "cluster"],
      root: ["home", "login"], routables: ["home": home, "exhibit": exhibit, "frame": frame], wantsRoutes: true,
      applied: ["main": Applied(epoch: epoch, revision: 8411)], unsettled: [token])
  }()

  /// A registration for steps of walks, one of them with a standing answer.
  private static let walking: Registration = {
    let map = Routable(
      handles: [
        RequestPattern(toChild: "exhibit"), RequestPattern(toChild: nil), RequestPattern(.toParent, nil),
        RequestPattern(.toSelf, nil),
      ],
      standing: [RequestPattern(toChild: "room"): .push(nil)])
    return Registration(worker: "exhibits", incarnation: "b5f1", routables: ["map": map])
  }()

  /// A step of a walk.
  private static let stepping: Ask = {
    var stepping = ask(.handle(.toChild("exhibit")))
    stepping.step = Drive.Step(
      .down, to: "exhibit", screen: "exhibit", beginsSubTree: true, destination: "exhibit",
      input: .object([("id", .integer(7))]))
    return stepping
  }()

  private static func ask(_ question: Ask.Question, element: ElementID? = .root) -> Ask {
    Ask(
      token: token, command: id, scene: "main", revision: 8412, question: question, screen: AnyScreen("home"),
      element: element, isDraft: false, route: Path([home, shown]), context: .object([("id", .integer(7))]),
      animated: true, deadlineMs: 500, depth: 0)
  }

  private static let answers = answersByName.map { name, answer -> (String, Message) in
    ("answer-\(name)", .answer(AnswerMessage(token: token, answer: answer)))
  }

  private static let answersByName: [(String, Answer)] = [
    ("push", .instruction(.push(exhibit))), ("push-asked", .instruction(.push(nil))),
    ("present", .instruction(.present(help))), ("pop", .instruction(.pop)), ("pop-to-root", .instruction(.popToRoot)),
    ("pop-to", .instruction(.popTo("list"))), ("dismiss-hard", .instruction(.dismiss(hard: true))),
    ("dismiss-soft", .instruction(.dismiss(hard: false))),
    ("edit", .instruction(.edit([.go(to: PathItem(help), on: .asked)]))), ("done", .instruction(.done)),
    ("merging", .merging(.pop)),
    ("declined", .declined), ("allow", .allow), ("deny", .deny(code: "notes", message: "unsaved notes")),
    ("redirect", .redirect(to: .show(["login"]), within: .milliseconds(120_000))),
    ("failed", .failed(code: nil, message: "no such file")),
    ("tree", .tree(.anyOf([.screen("list"), .remote("settings")]))),
    ("path", .path([PathItem(AnyScreen("home")), PathItem(exhibit)])),
    ("value", .value(.object([("id", .integer(8))]))), ("value-null", .value(.null)),
  ]

  private static let sceneState = SceneState(
    scene: "main", epoch: epoch, revision: 8412, presenceNumber: 17, path: placed)

  private static let observers: [(String, Message)] = [
    ("state", .state(sceneState)),
    (
      "state-nested",
      .state(SceneState(scene: "main", epoch: epoch, revision: 1, presenceNumber: 0, path: PlacedPath(nested)))
    ),
    ("update", .update(update)),
    ("presence-leaving", .presence(presence(.leaving, restartingMs: 5000))),
    ("presence-failed", .presence(presence(.failed, message: "no id"))),
    (
      "keepalive",
      .keepalive(
        Keepalive(
          epoch: epoch, positions: [.init(scene: "main", revision: 8412, presenceNumber: 17)], workerChanges: 3))
    ),
  ]

  private static let update = Update(
    scene: "main", epoch: epoch, previousRevision: 8411, revision: 8412, isMinor: false, previous: Path([home]),
    current: placed,
    cause: Cause(
      kind: .command, command: id, verb: "show exhibit",
      origin: Origin(name: "home button", pid: 640, uid: 1000, command: "kiosk"), asked: asked, because: "tapped",
      tokens: [token], skippedGuards: true), presenceNumber: 17)

  private static func presence(
    _ presence: Presence, restartingMs: Int64? = nil, message: String? = nil
  ) -> Presence.Change {
    Presence.Change(
      scene: "main", epoch: epoch, number: 18, elements: [ElementID(9)], presence: presence, worker: "exhibits",
      version: "2.1", restartingMs: restartingMs, message: message)
  }
}

extension CommandID: ExpressibleByStringLiteral {
  init(stringLiteral value: String) {
    guard let id = CommandID(value) else { preconditionFailure("'\(value)' is no command id") }
    self = id
  }
}

extension Incarnation: ExpressibleByStringLiteral {
  init(stringLiteral value: String) {
    guard let incarnation = Incarnation(value) else { preconditionFailure("'\(value)' is no incarnation") }
    self = incarnation
  }
}
