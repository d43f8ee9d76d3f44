// SPDX-License-Identifier: Apache-2.0

/// The wish of a worker to hear when an element is dismissed that a node of its tree built.
public struct DismissHook: Hashable, Sendable {
  /// The key of the node.
  public var key: TreeKey
  /// The name of the screens that count; nil for all.
  public var name: ScreenName?
}
