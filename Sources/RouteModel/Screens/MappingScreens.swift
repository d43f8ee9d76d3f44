// SPDX-License-Identifier: Apache-2.0

// The same values with other screens in them: what is told of them where a content is withheld.

extension Path {
  /// The same path with other screens on it, in branches too.
  package func mappingScreens(_ change: (AnyScreen) -> AnyScreen) -> Path {
    Path(
      elements.map { element in
        var element = element
        element.screen = change(element.screen)
        if var branches = element.branches {
          for index in branches.branches.indices {
            branches.branches[index].path = branches.branches[index].path.mappingScreens(change)
          }
          element.branches = branches
        }
        return element
      })
  }
}

extension PathItem {
  /// The same item with other screens, in branches too.
  package func mappingScreens(_ change: (AnyScreen) -> AnyScreen) -> PathItem {
    var item = self
    item.screen = change(screen)
    for index in branches.indices { item.branches[index].path = branches[index].path.mappingScreens(change) }
    return item
  }
}

extension [PathItem] {
  /// The same path with other screens on it, in branches too.
  package func mappingScreens(_ change: (AnyScreen) -> AnyScreen) -> [PathItem] {
    map { $0.mappingScreens(change) }
  }

  /// The names of the screens on the path, and in branches, in the order of their elements.
  package var screenNames: [ScreenName] {
    flatMap { item in [item.screen.name] + item.branches.flatMap(\.path.screenNames) }
  }

  /// Whether some screen on the path, or in a branch, has such a name.
  package func containsScreen(where matches: (ScreenName) -> Bool) -> Bool {
    contains { item in
      matches(item.screen.name) || item.branches.contains { $0.path.containsScreen(where: matches) }
    }
  }
}

extension Target {
  /// The same target with another screen.
  package func mappingScreens(_ change: (AnyScreen) -> AnyScreen) -> Target {
    if case .screen(let screen) = self { .screen(change(screen)) } else { self }
  }
}

extension TreeNode {
  /// The same node with other screens in the place of those that wildcards put onto a path.
  package func mappingScreens(_ change: (AnyScreen) -> AnyScreen) -> TreeNode {
    switch self {
    case .empty, .remote: return self
    case .screen(var screen):
      screen.nesting = screen.nesting.mappingScreens(change)
      return .screen(screen)
    case .anyOf(let nodes): return .anyOf(nodes.map { $0.mappingScreens(change) })
    case .conditional(on: let name, let then, let otherwise):
      return .conditional(on: name, then: then.mappingScreens(change), otherwise: otherwise.mappingScreens(change))
    case .wildcard(let screen, let node): return .wildcard(change(screen), node.mappingScreens(change))
    case .dynamic(let key, let then, let otherwise):
      return .dynamic(key, then: then.mappingScreens(change), otherwise: otherwise.mappingScreens(change))
    case .onDismiss(let key, of: let name, let node):
      return .onDismiss(key, of: name, node.mappingScreens(change))
    }
  }
}
