// SPDX-License-Identifier: Apache-2.0

/// The name of one path of a scene: the containers and branches to enter, from the root path inwards. Without entries it
/// names the root path.
public struct Address: Hashable, Sendable {
  /// One container to enter, with the branch.
  public struct Entry: Hashable, Sendable {
    /// The container.
    public var container: ElementID
    /// The branch to enter.
    public var branch: BranchName

    /// An entry into this branch.
    public init(_ container: ElementID, _ branch: BranchName) {
      self.container = container
      self.branch = branch
    }
  }

  /// Outermost first.
  public var entries: [Entry]

  /// An address of these entries.
  public init(_ entries: [Entry] = []) { self.entries = entries }

  /// The root path.
  public static let root = Address()

  /// The path of a branch of a container on this path.
  public func branch(_ name: BranchName, of container: ElementID) -> Address {
    Address(entries + [Entry(container, name)])
  }
}
