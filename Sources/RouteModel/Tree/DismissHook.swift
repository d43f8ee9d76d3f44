// SPDX-License-Identifier: Apache-2.0

/// The wish of a worker to hear when an element is dismissed that a node of its tree built.
package struct DismissHook: Hashable, Sendable {
  /// The key of the node.
  package var key: TreeKey
  /// The name of the screens that count; nil for all.
  package var name: ScreenName?
}
