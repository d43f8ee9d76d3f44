// SPDX-License-Identifier: Apache-2.0

extension DestinationComposer {
  /// Goes from the destination back to the first step whose screen is there, and brings that into view. The steps before it
  /// remain to be done, the last one first.
  mutating func walk(_ steps: [PlacedStep]) throws(DestinationStop) -> [Build] {
    var builds: [Build] = []
    for step in steps {
      guard case .screen(let screen) = step.step else {
        try begin(at: anchor(step), step, as: Destination.ScreenStep())
        return builds
      }
      if let type = screen.context { try check(step.context, type, at: step.place) }
      gates += screen.interceptors.map { Gate(name: $0, context: step.context, place: step.place) }
      if let finder = screen.finder, let node = try find(finder, step.context, at: step.place) {
        begin(at: node, step, as: screen)
        return builds
      }
      guard let way = Build.Way(screen) else { continue }
      builds.append(Build(way: way, screen: screen, place: step.place, context: step.context))
    }
    throw .rejected(.targetNotFound, at: nil, "none of the steps is there, so there is nothing to start from")
  }

  private mutating func begin(at node: DraftNode, _ step: PlacedStep, as screen: Destination.ScreenStep) {
    stand(on: node)
    arrive(at: node, .found, step.place, step.context, as: screen)
  }

  /// Makes a node of the draft the one that the next action is relative to, and brings it into view.
  mutating func stand(on node: DraftNode) {
    draft.reveal(node)
    previous = node
    arrived = node
  }

  private mutating func anchor(_ step: PlacedStep) throws(DestinationStop) -> DraftNode {
    switch step.step {
    case .root: return draft.bottomNode
    case .current: return draft.topNode
    case .custom(let finder):
      guard let node = try find(finder, step.context, at: step.place) else {
        throw .refused(.notFound(finder, at: step.place))
      }
      return node
    case .screen, .none, .adapt, .choose, .from: preconditionFailure("no anchor: \(step.step)")
    }
  }

  /// The first node of the draft that a finder means.
  mutating func find(
    _ finder: Destination.Finder, _ context: JSONValue, at place: Destination.StepPlace, depth: Int = 0
  ) throws(DestinationStop) -> DraftNode? {
    guard depth < Destination.Finder.depthMax else {
      throw .rejected(
        .tooDeep, at: place, "a finder starts at the find of at most \(Destination.Finder.depthMax - 1) others")
    }
    switch finder.target {
    case .instance(let id): return draft.element(id).map { .element($0.id) }
    case .stackOf(let id): return stack(of: id)
    case .screen, .asked, .container, .stack, .presenting, .detailStack: break
    }
    let tree = draftTree()
    guard let start = try start(of: finder, context, at: place, depth: depth, in: tree) else { return nil }
    guard let found = try search(finder, from: start, context, at: place, in: tree) else { return nil }
    if case .detailStack = finder.target { return detailStack(of: tree.elements[found]) }
    return tree.draftNode(found)
  }

  private func stack(of id: ElementID) -> DraftNode? {
    guard let place = draft.place(of: id), let path = draft.path(at: place.address) else { return nil }
    return path.takesPushes(path.layer(of: place.index)) ? .stack(of: id) : nil
  }

  private func detailStack(of split: Element) -> DraftNode? {
    guard let branch = split.branches?.branches.last(where: { !$0.path.elements.isEmpty }),
      case .stack(let id)? = draft.node(ofBranch: branch.name, of: split.id)
    else { return nil }
    return .stack(of: id)
  }

  private mutating func start(
    of finder: Destination.Finder, _ context: JSONValue, at place: Destination.StepPlace, depth: Int, in tree: NodeTree
  ) throws(DestinationStop) -> Int? {
    switch finder.start {
    case .topmost: return tree.ends?.top
    case .root: return tree.ends?.bottom
    case .finder(let other):
      guard let node = try find(other, context, at: place, depth: depth + 1) else { return nil }
      return tree.nodes.indices.first { draft.isSame(tree.draftNode($0), node) }
    }
  }

  private func search(
    _ finder: Destination.Finder, from start: Int, _ context: JSONValue, at place: Destination.StepPlace,
    in tree: NodeTree
  ) throws(DestinationStop) -> Int? {
    if case .presenting = finder.target { return tree.nodes[start].below >= 0 ? tree.nodes[start].below : nil }
    var wanted = tree.nodes { index in
      (!finder.isPresented || tree.nodes[index].below >= 0) && finder.target.mayBe(index, of: tree, context)
    }
    while let found = tree.first(wanted, from: start, in: finder.options) {
      guard case .asked(let question, _) = finder.target else { return found }
      let id = tree.elements[found].id
      if try answer(.finder(question), about: id, context: context, at: place) == .decided(true) { return found }
      wanted.remove(found)
    }
    return nil
  }
}

extension Destination.Finder.Target {
  /// Whether a node is what is looked for, as far as the route itself says.
  fileprivate func mayBe(_ index: Int, of tree: NodeTree, _ context: JSONValue) -> Bool {
    let isStack = tree.nodes[index].isStack
    switch self {
    case .stack, .container(.stack): return isStack
    case .screen(let name, let content):
      guard !isStack, tree.elements[index].screen.name == name else { return false }
      switch content {
      case .any: return true
      case .context: return tree.elements[index].screen.content == context
      case .given(let value): return tree.elements[index].screen.content == value
      }
    case .asked(_, of: let name): return !isStack && (name == nil || tree.elements[index].screen.name == name)
    case .container(let kind): return !isStack && tree.holds(kind, at: index)
    case .detailStack: return !isStack && tree.holds(.split, at: index)
    case .instance, .stackOf, .presenting: return false
    }
  }
}

extension NodeTree {
  /// Whether the element of a node is a container of a kind.
  fileprivate func holds(_ kind: Destination.ContainerKind, at index: Int) -> Bool {
    elements[index].branches.map(kind.matches) ?? false
  }
}

extension DestinationComposer.Build.Way {
  /// What is left to do for a step whose screen is not there; nil for one that only holds gates.
  fileprivate init?(_ screen: Destination.ScreenStep) {
    if let factory = screen.factory {
      self = .make(factory, screen.action)
    } else if case .select(let branch) = screen.action {
      self = .select(branch)
    } else if let finder = screen.finder {
      self = .late(finder)
    } else {
      return nil
    }
  }
}

extension DestinationRefusal {
  static func notFound(_ finder: Destination.Finder, at step: Destination.StepPlace) -> DestinationRefusal {
    .rejected(.targetNotFound, at: step, "there is no \(finder.target.words)")
  }
}

extension Destination.Finder.Target {
  /// As people say it.
  package var words: String {
    switch self {
    case .screen(let name, .any): "'\(name)'"
    case .screen(let name, .context): "'\(name)' with this context"
    // The content may be for nobody's eyes.
    case .screen(let name, .given): "'\(name)' with the content given"
    case .asked(let question, of: let name): (name.map { "'\($0)'" } ?? "screen") + " for which '\(question)' holds"
    case .container(let kind): "\(kind.rawValue)"
    case .stack: "stack"
    case .instance(let id): "\(id)"
    case .stackOf(let id): "stack of \(id)"
    case .presenting: "layer beneath"
    case .detailStack: "stack in a split's last branch"
    }
  }
}
