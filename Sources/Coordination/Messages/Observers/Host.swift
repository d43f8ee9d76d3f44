// SPDX-License-Identifier: Apache-2.0

public import RouteModel

/// An element's host at a moment.
public struct Host: Hashable, Sendable {
  /// How it stands.
  public var presence: Presence
  /// Which worker, if one is or was there.
  public var worker: WorkerName?

  /// A host.
  public init(_ presence: Presence, worker: WorkerName?) {
    self.presence = presence
    self.worker = worker
  }
}
