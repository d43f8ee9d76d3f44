// SPDX-License-Identifier: Apache-2.0

package import Coordination
package import RouteModel

/// Declares a tree, links, destinations and tasks as they are, without closures, and hands on each ask about them: for
/// programs and files that are workers.
package struct Relays: WorkerPart {
  /// What it registers.
  package let parts: WorkerParts

  /// Declares these.
  ///
  /// - Parameters:
  ///   - tree: What may begin a path.
  ///   - parts: Parts of the tree that others can lead to.
  ///   - links: Which URLs it reads.
  ///   - destinations: The destinations that it declares.
  ///   - tasks: What it does for destinations. Those that are about an element (finders, context tasks) count for the screens
  ///     that the worker hosts.
  ///   - wantsRoutes: Whether each state tells the whole path.
  ///   - hears: Is told of arrivals, the post tasks.
  ///   - handler: Answers for each node, for URLs and for tasks.
  package init(
    tree: TreeNode?, parts: [PartName: TreeNode], links: LinkReading?,
    destinations: [DestinationName: Destination] = [:], tasks: [Destination.TaskKind: [TaskName]] = [:],
    wantsRoutes: Bool = false,
    hears: @escaping @Sendable (Arrival) async throws -> Void = { _ in },
    handler: @escaping @Sendable (OpenAsk) async throws -> Answer
  ) {
    let relay = WorkerParts.Relay(
      tree: tree, parts: parts, links: links, destinations: destinations, tasks: tasks, wantsRoutes: wantsRoutes,
      hears: hears, handler: handler)
    self.parts = WorkerParts(relays: [relay])
  }
}

extension WorkerParts {
  /// Declarations without closures.
  struct Relay: Sendable {
    var tree: TreeNode?
    var parts: [PartName: TreeNode]
    var links: LinkReading?
    var destinations: [DestinationName: Destination]
    var tasks: [Destination.TaskKind: [TaskName]]
    var wantsRoutes: Bool
    var hears: Hearer
    var handler: Handler
  }
}
