// SPDX-License-Identifier: Apache-2.0

/// The verdict of the tree about an element of a route. It holds as long as the element and all before it stay as they
/// are.
public struct TreeDecision: Hashable, Sendable {
  /// The node that builds an element.
  public struct Builder: Hashable, Sendable {
    /// The worker that declares the node.
    public var worker: WorkerName
    /// The part that the node is in; nil for one that begins paths.
    public var part: PartName?
    /// Whether a worker was asked on the way.
    public var wasAsked: Bool
    /// Whether the screen needs no host.
    public var isVirtual: Bool
    /// The key under which its worker hears that the element appeared.
    public var onAppear: TreeKey?
    /// The hooks that its dismissal calls, innermost first.
    public var onDismiss: [OwnedHook]
    /// The block in which the search for the next element begins.
    var next: TreePlace
  }

  /// A dismissal hook with the worker that declares it.
  public struct OwnedHook: Hashable, Sendable {
    /// The worker that hears.
    public var worker: WorkerName
    /// The hook.
    public var hook: DismissHook
  }

  /// The element's screen, after wildcards.
  public var screen: AnyScreen
  /// The element before it; for the first of a branch the container; nil for the first of the root path.
  public var parent: ElementID?
  /// The node that builds the element; nil for an element outside the tree.
  public var builder: Builder?
  /// Parts that could have built the element, but that no worker declares.
  public var missing: [PartName] = []
}

extension TreeDecision {
  /// Whether no node builds the element.
  public var isOutside: Bool { builder == nil }
}
