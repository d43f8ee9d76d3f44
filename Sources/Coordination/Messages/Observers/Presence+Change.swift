// SPDX-License-Identifier: Apache-2.0

public import RouteModel

extension Presence {
  /// PRESENCE: hosts of elements changed.
  public struct Change: Hashable, Sendable {
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
    /// With `leaving`, within how many ms the worker is back.
    package var restartingMs: Int64?
    /// With `failed`, `notInTree` and `quarantined`, why; for people.
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
}
