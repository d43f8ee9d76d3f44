// SPDX-License-Identifier: Apache-2.0

public import RouteModel

/// STATE to a worker: the elements of its own, whole, each time: compare and follow.
public struct WorkerState: Hashable, Sendable {
  /// The scene.
  public var scene: SceneName
  /// The scene's revision.
  public var revision: Revision
  /// Its elements, in the order of the route; of a container, without what its branches hold.
  public var elements: [Element]
  /// The whole root path, for a worker that asked for whole routes.
  public var path: Path?
  /// Whether the change may be animated.
  public var animated: Bool

  /// A state.
  public init(scene: SceneName, revision: Revision, elements: [Element], path: Path? = nil, animated: Bool = false) {
    self.scene = scene
    self.revision = revision
    self.elements = elements
    self.path = path
    self.animated = animated
  }
}
