// SPDX-License-Identifier: Apache-2.0

extension Verb {
  /// The first screen that it gives and for which `isWanted` holds; nil where there is none.
  package func firstScreen(where isWanted: (PathItem) -> Bool) -> ScreenName? {
    switch self {
    case .navigator(let verb): return verb.firstScreen(where: isWanted)
    case .batch(let verbs):
      for verb in verbs {
        if let found = verb.firstScreen(where: isWanted) { return found }
      }
      return nil
    case .back, .start, .show, .hide, .navigate, .open, .drive, .route: return nil
    }
  }
}

extension NavigatorVerb {
  fileprivate func firstScreen(where isWanted: (PathItem) -> Bool) -> ScreenName? {
    switch self {
    case .go(to: let item, on: _): [item].firstScreen(where: isWanted)
    case .goPath(to: let path, on: _), .replace(path: let path, in: _), .insertBranch(_, let path, at: _, of: _):
      path.firstScreen(where: isWanted)
    case .replaceBranches(of: _, with: let branches, selected: _):
      branches.firstScreen(where: isWanted)
    case .goBack, .dismiss, .dismissSuccessor, .replaceContent, .replaceScreen, .didAppear, .select, .removeBranch: nil
    }
  }
}

extension [PathItem] {
  fileprivate func firstScreen(where isWanted: (PathItem) -> Bool) -> ScreenName? {
    for item in self {
      if isWanted(item) { return item.screen.name }
      if let found = item.branches.firstScreen(where: isWanted) { return found }
    }
    return nil
  }
}

extension [PathItem.Branch] {
  fileprivate func firstScreen(where isWanted: (PathItem) -> Bool) -> ScreenName? {
    for branch in self {
      if let found = branch.path.firstScreen(where: isWanted) { return found }
    }
    return nil
  }
}
