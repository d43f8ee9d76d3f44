// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// A command that runs in a scene, from its turn to its exit: a machine that asks workers and says what the scene does next
/// (specification, state machine "Scene").
///
/// ```
/// reading ─► planning ─► building ─► awaitingHosts ─► guarding ─► intercepting ─► preparing ─► commits ─┐
///                ▲            ▲            │                                                            │
///                ├────────────┴─ a worker registers                                                     │
///                └──────────────────────── stepwise, and not the last step ◄────────────────────────────┘
/// ```
///
/// Each state owns what it alone needs, and each can end by an ``Exit``. A transition changes nothing of its
/// ``Stage``: the scene commits, and then calls ``resume(on:in:_:)``.
struct Transition: Sendable {
  /// What it waits for. No ask is open in `awaitingHosts` and `idle`; in each other state one is. What is large lies apart,
  /// because each turn moves a transition through several hands.
  enum State: Sendable {
    /// For a worker to say where a link leads.
    indirect case reading(LinkSearch)
    /// For the handler chain of a plan.
    indirect case planning(Plan)
    /// For a worker to say whether a dynamic node of its tree builds an element of the draft.
    indirect case building(Draft, PathBuild)
    /// The same, for the committed path.
    indirect case rebuilding(PathBuild)
    /// For a worker to register: a host of an arriving element, or a part of the tree. `goal` is nil where the tree
    /// cannot build the draft without that worker, and the draft where the command cannot be planned without it.
    indirect case awaitingHosts(Draft?, goal: Goal?, until: Instant, Ending)
    /// For a guard; those still to be asked come next.
    case guarding(Goal, due: ArraySlice<Element>)
    /// For an interceptor or a context task on the way to a destination.
    case intercepting(Goal)
    /// For a host to be prepared; those still to be asked come next.
    case preparing(Goal, due: ArraySlice<Element>)
    /// For its scene, which begins it or commits its goal; after that commit the plan goes on.
    case idle(Draft?)
  }

  /// A route that a plan leads to. Shared, because it goes through many hands.
  final class Draft: Sendable {
    /// It goes on after the guards on the way to a destination, and after the commit of a step.
    let plan: Plan
    let route: Route
    /// Whether the command ends with the commit of this route.
    let isLast: Bool
    /// With how many elements its root path and that of the transition's base begin.
    let commonCount: Int

    init(plan: consuming Plan, route: Route, isLast: Bool, since base: Route) {
      (self.plan, self.route, self.isLast) = (plan, route, isLast)
      commonCount = route.root.commonCount(with: base.root)
    }

    /// A draft whose plan has gone on.
    init(plan: consuming Plan, of draft: Draft) {
      (self.plan, route, isLast, commonCount) = (plan, draft.route, draft.isLast, draft.commonCount)
    }
  }

  /// A draft that the tree has built: the route to commit.
  struct Goal: Sendable {
    var draft: Draft
    var route: Route
    /// With how many elements its root path and that of the transition's base begin.
    var commonCount: Int
    /// What the tree says of its elements; nil where no tree was declared.
    var decisions: [ElementID: TreeDecision]?
    /// The tree that built it.
    let treeVersion: UInt64
  }

  /// What the scene does next.
  enum Move: Sendable {
    /// Nothing: an answer, a registration or a deadline comes.
    case wait
    /// It makes this its route; then it resumes the transition, or the transition is over.
    case commit(Goal)
    /// It makes this path its route, with these decisions of the tree; then the transition is over.
    case rebuild(Path, [ElementID: TreeDecision])
    /// It ends the transition.
    case end(Exit)
  }

  /// The ways out of a transition. What is large lies apart: most commands end committed, and a way out goes through several
  /// hands.
  enum Exit: Sendable {
    /// The route is as asked. `previous` is the route before the last commit.
    case committed(since: Route)
    /// Another outcome.
    indirect case ended(Ending)
    /// A gate redirects: it waits for RESUME, and the verb comes first. The gate may be a task on the way to a destination.
    indirect case parked(by: Outcome.Party, task: String?, first: Verb, within: Duration)
    /// A link waits for workers outside the queue.
    indirect case putAside(Ending, until: Instant)
    /// The reason of a death policy has gone. Nobody asked for it, so nobody hears of it.
    case dropped

    /// Whether the answers of the workers were used.
    var isAsAsked: Bool {
      switch self {
      case .committed: true
      case .ended(let ending): if case .unchanged(.same) = ending.kind { true } else { false }
      case .parked, .putAside, .dropped: false
      }
    }
  }

  /// The ask that waits for its answer.
  struct OpenAsk: Sendable {
    let token: Ask.Token
    let worker: WorkerSlot
    let party: Outcome.Party
    let request: String
    let screen: ScreenName
    /// Whether it is a step of a walk: then nobody else can be asked.
    let isStep: Bool
    /// The task on the way to a destination, if it is one.
    let task: Inquiry.Task?
    /// Whether it is put once only where nobody answered.
    let isPutOnce: Bool
    let sent: Instant
    var deadline: Instant
    /// The latest that WORKING may move the deadline to.
    var latest: Instant
    /// When its worker's own time is over, also where that of the command is over sooner.
    var due: Instant
    /// Set while it is not sent: its worker ends a handler that was cancelled.
    var held: HeldInquiry?
  }

  /// An answered ask whose verdict is due.
  struct AnsweredAsk: Sendable {
    let token: Ask.Token
    let worker: WorkerSlot
  }

  /// A process that has prepared an element of the goal.
  struct PreparedHost: Sendable {
    let element: ElementID
    let worker: WorkerSlot
    let incarnation: Incarnation
  }

  /// Why a stepwise command ends after the step that is under way.
  enum Stop: Sendable {
    case cancelled
    case superseded(by: CommandID)

    /// How it ends then.
    var ending: Ending {
      switch self {
      case .cancelled: Ending(.cancelled)
      case .superseded(let by): Ending(.superseded(by: by))
      }
    }
  }

  var errand: Errand
  /// The route that the present step starts from.
  private(set) var base: Route
  /// Gives out the ids of new elements.
  private(set) var ids: IDSource
  /// Ids of drafts below this one may have been told: in asks, traces and outcomes.
  private(set) var toldIDs: UInt64
  var state: State
  var openAsk: OpenAsk?
  private(set) var answered: [AnsweredAsk] = []
  /// The hosts that have prepared what the goal of the present step brings.
  var prepared: [PreparedHost] = []
  /// The trace.
  var asked: [Asked] = []
  /// How many lines of it come from before it began: from a gate, or from when it was read before.
  private(set) var askedBefore = 0
  /// How many asks it has sent.
  var sentAsks = 0
  /// The asks that nobody answered and that are not repeated.
  var unanswered: [OpenAsk] = []
  /// The commits of its steps so far.
  private(set) var revisions: [Revision] = []
  /// Elements that took the content of a new one, up to the last commit.
  var delivered: [ElementID] = []
  /// Until when it waits for hosts and parts of the tree; set when it first has to.
  var hostsAwaitedUntil: Instant?
  /// Whether a worker has registered since it was planned, which may declare what its screens begin with.
  var hasNewcomers = false
  /// Whether the link may lead elsewhere by now: since it was read, a worker has registered, or the configuration was read anew.
  var isReadingOutdated = false
  /// The version of the tree that builds the draft.
  var treeBuilding: UInt64 = 0
  /// Whether Back at the root has been turned into the path that the scene has for it.
  var triedBackAtRoot = false
  var stop: Stop?
  /// The route before its first step, once it has committed that one.
  var beforeSteps: Route?

  init(_ errand: Errand, on stage: Stage) {
    self.errand = errand
    base = stage.route
    ids = stage.ids
    toldIDs = stage.ids.next
    state = .idle(nil)
  }

  /// It was planned before, and asked this then.
  mutating func goOn(after asked: [Asked]) {
    self.asked = asked
    askedBefore = asked.count
  }

  /// The deadline of its state. Mutating only so that it is read where it lies; it changes nothing.
  mutating func nextDeadline() -> Instant {
    var next = errand.deadline
    if let deadline = openAsk?.deadline { next = min(next, deadline) }
    if case .awaitingHosts(_, _, let until, _) = state { next = min(next, until) }
    return next
  }

  /// Its time stood still for this long.
  mutating func postpone(byMs ms: Int64) {
    errand.deadline = errand.deadline.advanced(byMs: ms)
    hostsAwaitedUntil = hostsAwaitedUntil?.advanced(byMs: ms)
    if case .awaitingHosts(let draft, let goal, let until, let ending) = state {
      state = .awaitingHosts(draft, goal: goal, until: until.advanced(byMs: ms), ending)
    }
    if let openAsk {
      self.openAsk?.deadline = openAsk.deadline.advanced(byMs: ms)
      self.openAsk?.latest = openAsk.latest.advanced(byMs: ms)
      self.openAsk?.due = openAsk.due.advanced(byMs: ms)
    }
  }

  /// The elements that a plan has made so far may be told.
  mutating func tell(idsOf plan: Plan) { toldIDs = max(toldIDs, plan.ids.next) }

  mutating func note(_ answered: AnsweredAsk) { self.answered.append(answered) }

  /// What a commit says of why it came: the errand, the trace, and the tokens of the answers that led to it. Mutating only so that
  /// it is read where it lies; it changes nothing.
  mutating func reasons() -> (errand: Errand, asked: [Asked], tokens: [Ask.Token]) {
    (errand, asked, answered.map(\.token))
  }

  /// A step is committed: the next one starts from it.
  mutating func noteCommit(of route: Route, as revision: Revision) {
    revisions.append(revision)
    base = route
  }

  /// Tells the workers that were asked what became of their answers; each ask that is not closed gets exactly one verdict.
  mutating func settle(used: Bool, in world: World, _ turn: inout Turn) {
    if let openAsk {
      cancel(openAsk, in: world, &turn)
      closeAsk(openAsk, openAsk.held == nil ? .noAnswer : .skipped, in: world)
    }
    for answered in answered {
      if used { turn.remember(used: answered.token) }
      guard let connection = world.connection(of: answered.worker) else { continue }
      turn.asks.close(answered.token, of: answered.worker)
      turn.send(.settled(Settled(token: answered.token, used: used)), to: connection)
    }
    answered = []
  }
}

extension Transition.State {
  /// Its word, for what should never happen; a crash message must not tell what a draft holds.
  var name: String {
    switch self {
    case .reading: "reading"
    case .planning: "planning"
    case .building: "building"
    case .rebuilding: "rebuilding"
    case .awaitingHosts: "awaitingHosts"
    case .guarding: "guarding"
    case .intercepting: "intercepting"
    case .preparing: "preparing"
    case .idle: "idle"
    }
  }
}
