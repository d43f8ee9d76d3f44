// SPDX-License-Identifier: Apache-2.0

/// One question to the worker that declared a dynamic node.
public struct BuildAsk: Hashable, Sendable {
  /// The worker that declared the node.
  public var worker: WorkerName
  /// The node.
  public var key: TreeKey
  /// The element, its screen after wildcards.
  public var element: Element
  /// The elements before it, root first.
  public var before: [Element]
}
