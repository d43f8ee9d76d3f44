// SPDX-License-Identifier: Apache-2.0

/// The name of one path of a scene: the containers and branches to enter, from the root path inwards. Without entries it
/// names the root path.
package struct Address: Hashable, Sendable {
  /// One container to enter, with the branch.
  package struct Entry: Hashable, Sendable {
    /// The container.
    package var container: ElementID
    /// The branch to enter.
    package var branch: BranchName

    /// An entry into this branch.
    package init(_ container: ElementID, _ branch: BranchName) {
      self.container = container
      self.branch = branch
    }
  }

  /// Outermost first.
  package var entries: [Entry]

  /// An address of these entries.
  package init(_ entries: [Entry] = []) { self.entries = entries }

  /// The root path.
  package static let root = Address()

  /// The path of a branch of a container on this path.
  package func branch(_ name: BranchName, of container: ElementID) -> Address {
    Address(entries + [Entry(container, name)])
  }
}
