// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// A new revision of the route, and how the journal and the observers get it.
extension Stage {
  /// Where the scene was before a commit.
  struct Position: Sendable {
    let route: Route
    let revision: Revision
    /// Whether the commit changed nothing but appearances.
    let isMinor: Bool
  }

  /// Sets the route and places its hosts, as one revision. Returns where the scene was before.
  mutating func set(_ route: Route, in world: World) -> Position {
    let previous = Position(
      route: self.route, revision: revision, isMinor: self.route.differsOnlyInAppearance(from: route))
    self.route = route
    revision += 1
    if !previous.isMinor { majorRevision = revision }
    committed = world.time
    placeHosts(since: previous.route, in: world)
    return previous
  }

  func commitRecord(since previous: Position, _ cause: Cause, in world: World) -> CommitRecord {
    CommitRecord(
      scene: name, revision: revision, majorRevision: majorRevision, isMinor: previous.isMinor,
      route: Route(root: world.redacted(route.root)), nextID: ids.next, epoch: world.epoch, cause: cause)
  }

  func update(since previous: Position, _ cause: Cause, in world: World) -> Update {
    Update(
      scene: name, epoch: world.epoch, previousRevision: previous.revision, revision: revision,
      isMinor: previous.isMinor, previous: world.redacted(previous.route.root), current: placed(in: world), cause: cause
    )
  }
}
