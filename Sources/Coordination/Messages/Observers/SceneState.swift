// SPDX-License-Identifier: Apache-2.0

public import RouteModel

/// STATE: a scene as it is; the answer to a new subscription, and what a snapshot holds.
public struct SceneState: Hashable, Sendable {
  /// The scene.
  public var scene: SceneName
  /// The epoch of the coordinator that says so.
  public var epoch: Epoch
  /// Its revision.
  public var revision: Revision
  /// Counts the changes of presence.
  public var presenceNumber: UInt64
  /// Its route, with hosts.
  public var path: PlacedPath

  /// A state.
  public init(scene: SceneName, epoch: Epoch, revision: Revision, presenceNumber: UInt64, path: PlacedPath) {
    self.scene = scene
    self.epoch = epoch
    self.revision = revision
    self.presenceNumber = presenceNumber
    self.path = path
  }
}
