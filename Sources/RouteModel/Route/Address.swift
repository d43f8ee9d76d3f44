// SPDX-License-Identifier: Apache-2.0

/// Names one path of a scene: from the root path inwards, a container and one of its branches at a time. Without steps
/// it names the root path.
public struct Address: Hashable, Sendable {
  /// One step inwards.
  public struct Step: Hashable, Sendable {
    /// The container.
    public var container: ElementID
    /// Which of its branches.
    public var branch: BranchName

    /// A step into this branch.
    public init(_ container: ElementID, _ branch: BranchName) {
      self.container = container
      self.branch = branch
    }
  }

  /// Outermost first.
  public var steps: [Step]

  /// An address of these steps.
  public init(_ steps: [Step] = []) { self.steps = steps }

  /// The root path.
  public static let root = Address()

  /// The path of a branch of a container on this path.
  public func branch(_ name: BranchName, of container: ElementID) -> Address {
    Address(steps + [Step(container, name)])
  }
}
