// SPDX-License-Identifier: Apache-2.0

/// A part of the tree as a worker declares it.
public struct TreePart: Hashable, Sendable {
  /// Who declares it.
  public let worker: WorkerName
  /// What others call it; nil: it may begin a path.
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
