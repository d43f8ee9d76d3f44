// SPDX-License-Identifier: Apache-2.0

/// Names one path of a scene: from the root path inwards, a container and one of its branches at a time. Without entries
/// it names the root path.
public struct Address: Hashable, Sendable {
  /// One container that the address enters, and by which branch.
  public struct Entry: Hashable, Sendable {
    /// The container.
    public var container: ElementID
    /// Which of its branches.
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
