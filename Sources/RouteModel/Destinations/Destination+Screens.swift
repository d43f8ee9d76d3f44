// SPDX-License-Identifier: Apache-2.0

extension Destination {
  /// The same destination with other screens in it, and other contexts: which screens get a context as their content, nobody
  /// can see in it.
  package func mappingScreens(
    _ change: (AnyScreen) -> AnyScreen, contexts: (JSONValue) -> JSONValue
  ) -> Destination {
    var destination = self
    destination.context = context?.mapping(contexts)
    destination.steps = steps.map { $0.mappingScreens(change, contexts: contexts) }
    return destination
  }
}

extension Destination.Step {
  fileprivate func mappingScreens(
    _ change: (AnyScreen) -> AnyScreen, contexts: (JSONValue) -> JSONValue
  ) -> Destination.Step {
    switch self {
    case .screen(var screen):
      screen.finder = screen.finder?.mappingScreens(change)
      screen.factory = screen.factory?.mappingScreens(change, contexts: contexts)
      screen.context = screen.context?.mapping(contexts)
      if case .present(let finder) = screen.action { screen.action = .present(from: finder?.mappingScreens(change)) }
      return .screen(screen)
    case .custom(let finder): return .custom(finder.mappingScreens(change))
    case .adapt(let conversion): return .adapt(conversion.mapping(contexts))
    case .choose(var choice):
      choice.context = choice.context?.mapping(contexts)
      choice.cases = choice.cases.map { item in
        var item = item
        switch item.condition {
        case .found(let finder): item.condition = .found(finder.mappingScreens(change))
        case .context(let type): item.condition = .context(type.mapping(contexts))
        case .asked: break
        }
        item.steps = item.steps.map { $0.mappingScreens(change, contexts: contexts) }
        return item
      }
      choice.otherwise = choice.otherwise?.map { $0.mappingScreens(change, contexts: contexts) }
      return .choose(choice)
    case .root, .current, .none, .from: return self
    }
  }
}

extension Destination.ContextType {
  fileprivate func mapping(_ contexts: (JSONValue) -> JSONValue) -> Destination.ContextType {
    var type = self
    type.value = value.map(contexts)
    return type
  }
}

extension Destination.ContextConversion {
  fileprivate func mapping(_ contexts: (JSONValue) -> JSONValue) -> Destination.ContextConversion {
    if case .value(let context) = self { .value(contexts(context)) } else { self }
  }
}

extension Destination.Finder {
  fileprivate func mappingScreens(_ change: (AnyScreen) -> AnyScreen) -> Destination.Finder {
    var finder = self
    if case .screen(let name, .given(let content)) = target {
      finder.target = .screen(name, .given(change(AnyScreen(name, content: content)).content))
    }
    if case .finder(let other) = start { finder.start = .finder(other.mappingScreens(change)) }
    return finder
  }
}

extension Destination.Factory {
  fileprivate func mappingScreens(
    _ change: (AnyScreen) -> AnyScreen, contexts: (JSONValue) -> JSONValue
  ) -> Destination.Factory {
    func changed(_ content: Content, of name: ScreenName) -> Content {
      guard case .given(let value) = content else { return content }
      return .given(change(AnyScreen(name, content: value)).content)
    }
    func changed(_ children: [Child]) -> [Child] {
      children.map { child in
        var child = child
        child.factory = child.factory.mappingScreens(change, contexts: contexts)
        child.context = child.context?.mapping(contexts)
        return child
      }
    }
    return switch self {
    case .screen(let name, let content): .screen(name, changed(content, of: name))
    case .container(let name, let kind, let content, children: let children, selected: let selected, adopts: let adopts):
      .container(
        name, kind, changed(content, of: name), children: changed(children), selected: selected, adopts: adopts)
    case .stack(children: let children, adopts: let adopts): .stack(children: changed(children), adopts: adopts)
    case .asked: self
    }
  }
}
