// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// One scene: its route, who hosts it, and the commands on their way.
struct Scene: Hashable, Sendable {
  let name: SceneName
  var route = Route()
  var revision: Revision = 0
  /// The newest revision that is not minor.
  var majorRevision: Revision = 0
  var ids = IDSource()
  /// By element id.
  var hosts: [ElementID: Host] = [:]
  /// Elements that their worker cannot show, and why.
  var failures: [ElementID: String] = [:]
  var presenceNumber: UInt64 = 0
  /// The tree that its workers make together.
  var tree = TreeComposition([]) {
    didSet { plan = RoutePlan(tree) }
  }
  /// The routes of the tree.
  private(set) var plan = RoutePlan()
  /// What the tree says of the route's elements, as far as it was asked.
  var decisions: [ElementID: TreeDecision] = [:]
  /// First come, first served; internal commands come to the head.
  var queue: [Errand] = []
  var running: Transition?
  /// In the order of parking.
  var parked: [Parked] = []
  /// Links that wait for workers, in the order of coming.
  var waiting: [WaitingLink] = []
  /// Appearances reported while a transition runs, committed after it.
  var reported: [ElementID] = []
  /// Commits whose outcome waits for appearances.
  var awaiting: [Awaiting] = []
  /// When something of it was last published.
  var published: Instant
  /// When the route was committed last, for people.
  var committed: Instant?

  init(_ name: SceneName, at now: Instant) {
    self.name = name
    published = now
  }
}

/// A command on its way, with what the coordinator knows of it.
struct Errand: Hashable, Sendable {
  var command: Command
  var origin: Origin
  var cause: Cause.Kind
  var bodyHash: UInt64
  var admitted: Instant
  var deadline: Instant
  var hostWaitMs: Int64
  /// For a gate's redirect, the command that waits for it.
  var parkedID: CommandID?
  /// Whether it took the place of a running one; it is then not interrupted itself.
  var hasSuperseded = false
  /// Of a RESUME, the command that goes on.
  var resumedID: CommandID?

  var id: CommandID { command.id }

  /// What it wants, as people write it.
  var verbText: String {
    if let resumedID { return "resume \(resumedID)" }
    return cause == .tree ? "tree" : command.verb.verbText
  }

  /// Whether the coordinator itself wants it; it then has a reserved place and is not superseded.
  var isInternal: Bool { cause != .command }
}

/// A command that a gate has parked.
struct Parked: Hashable, Sendable {
  var errand: Errand
  /// The gate: who redirected.
  var gate: Outcome.Party
  /// The user that sent the command.
  var uid: UInt32?
  var asked: [Asked]
  var deadline: Instant
}

/// A link that waits for workers, and what becomes of it if they do not come.
struct WaitingLink: Hashable, Sendable {
  var errand: Errand
  var ending: Ending
  var asked: [Asked]
  var until: Instant
}

/// How a command would end now.
struct Ending: Hashable, Sendable {
  var kind: Outcome.Kind
  var message: String?
  var stop: TreeStop?
}

/// A commit whose outcome waits until its elements have appeared.
struct Awaiting: Hashable, Sendable {
  var outcome: Outcome
  var peers: [Peer]
  /// Elements that have not appeared yet.
  var elements: [ElementID]
  var deadline: Instant
}

/// A command that runs: plan, ask, commit, publish.
struct Transition: Hashable, Sendable {
  /// What it waits for.
  enum Phase: Hashable, Sendable {
    /// Where a link leads to.
    case parsing
    /// An answer of the handler chain.
    case handling
    /// A worker's answer whether a dynamic node of its tree builds an element.
    case building
    /// Hosts of arriving elements, or parts of the tree, to register.
    case awaitingHosts
    /// A guard's answer.
    case guarding
    /// A host's answer that it is prepared.
    case preparing
  }

  /// The ask that waits for its answer.
  struct OpenAsk: Hashable, Sendable {
    var token: AskToken
    var connection: Connection
    var worker: WorkerName
    var request: String
    var screen: ScreenName
    var element: ElementID?
    /// Whether it is a step of a walk: then nobody else can be asked.
    var isStep: Bool
    var sent: Instant
    var deadline: Instant
    /// The latest that WORKING may move the deadline to.
    var latest: Instant
  }

  /// An answered ask whose verdict is due.
  struct Answered: Hashable, Sendable {
    var token: AskToken
    var worker: WorkerName
  }

  /// What is asked at most once in a transition, whatever comes back under a new incarnation.
  struct AskKey: Hashable, Sendable {
    var request: String
    var screen: ScreenName
    var element: ElementID?
  }

  /// Why a stepwise command ends after the present step.
  enum Stop: Hashable, Sendable {
    case cancelled
    case superseded(by: CommandID)
  }

  var errand: Errand
  var plan: Plan
  /// The route that the present step starts from.
  var base: Route
  /// The route that the present step leads to, as planned.
  var planned: Route
  /// The same, once built by the tree.
  var goal: Route
  /// Who reads the link, where the command is one.
  var link: LinkSearch?
  /// Building the goal by the scene's tree, where it has one.
  var build: PathBuild?
  /// The tree by which it is built, and whether it is.
  var tree = TreeComposition([])
  var isBuilt = false
  /// Until when it waits for hosts and parts of the tree; set when it first has to.
  var waitsUntil: Instant?
  /// Whether the command ends with the present step.
  var isLastStep = true
  var phase = Phase.handling
  var open: OpenAsk?
  var answered: [Answered] = []
  var asked: [Asked] = []
  var askedKeys: Set<AskKey> = []
  /// Guards still to be asked.
  var guardsDue: [Element] = []
  /// Hosts still to be asked.
  var preparesDue: [Element] = []
  var revisions: [Revision] = []
  /// Whether Back at the root has been turned into the scene's path for it.
  var triedBackAtRoot = false
  var stop: Stop?

  init(_ errand: Errand, on scene: Scene) {
    self.errand = errand
    base = scene.route
    planned = scene.route
    goal = scene.route
    plan = Plan(
      errand.command.verb, on: scene.route, context: errand.command.context, ids: scene.ids,
      stepwise: errand.command.isStepwise)
  }
}
