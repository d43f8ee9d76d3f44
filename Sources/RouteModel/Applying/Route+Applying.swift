// SPDX-License-Identifier: Apache-2.0

extension Route {
  /// The route that a Navigator verb leads to, checked by ``validate()``.
  ///
  /// The rules are those of Composable Navigator, on the path that holds the verb's target (specification, section
  /// "Navigator verbs").
  ///
  /// - Parameters:
  ///   - asked: the element that ``Target/asked`` means, inside an ask's answer.
  ///   - ids: gives out the ids of new elements; unchanged where the verb is refused.
  ///   - registry: knows the branches of fresh containers.
  /// - Returns: the new route, or why there is none: `unchanged` where the verb has nothing to do, else `rejected`.
  package func applying(
    _ verb: NavigatorVerb, asked: ElementID? = nil, ids: inout IDSource, in registry: some Registry
  ) -> Result<Route, Refusal> {
    var maker = ElementMaker(ids: ids)
    do throws(Refusal) {
      let route = try edited(by: verb, asked: asked, with: &maker, in: registry)
      if let refusal = route.validate() { throw refusal }
      ids = maker.ids
      return .success(route)
    } catch {
      return .failure(error)
    }
  }

  /// As ``applying(_:asked:ids:in:)``, without the check: between the verbs of a batch, a route may be invalid.
  func edited(
    by verb: NavigatorVerb, asked: ElementID?, with maker: inout ElementMaker, in registry: some Registry
  ) throws(Refusal) -> Route {
    var route = self
    switch verb {
    case .go(let item, let target):
      let spot = try spot(of: target, asked: asked)
      let old = route.path(at: spot.address)?.elements ?? []
      let elements = try maker.putting(item, behind: spot.kept, of: old, in: registry)
      route.reveal(spot.address)
      route.edit(spot.address) { $0.elements = elements }
    case .goPath(let items, let target):
      let spot = try spot(of: target, asked: asked)
      try route.replace(from: spot, with: items, by: &maker, in: registry)
    case .goBack(let target):
      let spot = try spot(of: target, asked: asked)
      route.reveal(spot.address)
      route.edit(spot.address) { $0.elements.removeSubrange(spot.kept...) }
    case .dismissSuccessor(let target):
      let spot = try spot(of: target, asked: asked)
      route.edit(spot.address) { $0.elements.removeSubrange(spot.kept...) }
    case .replace(let items, let branch):
      try route.replace(items, in: branch, asked: asked, by: &maker, in: registry)
    case .dismiss(let target):
      let place = try place(of: target, asked: asked)
      guard place.index > 0 else { throw .unchanged(.rootCannotBeDismissed) }
      route.edit(place.address) { $0.elements.removeSubrange(place.index...) }
    case .replaceContent(let target, let screen):
      try route.replaceContent(at: place(of: target, asked: asked), with: screen, by: &maker, in: registry)
    case .replaceScreen(let old, let screen):
      try route.replaceContent(at: place(of: .screen(old), asked: asked), with: screen, by: &maker, in: registry)
    case .didAppear(let target):
      route.edit(try place(of: target, asked: asked)) { $0.hasAppeared = true }
    case .select(let branch, let target):
      try route.select(branch, at: place(of: target, asked: asked))
    case .insertBranch(let name, let items, let index, let target):
      try route.insertBranch(name, items, at: index, in: place(of: target, asked: asked), by: &maker, in: registry)
    case .removeBranch(let name, let target):
      try route.removeBranch(name, at: place(of: target, asked: asked))
    case .replaceBranches(let target, let branches, let selected):
      let place = try place(of: target, asked: asked)
      try route.replaceBranches(at: place, with: branches, selected: selected, by: &maker, in: registry)
    }
    guard route != self else { throw .unchanged(.same) }
    return route
  }

  /// The most elements between the verbs of a batch, so that its work has a bound.
  private static var elementsMaxBetween: Int { 2 * elementsMax }

  /// The route after several verbs, in order, without a check but for its size. A verb with nothing to do does not stop the
  /// others. If no verb changes the route, the first reason that says more than `same` is thrown.
  func edited(
    by verbs: [NavigatorVerb], asked: ElementID?, with maker: inout ElementMaker, in registry: some Registry
  ) throws(Refusal) -> Route {
    var route = self
    var idleReason: UnchangedReason?
    for verb in verbs {
      maker.beginVerb()
      do throws(Refusal) {
        route = try route.edited(by: verb, asked: asked, with: &maker, in: registry)
      } catch {
        guard case .unchanged(let reason) = error else { throw error }
        idleReason = idleReason.merged(with: reason)
      }
      guard verbs.count == 1 || route.elementCount <= Self.elementsMaxBetween else {
        throw .tooManyElementsBetween(Self.elementsMaxBetween)
      }
    }
    guard route != self else { throw .unchanged(idleReason ?? .same) }
    return route
  }

  private mutating func replace(
    from spot: Spot, with items: [PathItem], firstID: ElementID? = nil, by maker: inout ElementMaker,
    in registry: some Registry
  ) throws(Refusal) {
    guard let old = path(at: spot.address) else { throw .unchanged(.targetNotFound) }
    let new = try maker.replacing(old, from: spot.kept, with: items, firstID: firstID, in: registry)
    reveal(spot.address)
    edit(spot.address) { $0 = new }
  }

  private mutating func replace(
    _ items: [PathItem], in branch: Target?, asked: ElementID?, by maker: inout ElementMaker, in registry: some Registry
  ) throws(Refusal) {
    guard let branch else {
      guard !items.isEmpty else { throw .unchanged(.same) }
      return try replace(from: Spot(address: .root, kept: 0), with: items, firstID: .root, by: &maker, in: registry)
    }
    guard case .branch = branch else { throw .pathInElement }
    try replace(from: spot(of: branch, asked: asked), with: items, by: &maker, in: registry)
  }

  private mutating func replaceContent(
    at place: Place, with screen: AnyScreen, by maker: inout ElementMaker, in registry: some Registry
  ) throws(Refusal) {
    guard let path = path(at: place.address) else { return }
    let old = path.elements[place.index]
    if old.screen.name != screen.name {
      var changed = path
      changed.elements[place.index].screen = screen
      try maker.checkInstance(at: place.index, on: changed, in: registry)
    }
    let branches = old.screen.name == screen.name ? old.branches : try maker.declaredBranches(of: screen, in: registry)
    edit(place) {
      // Another screen does not stand for the route that a sub-tree begins with.
      if $0.screen.name != screen.name { $0.subTree = nil }
      $0.screen = screen
      $0.branches = branches
    }
  }

  private mutating func select(_ branch: BranchName, at place: Place) throws(Refusal) {
    guard path(at: place.address)?.elements[place.index].branches?.index(of: branch) != nil else {
      throw .unchanged(.targetNotFound)
    }
    edit(place) { $0.branches?.selected = branch }
  }
}

extension UnchangedReason? {
  /// The first reason that says more than `same`, of several parts with nothing to do.
  func merged(with reason: UnchangedReason) -> UnchangedReason {
    if let self, self != .same { self } else { reason }
  }
}
