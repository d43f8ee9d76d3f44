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

/// UPDATE: a commit, told to everyone. The PathUpdate of the design.
public struct Update: Hashable, Sendable {
  /// The scene.
  public var scene: SceneName
  /// The epoch of the commit.
  public var epoch: Epoch
  /// The revision before.
  public var previousRevision: Revision
  /// The revision it made.
  public var revision: Revision
  /// Whether it changes nothing but `hasAppeared`.
  public var isMinor: Bool
  /// The root path before.
  public var previous: Path
  /// The root path now, with hosts.
  public var current: PlacedPath
  /// Why.
  public var cause: Cause

  /// An update.
  public init(
    scene: SceneName, epoch: Epoch, previousRevision: Revision, revision: Revision, isMinor: Bool, previous: Path,
    current: PlacedPath, cause: Cause
  ) {
    self.scene = scene
    self.epoch = epoch
    self.previousRevision = previousRevision
    self.revision = revision
    self.isMinor = isMinor
    self.previous = previous
    self.current = current
    self.cause = cause
  }
}

/// PRESENCE: hosts of elements changed.
public struct PresenceChange: Hashable, Sendable {
  /// The scene.
  public var scene: SceneName
  /// The epoch.
  public var epoch: Epoch
  /// Counts the changes of presence of the scene, from 1.
  public var number: UInt64
  /// Which elements.
  public var elements: [ElementID]
  /// How they stand now.
  public var presence: Presence
  /// Their worker.
  public var worker: WorkerName?
  /// The worker's software version.
  public var version: String
  /// With `leaving`, within how many ms the worker is back; with `failed`, why.
  package var restartingMs: Int64?
  /// For people, with `failed`.
  public var message: String?

  /// A change.
  public init(
    scene: SceneName, epoch: Epoch, number: UInt64, elements: [ElementID], presence: Presence, worker: WorkerName?,
    version: String, restartingMs: Int64? = nil, message: String? = nil
  ) {
    self.scene = scene
    self.epoch = epoch
    self.number = number
    self.elements = elements
    self.presence = presence
    self.worker = worker
    self.version = version
    self.restartingMs = restartingMs
    self.message = message
  }
}

/// KEEPALIVE: where each idle scene is, so that a lost last update is found too.
public struct Keepalive: Hashable, Sendable {
  /// Where a scene is.
  public struct Position: Hashable, Sendable {
    /// The scene.
    public var scene: SceneName
    /// Its revision.
    public var revision: Revision
    /// Its presence number.
    public var presenceNumber: UInt64

    /// A position.
    public init(scene: SceneName, revision: Revision, presenceNumber: UInt64) {
      self.scene = scene
      self.revision = revision
      self.presenceNumber = presenceNumber
    }
  }

  /// The epoch.
  public var epoch: Epoch
  /// The scenes, sorted by name.
  public var positions: [Position]

  /// A keepalive.
  public init(epoch: Epoch, positions: [Position]) {
    self.epoch = epoch
    self.positions = positions
  }
}
