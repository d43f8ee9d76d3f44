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
    placeHosts(since: previous, in: world)
    return previous
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
