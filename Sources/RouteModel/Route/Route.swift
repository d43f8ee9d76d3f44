// SPDX-License-Identifier: Apache-2.0

/// The canonical state of a scene: its root path with everything inside it.
package struct Route: Hashable, Sendable {
  /// The root path. Empty only for a scene that has not begun.
  package var root: Path

  /// A route with this root path.
  package init(root: Path = Path([])) { self.root = root }
}
