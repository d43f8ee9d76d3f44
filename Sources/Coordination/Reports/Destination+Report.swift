// SPDX-License-Identifier: Apache-2.0

public import RouteModel

extension Destination {
  /// A registered destination: INSPECT `destinations`.
  public struct Report: Hashable, Sendable {
    /// The scene that it is for.
    public var scene: SceneName
    /// Its name.
    public var name: DestinationName
    /// The worker that declares it; nil: the configuration.
    public var worker: WorkerName?
    /// Whether that worker is connected; of the configuration true.
    public var isLive: Bool
    /// The destination first.
    public var destination: Destination
    /// What it names and nobody has registered, for people; empty where it can be used.
    public var missing: [String]

    /// A destination.
    public init(
      _ name: DestinationName, _ destination: Destination, scene: SceneName = "main", worker: WorkerName? = nil,
      isLive: Bool = true, missing: [String] = []
    ) {
      (self.name, self.destination, self.scene, self.worker) = (name, destination, scene, worker)
      (self.isLive, self.missing) = (isLive, missing)
    }
  }
}
