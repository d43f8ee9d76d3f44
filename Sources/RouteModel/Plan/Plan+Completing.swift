// SPDX-License-Identifier: Apache-2.0

extension Plan {
  /// The route that the plan has led to, with what hosts declare by now that were not registered when it was made: its fresh
  /// containers get their branches, and screens that stand on a path once are looked for anew. Each element keeps its id.
  ///
  /// - Parameter base: The route that elements are fresh against.
  package mutating func completing(
    _ route: Route, since base: Route, in registry: some Registry
  ) throws(Refusal) -> Route {
    var maker = ElementMaker(ids: ids)
    maker.heedsInstances = verb.heedsInstances
    var route = route
    let fresh = Set(route.arriving(since: base).map(\.id))
    try maker.complete(&route.root, fresh: fresh, in: registry)
    ids = maker.ids
    // Its way would otherwise give the same ids once more.
    if case .leading(var way) = state {
      way.ids = maker.ids
      state = .leading(way)
    }
    return route
  }
}

extension Verb {
  /// Whether the modes of screens count.
  fileprivate var heedsInstances: Bool {
    switch self {
    case .drive, .route: false
    case .navigator, .batch, .back, .start, .show, .hide, .navigate, .open: true
    }
  }
}

extension ElementMaker {
  /// Gives fresh containers that have no branches yet those that are declared. A fresh element of a screen that stands on a path
  /// once is refused where that path holds another, for an answer that was given before is not applied anew.
  fileprivate mutating func complete(
    _ path: inout Path, fresh: Set<ElementID>, in registry: some Registry
  ) throws(Refusal) {
    for index in path.elements.indices {
      let isFresh = fresh.contains(path.elements[index].id)
      if var branches = path.elements[index].branches {
        for branch in branches.branches.indices {
          try complete(&branches.branches[branch].path, fresh: fresh, in: registry)
        }
        path.elements[index].branches = branches
      } else if isFresh {
        path.elements[index].branches = try declaredBranches(of: path.elements[index].screen, in: registry)
      }
      if isFresh { try checkInstance(at: index, on: path, in: registry) }
    }
  }
}
