// SPDX-License-Identifier: Apache-2.0

extension DestinationComposer {
  /// Does one step of the way back to the destination, with those that its container takes over. What it leads to comes into
  /// view.
  mutating func take(_ build: Build, _ rest: inout ArraySlice<Build>) throws(DestinationStop) {
    switch build.way {
    case .late(let finder):
      guard let node = try find(finder, build.context, at: build.place) else {
        throw .refused(.notFound(finder, at: build.place))
      }
      stand(on: node)
      arrive(at: node, .foundLate, build.place, build.context, as: build.screen)
    case .select(let name):
      let container = draft.nearestContainer(from: previous) { $0.index(of: name) != nil }
      guard let container, let id = draft.path(at: container.address)?[container.index].id,
        let node = draft.node(ofBranch: name, of: id)
      else { throw .rejected(.noSuchBranch, at: build.place, "no container here has a branch '\(name)'") }
      stand(on: node)
      arrive(at: node, .passed, build.place, build.context, as: Destination.ScreenStep())
    case .make(let factory, let action):
      let (made, last) = try assemble(build, factory, &rest)
      previous = try put(made, by: action, build)
      arrived = last ?? previous
      keepRootID()
      draft.reveal(arrived)
    }
  }

  /// Puts what is made into the draft.
  private mutating func put(
    _ made: MadeScreen, by action: Destination.Action, _ build: Build
  ) throws(DestinationStop) -> DraftNode {
    if case .lone(let element) = made, element.branches?.branches.isEmpty == true {
      throw .rejected(.emptyLayer, at: build.place, "'\(element.screen.name)' has no branch")
    }
    if previous == .unplaced, action != .none {
      throw .rejected(.typeMismatch, at: build.place, "the screen that it comes from is nowhere")
    }
    switch action {
    case .none:
      hasUnplaced = true
      return .unplaced
    case .push, .pushAsRoot, .pushReplacingLast:
      try attempt(at: build.place) { composer throws(Refusal) in try composer.push(made, by: action) }
    case .addTab, .setAsMaster, .pushToDetails, .pushOnToDetails, .replaceContent:
      try attempt(at: build.place) { composer throws(Refusal) in try composer.edit(made, by: action) }
    case .present(let start):
      if let start { try check(start, build) }
      guard previous != .nothing else { throw .rejected(.emptyRoute, at: build.place, "the scene has not begun") }
      draft.root.elements += try attempt(at: build.place) { _ throws(Refusal) in try made.layer(isSheet: true) }
    case .replaceRoot:
      guard draft.isSame(previous, draft.bottomNode) else {
        throw .rejected(.invalid, at: build.place, "only from the bottom layer can the root be replaced")
      }
      draft.root = Path(try attempt(at: build.place) { _ throws(Refusal) in try made.layer(isSheet: false) })
    case .select:
      throw .rejected(.invalid, at: build.place, "'\(action.word)' makes no screen")
    case .custom(let name):
      return try put(made, as: name, build)
    }
    return made.node
  }

  private mutating func push(_ made: MadeScreen, by action: Destination.Action) throws(Refusal) {
    guard let stack = draft.nearestStack(from: previous) else { throw .typeMismatch(action) }
    let element = try made.pushed()
    draft.edit(stack.address) { $0.elements.push(element, by: action, in: stack.range) }
  }

  private mutating func edit(_ made: MadeScreen, by action: Destination.Action) throws(Refusal) {
    guard let kind = action.container, let place = draft.nearestContainer(from: previous, where: kind.matches),
      var branches = draft.path(at: place.address)?[place.index].branches
    else { throw .typeMismatch(action) }
    try branches.take(made, by: action)
    draft.edit(place) { $0.branches = branches }
  }

  /// Only the top layer can have another one above it.
  private mutating func check(_ start: Destination.Finder, _ build: Build) throws(DestinationStop) {
    guard let node = try find(start, build.context, at: build.place) else {
      throw .refused(.notFound(start, at: build.place))
    }
    let tree = draftTree()
    let index = tree.nodes.indices.first { draft.isSame(tree.draftNode($0), node) }
    guard let index, tree.nodes[index].above < 0 else {
      throw .rejected(.pushNotAllowed, at: build.place, "\(start.target.words) has a layer above it already")
    }
  }

  /// Lets the worker of a custom action say which edits put the screens where they belong.
  private mutating func put(
    _ made: MadeScreen, as name: TaskName, _ build: Build
  ) throws(DestinationStop) -> DraftNode {
    let items = made.elements.map(\.item)
    let asked = elementID(of: previous)
    let verbs = try answer(.action(name, items), about: asked, context: build.context, at: build.place) { answer in
      if case .edit(let verbs) = answer { verbs } else { nil }
    }
    let before = draft
    try attempt(at: build.place) { composer throws(Refusal) in
      composer.draft = try composer.draft.edited(by: verbs, asked: asked, with: &composer.maker, in: composer.registry)
    }
    let arriving = draft.arriving(since: before)
    guard let new = arriving.last(where: { $0.screen.name == made.screen }) else {
      throw .rejected(.invalid, at: build.place, "'\(name)' puts '\(made.screen?.rawValue ?? "a stack")' nowhere")
    }
    // The worker's screens are others than those that were made to tell it of them.
    let told = Set(made.elements.map(\.id))
    outline.made.removeAll { $0.map(told.contains) ?? false }
    outline.made += arriving.map(\.id)
    if let first = made.elements.first { rename(first.id, to: new.id) }
    return .element(new.id)
  }

  /// The first element of a root path has the id of the root.
  private mutating func keepRootID() {
    guard let first = draft.root.first?.id, first != .root, request.route.element(first) == nil else { return }
    arrivals.removeAll { $0.id == .root }
    draft.root.elements[0].id = .root
    rename(first, to: .root)
  }

  private mutating func rename(_ old: ElementID, to new: ElementID) {
    for index in arrivals.indices where arrivals[index].id == old { arrivals[index].id = new }
    for index in outline.made.indices where outline.made[index] == old { outline.made[index] = new }
    for index in outline.steps.indices where outline.steps[index].element == old { outline.steps[index].element = new }
    previous = previous.renamed(old, to: new)
    arrived = arrived.renamed(old, to: new)
  }
}

extension DestinationComposer {
  /// Notes that a step has its node, in the draft.
  mutating func arrive(
    at node: DraftNode, _ find: Destination.Outline.Find, _ place: Destination.StepPlace, _ context: JSONValue,
    as step: Destination.ScreenStep
  ) {
    let element = elementID(of: node).flatMap { draft.element($0) }
    note(element, isStack: node.isStack, find, place)
    if let element, !node.isStack { arrive(element.id, place, context, as: step) }
  }

  /// Notes that a step has its screen, which is nowhere yet. A stack has no tasks: no screen shows it.
  mutating func arrive(with made: MadeScreen, _ build: Build) {
    if case .lone(let element) = made {
      note(element, isStack: false, .made, build.place)
      arrive(element.id, build.place, build.context, as: build.screen)
    } else {
      note(nil, isStack: true, .made, build.place)
    }
  }

  private mutating func note(
    _ element: Element?, isStack: Bool, _ find: Destination.Outline.Find, _ place: Destination.StepPlace
  ) {
    outline.steps.append(
      .init(place: place, find: find, element: element?.id, screen: element?.screen, isStack: isStack))
  }

  private mutating func arrive(
    _ id: ElementID, _ place: Destination.StepPlace, _ context: JSONValue, as step: Destination.ScreenStep
  ) {
    arrivals.append(
      Arrival(
        id: id, place: place, context: context, contextTasks: step.contextTasks, postTasks: step.postTasks,
        isOfStep: true))
  }
}

extension DraftNode {
  fileprivate func renamed(_ old: ElementID, to new: ElementID) -> DraftNode {
    switch self {
    case .element(old): .element(new)
    case .stack(of: old): .stack(of: new)
    case .emptyBranch(old, let name): .emptyBranch(new, name)
    case .element, .stack, .emptyBranch, .nothing, .unplaced: self
    }
  }
}
