// SPDX-License-Identifier: Apache-2.0

public import RouteModel

/// UPDATE: a commit, told to everyone.
public struct Update: Hashable, Sendable {
  /// The scene.
  public var scene: SceneName
  /// The epoch of the commit.
  public var epoch: Epoch
  /// The revision before.
  public var previousRevision: Revision
  /// The revision it made.
  public var revision: Revision
  /// Whether it changes nothing but `hasAppeared`, and which elements begin a sub-tree.
  public var isMinor: Bool
  /// The root path before.
  public var previous: Path
  /// The root path now, with hosts.
  public var current: PlacedPath
  /// Why.
  public var cause: Cause
  /// The number of the last presence change that `current` holds: one that was told later may be heard earlier.
  public var presenceNumber: UInt64

  /// An update.
  public init(
    scene: SceneName, epoch: Epoch, previousRevision: Revision, revision: Revision, isMinor: Bool, previous: Path,
    current: PlacedPath, cause: Cause, presenceNumber: UInt64 = 0
  ) {
    self.scene = scene
    self.epoch = epoch
    self.previousRevision = previousRevision
    self.revision = revision
    self.isMinor = isMinor
    self.previous = previous
    self.current = current
    self.cause = cause
    self.presenceNumber = presenceNumber
  }
}
