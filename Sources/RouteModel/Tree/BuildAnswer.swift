// SPDX-License-Identifier: Apache-2.0

/// What came back for a ``BuildAsk``.
public enum BuildAnswer: Hashable, Sendable {
  /// The node's `then`.
  case allow
  /// The node's `otherwise`.
  case declined
  /// This, in the node's place.
  case tree(TreeNode)
}
