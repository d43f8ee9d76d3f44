// SPDX-License-Identifier: Apache-2.0

package import Coordination
package import RouteModel

/// Declares a tree and links as they are, without closures, and hands on each ask about them: for programs and files
/// that are workers.
package struct Relays: WorkerPart {
  /// What it registers.
  package let parts: WorkerParts

  /// Declares these; `handler` answers for each node, and for URLs.
  package init(
    tree: TreeNode?, parts: [PartName: TreeNode], links: LinkReading?,
    handler: @escaping @Sendable (OpenAsk) async throws -> Answer
  ) {
    let relay = WorkerParts.Relay(tree: tree, parts: parts, links: links, handler: handler)
    self.parts = WorkerParts(relays: [relay])
  }
}

extension WorkerParts {
  /// A tree and links without closures.
  struct Relay: Sendable {
    var tree: TreeNode?
    var parts: [PartName: TreeNode]
    var links: LinkReading?
    var handler: Handler
  }
}
