// SPDX-License-Identifier: Apache-2.0

public import RouteModel

/// One element of a dry run: what it would be, and who would build it.
public struct BuildStep: Hashable, Sendable {
  /// Its screen, after wildcards.
  public var screen: AnyScreen
  /// The worker whose tree builds it; nil where no tree is registered.
  public var worker: WorkerName?
  /// The part that builds it; nil for one that begins paths.
  public var part: PartName?
  /// Whether a worker was asked on the way.
  public var wasAsked: Bool
  /// The worker that hosts the screen, dead or alive, if one registered it.
  public var host: WorkerName?
  /// The branches that hold it, the outermost first; empty on the root path.
  public var inside: [BranchName]

  /// An element of a dry run.
  public init(
    screen: AnyScreen, worker: WorkerName? = nil, part: PartName? = nil, wasAsked: Bool = false,
    host: WorkerName? = nil, inside: [BranchName] = []
  ) {
    self.screen = screen
    self.worker = worker
    self.part = part
    self.wasAsked = wasAsked
    self.host = host
    self.inside = inside
  }
}
