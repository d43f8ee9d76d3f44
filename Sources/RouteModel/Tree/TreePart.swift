// SPDX-License-Identifier: Apache-2.0

/// A part of the tree as a worker declares it. A reference, so that scenes, searches and plans share one index.
package struct TreePart: Sendable {
  private let content: Content

  /// A part that `worker` declares.
  package init(_ node: TreeNode, named name: PartName? = nil, of worker: WorkerName) {
    content = Content(node, name, worker)
  }

  /// The worker that declares it.
  package var worker: WorkerName { content.worker }
  /// The name by which other parts lead to it; nil for a part that may begin a path.
  package var name: PartName? { content.name }
  /// As declared.
  package var node: TreeNode { content.node }
  /// Its nodes, as ``TreeNode/nodeCount`` counts them.
  package var nodeCount: Int { content.nodeCount }
  /// The routes that stand in it.
  package var routes: [RouteID] { content.routes }
  /// The parts that it leads to, each once.
  package var references: [PartName] { content.references }
  /// Those of them that it leads to without a screen between, in order.
  var openReferences: [PartName] { content.openReferences }
  var hasRoutes: Bool { !content.routes.isEmpty }
  var index: TreeIndex { content.index }
  var depth: PartDepth { content.depth }

  private final class Content: Sendable {
    let worker: WorkerName
    let name: PartName?
    let node: TreeNode
    let index: TreeIndex
    let nodeCount: Int
    let routes: [RouteID]
    let references: [PartName]
    let openReferences: [PartName]
    let depth: PartDepth

    init(_ node: TreeNode, _ name: PartName?, _ worker: WorkerName) {
      (self.node, self.name, self.worker) = (node, name, worker)
      index = TreeIndex(node)
      nodeCount = node.nodeCount
      var routes: [RouteID] = []
      var references: [PartName] = []
      var known: Set<PartName> = []
      for block in index.blocks {
        for entry in block.entries {
          switch entry.kind {
          case .screen(let traits, _): if let route = traits.route { routes.append(route) }
          case .remote(let name): if known.insert(name).inserted { references.append(name) }
          case .conditional, .wildcard, .dynamic: break
          }
        }
      }
      (self.routes, self.references) = (routes, references)
      openReferences = index.openReferences
      depth = PartDepth(node)
    }
  }
}

extension TreePart: Hashable {
  /// Equality of the declarations.
  package static func == (a: Self, b: Self) -> Bool {
    a.content === b.content || (a.worker == b.worker && a.name == b.name && a.node == b.node)
  }

  /// Consistent with `==`.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(worker)
    hasher.combine(name)
    hasher.combine(nodeCount)
  }
}
