// SPDX-License-Identifier: Apache-2.0

package import Coordination
import RouteModel

/// Declares the tree and the links of a program that is asked itself, in place of closures.
package struct Relays: WorkerPart {
  /// What the part brings.
  package let parts: WorkerParts

  /// Declares what `registration` says; `handler` answers for each node, and for URLs.
  package init(_ registration: Registration, handler: @escaping @Sendable (OpenAsk) async throws -> Answer) {
    let relay = WorkerParts.Relay(
      tree: registration.tree, parts: registration.parts, links: registration.links, handler: handler)
    parts = WorkerParts(relays: [relay])
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
