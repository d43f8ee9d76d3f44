// SPDX-License-Identifier: Apache-2.0

/// Makes the next route for a destination, from the first step on, with the answers that there are; stops at the first
/// question without one.
///
/// It holds no state from one answer to the next: each time, it begins again with one answer more. So a plan cannot come to
/// depend on the order in which its parts were made, and what makes it reads like the algorithm:
///
/// 1. *Resolve*: a list of steps without choices (`+Resolving`).
/// 2. *Walk* from the destination back to the first step whose screen is there, its anchor (`+Finding`).
/// 3. *Fold*: make the screens of the steps before it, and put each into the draft (`+Making`, `+Placing`).
struct DestinationComposer<Declarations: Registry> {
  /// A step of the resolved list.
  struct PlacedStep {
    var place: Destination.StepPlace
    var step: Destination.Step
    var context: JSONValue
  }

  /// A step to be done on the way back to the destination.
  struct Build {
    /// How.
    enum Way {
      case make(Destination.Factory, Destination.Action)
      case late(Destination.Finder)
      case select(BranchName)
    }

    var way: Way
    var screen: Destination.ScreenStep
    var place: Destination.StepPlace
    var context: JSONValue
  }

  /// A screen that a step found or made, or a child with tasks of its own.
  struct Arrival: Hashable {
    var id: ElementID
    var place: Destination.StepPlace
    var context: JSONValue
    var contextTasks: [Destination.ContextTask]
    var postTasks: [TaskName]
    var isOfStep: Bool
  }

  /// An interceptor with its context.
  struct Gate: Hashable {
    var name: TaskName
    var context: JSONValue
    var place: Destination.StepPlace?
  }

  let request: DestinationRequest
  let answers: [Destination.Ask: DestinationAnswer]
  let registry: Declarations
  var maker: ElementMaker
  var draft: Route { didSet { tree = nil } }
  private var tree: NodeTree?
  var gates: [Gate] = []
  var arrivals: [Arrival] = []
  var outline = Destination.Outline()
  /// The node that the next action is relative to.
  var previous = DraftNode.nothing
  /// The node nearest the destination so far: that of the last step, also where a container took it over.
  var arrived = DraftNode.nothing
  /// Whether a made screen is nowhere.
  var hasUnplaced = false

  init(_ request: DestinationRequest, answers: [Destination.Ask: DestinationAnswer], in registry: Declarations) {
    self.request = request
    self.answers = answers
    self.registry = registry
    maker = ElementMaker(ids: request.ids)
    // Its finders say what is used of what is there.
    maker.heedsInstances = false
    draft = request.route
    gates = request.hooks.interceptors.map { Gate(name: $0, context: request.context, place: nil) }
  }

  /// The next route, checked, with all that follows from it.
  mutating func compose() throws(DestinationStop) -> Composition {
    let steps = try resolve()
    let builds = try walk(steps)
    var rest = builds[...]
    while let build = rest.popLast() { try take(build, &rest) }
    if hasUnplaced { throw .refused(DestinationRefusal(.refused(.unchanged(.notPlaced)), at: builds.first?.place)) }
    if let refusal = draft.validate() { throw .refused(DestinationRefusal(.refused(refusal))) }
    return Composition(
      route: draft, ids: maker.ids, destination: elementID(of: arrived), gates: gates, arrivals: arrivals,
      outline: outline)
  }

  /// What is known when the next route is.
  struct Composition: Hashable {
    var route: Route
    var ids: IDSource
    var destination: ElementID?
    var gates: [Gate]
    var arrivals: [Arrival]
    var outline: Destination.Outline
  }

  /// The answer to a question; stops where there is none yet.
  func answer(
    _ question: Destination.Ask.Question, about element: ElementID? = nil, context: JSONValue,
    at place: Destination.StepPlace?
  ) throws(DestinationStop) -> DestinationAnswer {
    let screen = element.flatMap { draft.element($0)?.screen }
    let ask = Destination.Ask(question: question, element: element, screen: screen, context: context, step: place)
    if let answer = answers[ask.key] { return answer }
    guard answers.count < DestinationPlan.asksMax else {
      throw .rejected(.tooLarge, at: place, "a plan asks at most \(DestinationPlan.asksMax) questions")
    }
    throw .ask(ask)
  }

  /// As ``answer(_:about:context:at:)``, where only one form of answer lets the plan go on.
  func answer<Wanted>(
    _ question: Destination.Ask.Question, about element: ElementID? = nil, context: JSONValue,
    at place: Destination.StepPlace?,
    as wanted: (DestinationAnswer) -> Wanted?
  ) throws(DestinationStop) -> Wanted {
    let answer = try answer(question, about: element, context: context, at: place)
    if let wanted = wanted(answer) { return wanted }
    let ask = Destination.Ask(question: question, element: element, context: context, step: place)
    throw .refused(ask.refusal(for: answer))
  }

  /// Does what may be refused by the route's rules, as a part of the step at `place`.
  mutating func attempt<Value>(
    at place: Destination.StepPlace, _ body: (inout Self) throws(Refusal) -> Value
  ) throws(DestinationStop) -> Value {
    do throws(Refusal) {
      return try body(&self)
    } catch {
      throw .refused(DestinationRefusal(.refused(error.at(place)), at: place))
    }
  }

  /// The nodes of the draft; built once for each draft.
  mutating func draftTree() -> NodeTree {
    let nodes = tree ?? NodeTree(draft)
    tree = nodes
    return nodes
  }

  /// The element that a node is; of a stack its last one.
  func elementID(of node: DraftNode) -> ElementID? {
    guard case .stack(let id) = node, let place = draft.place(of: id), let path = draft.path(at: place.address) else {
      return node.id
    }
    return path.elements[path.layer(of: place.index).upperBound - 1].id
  }
}

extension Refusal {
  /// The same, with the step before its message.
  fileprivate func at(_ place: Destination.StepPlace) -> Refusal {
    guard case .rejected(let reason, let message) = self else { return self }
    return .rejected(reason, message: "\(place): \(message)")
  }
}

extension Destination.Ask {
  /// The end of a plan by an answer that does not let it go on.
  func refusal(for answer: DestinationAnswer) -> DestinationRefusal {
    switch answer {
    case .deny(let code, let message): DestinationRefusal(.denied(self, code: code, message: message), at: step)
    case .noAnswer: DestinationRefusal(.noAnswer(self), at: step)
    case .decided, .allow, .value, .item, .edit:
      .rejected(.invalid, at: step, "'\(self)' got an answer of another form")
    }
  }
}
