// SPDX-License-Identifier: Apache-2.0

/// A part of the tree as a worker declares it.
public struct TreePart: Hashable, Sendable {
  /// The worker that declares it.
  public let worker: WorkerName
  /// The name by which other parts lead to it; nil for a part that may begin a path.
  public let name: PartName?
  /// As declared.
  public let node: TreeNode
  let index: TreeIndex

  /// A part that `worker` declares.
  public init(_ node: TreeNode, named name: PartName? = nil, of worker: WorkerName) {
    self.worker = worker
    self.name = name
    self.node = node
    index = TreeIndex(node)
  }
}
