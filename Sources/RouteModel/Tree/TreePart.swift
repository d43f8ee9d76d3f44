// SPDX-License-Identifier: Apache-2.0

/// A part of the tree as a worker declares it.
package struct TreePart: Hashable, Sendable {
  /// The worker that declares it.
  package let worker: WorkerName
  /// The name by which other parts lead to it; nil for a part that may begin a path.
  package let name: PartName?
  /// As declared.
  package let node: TreeNode
  let index: TreeIndex

  /// A part that `worker` declares.
  package init(_ node: TreeNode, named name: PartName? = nil, of worker: WorkerName) {
    self.worker = worker
    self.name = name
    self.node = node
    index = TreeIndex(node)
  }
}
