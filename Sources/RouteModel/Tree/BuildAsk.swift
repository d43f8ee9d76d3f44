// SPDX-License-Identifier: Apache-2.0

/// One question to the worker that declared a dynamic node.
package struct BuildAsk: Hashable, Sendable {
  /// The worker that declared the node.
  package var worker: WorkerName
  /// The node.
  package var key: TreeKey
  /// The element, its screen after wildcards.
  package var element: Element
  /// The elements before it, root first.
  package var before: [Element]
}
