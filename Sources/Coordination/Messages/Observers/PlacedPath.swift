// SPDX-License-Identifier: Apache-2.0

public import RouteModel

/// A path with the host of each of its elements, those in branches too.
public struct PlacedPath: Hashable, Sendable {
  /// The root path.
  public var path: Path
  /// By element id; an element without entry is unattended.
  public var hosts: PathHosts

  /// A path with hosts.
  public init(_ path: Path, hosts: PathHosts = [:]) {
    self.path = path
    self.hosts = hosts
  }
}
