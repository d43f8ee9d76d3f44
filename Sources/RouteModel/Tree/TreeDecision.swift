// SPDX-License-Identifier: Apache-2.0

/// What the tree says of an element of a route. Stands as long as the element and all before it stay as they are.
public struct TreeDecision: Hashable, Sendable {
  /// Who builds an element.
  public struct Builder: Hashable, Sendable {
    /// Who declares the node.
    public var worker: WorkerName
    /// The part that the node is in; nil for one that begins paths.
    public var part: PartName?
    /// Whether a worker was asked on the way.
    public var wasAsked: Bool
    /// Whether the node says that no process needs to show it.
    public var isVirtual: Bool
    /// Under which key its worker hears that it appeared.
    public var onAppear: TreeKey?
    /// Who hears that it is dismissed, innermost first.
    public var onDismiss: [OwnedHook]
    /// Where what follows is looked for.
    var next: TreePlace
  }

  /// A dismissal hook and who declares it.
  public struct OwnedHook: Hashable, Sendable {
    /// Who hears.
    public var worker: WorkerName
    /// Of what.
    public var hook: DismissHook
  }

  /// The element's screen, after wildcards.
  public var screen: AnyScreen
  /// The element before it; for the first of a branch the container; nil for the first of the root path.
  public var parent: ElementID?
  /// Who builds it; nil: nobody, it is outside the tree.
  public var builder: Builder?
  /// Parts that could have built it, but that nobody declares.
  public var missing: [PartName] = []
}

extension TreeDecision {
  /// Whether nothing builds it.
  public var isOutside: Bool { builder == nil }
}
