// SPDX-License-Identifier: Apache-2.0

extension Destination {
  /// The same destination with other contents where it gives some for a screen by name.
  package func mappingScreens(_ change: (AnyScreen) -> AnyScreen) -> Destination {
    var destination = self
    destination.steps = steps.map { $0.mappingScreens(change) }
    return destination
  }
}

extension Destination.Step {
  fileprivate func mappingScreens(_ change: (AnyScreen) -> AnyScreen) -> Destination.Step {
    switch self {
    case .screen(var screen):
      screen.finder = screen.finder?.mappingScreens(change)
      screen.factory = screen.factory?.mappingScreens(change)
      if case .present(let finder) = screen.action { screen.action = .present(from: finder?.mappingScreens(change)) }
      return .screen(screen)
    case .custom(let finder): return .custom(finder.mappingScreens(change))
    case .choose(var choice):
      choice.cases = choice.cases.map { item in
        var item = item
        if case .found(let finder) = item.condition { item.condition = .found(finder.mappingScreens(change)) }
        item.steps = item.steps.map { $0.mappingScreens(change) }
        return item
      }
      choice.otherwise = choice.otherwise?.map { $0.mappingScreens(change) }
      return .choose(choice)
    case .root, .current, .none, .adapt, .from: return self
    }
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
  fileprivate func mappingScreens(_ change: (AnyScreen) -> AnyScreen) -> Destination.Factory {
    func changed(_ content: Content, of name: ScreenName) -> Content {
      guard case .given(let value) = content else { return content }
      return .given(change(AnyScreen(name, content: value)).content)
    }
    func changed(_ children: [Child]) -> [Child] {
      children.map { child in
        var child = child
        child.factory = child.factory.mappingScreens(change)
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
