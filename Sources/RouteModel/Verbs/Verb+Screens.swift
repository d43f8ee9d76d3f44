// SPDX-License-Identifier: Apache-2.0

extension Verb {
  /// The same verb with other screens in it. A URL and a destination are told without contents, and stay.
  package func mappingScreens(_ change: (AnyScreen) -> AnyScreen) -> Verb {
    switch self {
    case .navigator(let verb): return .navigator(verb.mappingScreens(change))
    case .batch(let verbs): return .batch(verbs.map { $0.mappingScreens(change) })
    case .drive(var drive):
      drive.start = drive.start?.mappingScreens(change)
      return .drive(drive)
    case .back, .start, .show, .hide, .navigate, .open, .route: return self
    }
  }

  /// Whether it names such a screen, or an element that shows one: `screen` says it of a name, `element` of an id.
  package func concerns(screen: (ScreenName) -> Bool, element: (ElementID) -> Bool) -> Bool {
    switch self {
    case .navigator(let verb): verb.concerns(screen: screen, element: element)
    case .batch(let verbs): verbs.contains { $0.concerns(screen: screen, element: element) }
    case .start(let name), .hide(let name, atomic: _): screen(name)
    case .show(let names), .navigate(let names): names.contains(where: screen)
    case .drive(let drive): drive.start?.concerns(screen: screen, element: element) ?? false
    case .back, .open: false
    // It may lead to any screen, by what workers answer.
    case .route: true
    }
  }
}

extension NavigatorVerb {
  /// The same verb with other screens in it.
  package func mappingScreens(_ change: (AnyScreen) -> AnyScreen) -> NavigatorVerb {
    switch self {
    case .go(to: let item, on: let target):
      .go(to: item.mappingScreens(change), on: target.mappingScreens(change))
    case .goPath(to: let path, on: let target):
      .goPath(to: path.mappingScreens(change), on: target.mappingScreens(change))
    case .goBack(to: let target): .goBack(to: target.mappingScreens(change))
    case .replace(path: let path, in: let target):
      .replace(path: path.mappingScreens(change), in: target?.mappingScreens(change))
    case .dismiss(let target): .dismiss(target.mappingScreens(change))
    case .dismissSuccessor(of: let target): .dismissSuccessor(of: target.mappingScreens(change))
    case .replaceContent(of: let target, with: let screen):
      .replaceContent(of: target.mappingScreens(change), with: change(screen))
    case .replaceScreen(let old, with: let new): .replaceScreen(change(old), with: change(new))
    case .didAppear(let target): .didAppear(target.mappingScreens(change))
    case .select(let branch, of: let target): .select(branch, of: target.mappingScreens(change))
    case .insertBranch(let name, let path, at: let index, of: let target):
      .insertBranch(name, path.mappingScreens(change), at: index, of: target.mappingScreens(change))
    case .removeBranch(let name, of: let target): .removeBranch(name, of: target.mappingScreens(change))
    case .replaceBranches(of: let target, with: let branches, let selected):
      .replaceBranches(
        of: target.mappingScreens(change),
        with: branches.map { PathItem.Branch($0.name, path: $0.path.mappingScreens(change)) }, selected: selected)
    }
  }

  /// As of ``Verb/concerns(screen:element:)``.
  package func concerns(screen: (ScreenName) -> Bool, element: (ElementID) -> Bool) -> Bool {
    func concerns(_ target: Target) -> Bool { target.concerns(screen: screen, element: element) }
    return switch self {
    case .go(to: let item, on: let target): [item].containsScreen(where: screen) || concerns(target)
    case .goPath(to: let path, on: let target): path.containsScreen(where: screen) || concerns(target)
    case .replace(path: let path, in: let target):
      path.containsScreen(where: screen) || target.map(concerns) ?? false
    case .goBack(to: let target), .dismiss(let target), .dismissSuccessor(of: let target), .didAppear(let target),
      .select(_, of: let target), .removeBranch(_, of: let target):
      concerns(target)
    case .insertBranch(_, let path, at: _, of: let target):
      path.containsScreen(where: screen) || concerns(target)
    case .replaceBranches(of: let target, with: let branches, selected: _):
      branches.contains { $0.path.containsScreen(where: screen) } || concerns(target)
    case .replaceContent(of: let target, with: let new): concerns(target) || screen(new.name)
    case .replaceScreen(let old, with: let new): screen(old.name) || screen(new.name)
    }
  }
}

extension Target {
  /// As of ``Verb/concerns(screen:element:)``.
  package func concerns(screen: (ScreenName) -> Bool, element: (ElementID) -> Bool) -> Bool {
    switch self {
    case .id(let id), .branch(let id, _): element(id)
    case .screen(let wanted): screen(wanted.name)
    case .asked: false
    }
  }
}
