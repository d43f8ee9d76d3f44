// SPDX-License-Identifier: Apache-2.0

/// The answer to a ``BuildAsk``.
package enum BuildAnswer: Hashable, Sendable {
  /// The node's `then`.
  case allow
  /// The node's `otherwise`.
  case declined
  /// This tree in place of the node.
  case tree(TreeNode)
}
