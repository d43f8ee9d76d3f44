// SPDX-License-Identifier: Apache-2.0

extension DestinationComposer {
  /// Makes the screen of a step. A container takes over the steps that follow as long as their screens go into it, so that
  /// it joins the route with its children (RouteComposer calls that scraping). Where a custom action puts it, nothing is
  /// taken over: the worker alone says what joins the route.
  ///
  /// - Parameter rest: the steps that follow, the next one last.
  /// - Returns: what is made, and the screen of the last step taken over.
  mutating func assemble(
    _ build: Build, _ factory: Destination.Factory, _ rest: inout ArraySlice<Build>
  ) throws(DestinationStop) -> (made: MadeScreen, last: DraftNode?) {
    var made = try make(factory.asSought(by: build.screen.finder), build.context, at: build.place)
    var last: DraftNode?
    while let next = rest.last, case .make(let factoryOfNext, let action) = next.way, let kind = build.adopting,
      action.container == kind
    {
      rest.removeLast()
      let child = try assemble(next, factoryOfNext, &rest)
      try attempt(at: next.place) { _ throws(Refusal) in try made.adopt(child.made, by: action) }
      last = child.last ?? child.made.node
    }
    arrive(with: made, build)
    return (made, last)
  }

  /// Makes what a factory says, with its children, in the order of a path.
  private mutating func make(
    _ factory: Destination.Factory, _ context: JSONValue, at place: Destination.StepPlace, depth: Int = 0
  ) throws(DestinationStop) -> MadeScreen {
    guard depth < Destination.Factory.depthMax else {
      throw .rejected(.tooDeep, at: place, "containers nest at most \(Destination.Factory.depthMax) deep")
    }
    guard outline.made.count < 2 * Route.elementsMax else {
      throw .refused(DestinationRefusal(.refused(.tooManyElements), at: place))
    }
    switch factory {
    case .screen(let name, let content):
      return try make(PathItem(screen(name, content, context)), at: place)
    case .asked(let name):
      let item = try answer(.factory(name), context: context, at: place) { answer in
        if case .item(let item) = answer { item } else { nil }
      }
      return try make(item, at: place)
    case .stack(let children, _):
      outline.made.append(nil)
      return try fill(.stack([]), of: .stack, with: children, context, at: place, depth: depth)
    case .container(let name, let kind, let content, let children, let selected, _):
      guard let branches = emptyBranches(kind, of: name) else {
        throw .rejected(.invalid, at: place, "a stack has no screen of its own, so it is not called '\(name)'")
      }
      let screen = screen(name, content, context)
      let element = Element(id: maker.ids.fresh(), screen: screen, branches: branches)
      outline.made.append(element.id)
      var made = try fill(.lone(element), of: kind, with: children, context, at: place, depth: depth)
      if let selected { try attempt(at: place) { _ throws(Refusal) in try made.select(selected) } }
      return made
    }
  }

  private mutating func make(_ item: PathItem, at place: Destination.StepPlace) throws(DestinationStop) -> MadeScreen {
    let element = try attempt(at: place) { composer throws(Refusal) in
      try composer.maker.make(item, in: composer.registry)
    }
    Path([element]).forEachElement { outline.made.append($0.id) }
    return .lone(element)
  }

  private mutating func fill(
    _ container: MadeScreen, of kind: Destination.ContainerKind, with children: [Destination.Factory.Child],
    _ context: JSONValue,
    at place: Destination.StepPlace, depth: Int
  ) throws(DestinationStop) -> MadeScreen {
    var container = container
    for child in children {
      var childContext = context
      if let conversion = child.context { childContext = try converted(context, by: conversion, at: place) }
      let made = try make(child.factory, childContext, at: place, depth: depth + 1)
      let action = child.action ?? container.action(for: kind)
      guard action.container == kind else {
        throw .rejected(.typeMismatch, at: place, "'\(action.word)' does not fit a child of a \(kind.rawValue)")
      }
      try attempt(at: place) { _ throws(Refusal) in try container.adopt(made, by: action) }
      guard !child.contextTasks.isEmpty, case .lone(let element) = made else { continue }
      arrivals.append(
        Arrival(
          id: element.id, place: place, context: childContext, contextTasks: child.contextTasks, postTasks: [],
          isOfStep: false))
    }
    return container
  }

  private func screen(_ name: ScreenName, _ content: Destination.Factory.Content, _ context: JSONValue) -> AnyScreen {
    let content: JSONValue =
      switch content {
      case .none, .asSought: .null
      case .context: context
      case .given(let value): value
      }
    return AnyScreen(name, content: content, presentation: registry.presentation(of: name) ?? .push)
  }

  /// The branches of a container before its children. Those of a split are called as its host declares; tabs have those that
  /// the children make.
  private func emptyBranches(_ kind: Destination.ContainerKind, of name: ScreenName) -> Branches? {
    if var declared = registry.declaredBranches(of: name), kind.matches(declared) {
      for index in declared.branches.indices { declared.branches[index].path = Path([]) }
      if kind == .tabs { (declared.branches, declared.selected) = ([], .content) }
      return declared
    }
    switch kind {
    case .stack: return nil
    case .tabs: return Branches(kind: .tabs, branches: [], selected: .content)
    case .split: return Branches(kind: .split, branches: [.init(.master), .init(.detail)], selected: .master)
    case .single: return Branches(kind: .split, branches: [.init(.content)], selected: .content)
    }
  }
}

extension DestinationComposer.Build {
  /// What the container is that takes over the next steps; nil where none does.
  fileprivate var adopting: Destination.ContainerKind? {
    guard case .make(let factory, let action) = way else { return nil }
    if case .custom = action { return nil }
    return factory.adopting
  }
}

extension MadeScreen {
  /// The node that it will be in the route.
  var node: DraftNode {
    switch self {
    case .lone(let element): .element(element.id)
    case .stack(let elements): elements.first.map { .stack(of: $0.id) } ?? .unplaced
    }
  }

  /// Selects a branch of a container.
  fileprivate mutating func select(_ name: BranchName) throws(Refusal) {
    guard case .lone(var element) = self else { return }
    guard element.branches?.index(of: name) != nil else {
      throw .noSuchBranch(name, of: element.screen, in: element.branches)
    }
    element.branches?.selected = name
    self = .lone(element)
  }

  /// How a child joins a container that says nothing of it.
  fileprivate func action(for kind: Destination.ContainerKind) -> Destination.Action {
    switch kind {
    case .stack: .push
    case .tabs: .addTab()
    case .split: elements.first?.branches?.hasMaster == true ? .pushToDetails : .setAsMaster
    case .single: .replaceContent
    }
  }
}
