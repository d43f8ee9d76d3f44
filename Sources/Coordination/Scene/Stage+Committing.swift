// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// A new revision of the route, and how the journal and the observers get it.
extension Stage {
  /// Where the scene was before a commit.
  struct Position: Sendable {
    let route: Route
    let revision: Revision
    /// Whether the commit changed nothing but which elements have appeared, and which begin a sub-tree.
    let isMinor: Bool
    /// With how many elements the root paths before and after the commit begin.
    let commonCount: Int
  }

  /// Sets the route and places its hosts, as one revision. Returns where the scene was before.
  ///
  /// - Parameter common: With how many elements both root paths begin, where that is known.
  mutating func set(_ route: Route, common: Int? = nil, in world: World) -> Position {
    let (before, isMinor) = (self.route, self.route.differsOnlyInAppearance(from: route))
    let previous = Position(
      route: before, revision: revision, isMinor: isMinor, commonCount: replaceRoute(with: route, common: common))
    revision += 1
    if !previous.isMinor { majorRevision = revision }
    committed = world.time
    noteOtherScreens(since: previous)
    placeHosts(since: previous, in: world)
    return previous
  }

  /// Remembers, after a commit, which elements are undecided because a death policy put them, or something before them.
  ///
  /// - Parameters:
  ///   - decided: What the tree said of the elements before.
  ///   - element: That of the policy; nil where none was the reason.
  mutating func noteExempt(
    since previous: Route, _ decided: [ElementID: TreeDecision], byPolicyOf element: ElementID?
  ) {
    guard element != nil && tree.isDeclared || !exempt.isEmpty else { return }
    let known = exempt
    let standing: Set<ElementID> = element == nil ? [] : Set(previous.allElements.map(\.id))
    exempt = []
    for id in route.allElements.lazy.map(\.id) where decisions[id] == nil {
      let isLeftByPolicy = element != nil && (id == element || decided[id] != nil || !standing.contains(id))
      if isLeftByPolicy || known.contains(id) { exempt.insert(id) }
    }
  }

  /// Remembers which elements show another screen from this revision on. Before their hosts are placed: an element that has none yet
  /// is new.
  private mutating func noteOtherScreens(since previous: Position) {
    let common = previous.commonCount
    // Most commits add elements alone, or take some away.
    guard !previous.isMinor, common < route.root.count, common < previous.route.root.count else { return }
    var search = ElementSearch(in: previous.route.root)
    noteOtherScreens(on: route.root, from: common, since: previous.route.root, &search)
  }

  private mutating func noteOtherScreens(
    on path: Path, from start: Int, since before: Path, _ search: inout ElementSearch
  ) {
    for index in start..<path.count {
      let element = path.elements[index]
      let isInPlace = index < before.count && before.elements[index].id == element.id
      let isOther: Bool
      if isInPlace {
        isOther = before.elements[index].screen != element.screen
      } else {
        isOther = hosts[element.id] != nil && search.find(element)?.screen != element.screen
      }
      if isOther { screenSince[element.id] = revision }
      for branch in element.branches?.branches ?? [] {
        let old = isInPlace ? before.elements[index].branches?[branch.name]?.path : nil
        let common = old.map { branch.path.commonCount(with: $0) } ?? 0
        noteOtherScreens(on: branch.path, from: common, since: old ?? Path([]), &search)
      }
    }
  }

  /// Whether what a worker says of an element is about the screen that it showed before: the worker had taken the state of this
  /// revision, and no later one. A worker that tells no revision means what the element shows now.
  func isOutdated(_ element: ElementID, at revision: Revision?) -> Bool {
    guard let revision, let since = screenSince[element] else { return false }
    return revision < since
  }

  /// Those of these elements that stood on a route before, and still stand with a screen of the same name: each once, in their order.
  func delivered(_ ids: [ElementID], since previous: Route) -> [ElementID] {
    route.standing(ids).filter { id in
      guard let before = previous.element(id) else { return false }
      return before.screen.name == route.element(id)?.screen.name
    }
  }

  /// The journal's record of the present revision. Where drafts were told, it reserves their ids along with it.
  mutating func commitRecord(since previous: Position, _ cause: Cause, in world: World) -> CommitRecord {
    if reservedIDs <= ids.next {
      reservedIDs = ids.next
    } else if reservedIDs < ids.next + Limits.idBlock / 2 {
      reservedIDs = ids.next + Limits.idBlock
    }
    return CommitRecord(
      scene: name, revision: revision, majorRevision: majorRevision, isMinor: previous.isMinor,
      route: Route(root: world.redacted(route.root)), nextID: reservedIDs, epoch: world.epoch, cause: cause)
  }

  /// Ids below `end` leave the coordinator, or have left it, for elements that no commit has: they are never given again.
  mutating func tell(idsBelow end: UInt64, _ turn: inout Turn) {
    // A scene without a commit may be forgotten, and then the next one of its name goes on behind its ids.
    guard hasCommits else { return turn.tellFirst(idsBelow: end) }
    guard end > reservedIDs else { return }
    reservedIDs = end + Limits.idBlock
    turn.record(.ids(name, below: reservedIDs))
  }

  func update(since previous: Position, _ cause: Cause, in world: World) -> Update {
    Update(
      scene: name, epoch: world.epoch, previousRevision: previous.revision, revision: revision,
      isMinor: previous.isMinor, previous: world.redacted(previous.route.root), current: placed(in: world),
      cause: cause, presenceNumber: presenceNumber)
  }
}
