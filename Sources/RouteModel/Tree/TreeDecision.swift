// SPDX-License-Identifier: Apache-2.0

/// The verdict of the tree about an element of a route. It holds as long as the element and all before it stay as they
/// are.
package struct TreeDecision: Hashable, Sendable {
  /// The node that builds an element.
  package struct Builder: Hashable, Sendable {
    /// The worker that declares the node.
    package var worker: WorkerName
    /// The part that the node is in; nil for one that begins paths.
    package var part: PartName?
    /// Whether a worker was asked on the way.
    package var wasAsked: Bool
    /// Whether the screen needs no host.
    package var isVirtual: Bool
    /// The key under which its worker hears that the element appeared.
    package var onAppear: TreeKey?
    /// The hooks that its dismissal calls, innermost first.
    package var onDismiss: [OwnedHook]
    /// The block in which the search for the next element begins.
    var next: TreePlace
  }

  /// A dismissal hook with the worker that declares it.
  package struct OwnedHook: Hashable, Sendable {
    /// The worker that hears.
    package var worker: WorkerName
    /// The hook.
    package var hook: DismissHook
  }

  /// The element's screen, after wildcards.
  package var screen: AnyScreen
  /// The element before it; for the first of a branch the container; nil for the first of the root path.
  package var parent: ElementID?
  /// The node that builds the element; nil for an element outside the tree.
  package var builder: Builder?
  /// Parts that could have built the element, but that no worker declares.
  package var missing: [PartName] = []
}

extension TreeDecision {
  /// Whether no node builds the element.
  package var isOutside: Bool { builder == nil }
}

extension [ElementID: TreeDecision] {
  /// The same decisions, of elements whose contents have changed since.
  package func following(_ route: Route) -> Self {
    var decisions = self
    for element in route.allElements {
      guard let known = decisions[element.id], known.screen != element.screen, known.screen.name == element.screen.name
      else { continue }
      decisions[element.id]?.screen = element.screen
    }
    return decisions
  }
}
