// SPDX-License-Identifier: Apache-2.0

/// Where the next element is looked for: a block of a part.
struct TreePlace: Hashable, Sendable {
  var part: TreePart
  var block: Int

  var entries: TreeIndex.Block { part.index.blocks[block] }

  func at(_ block: Int) -> TreePlace { TreePlace(part: part, block: block) }
}

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

extension Path {
  /// Each path cut before its first element that is outside the tree; kept where that is its very first, or where a part
  /// is missing.
  public func trimmed(by decisions: [ElementID: TreeDecision]) -> Path {
    var path = self
    if let end = elements.firstIndex(where: { decisions[$0.id]?.isOutside == true }), end > 0,
      decisions[elements[end].id]?.missing.isEmpty == true
    {
      path.elements.removeSubrange(end...)
    }
    for index in path.elements.indices {
      guard var branches = path.elements[index].branches else { continue }
      for branch in branches.branches.indices {
        branches.branches[branch].path = branches.branches[branch].path.trimmed(by: decisions)
      }
      path.elements[index].branches = branches
    }
    return path
  }
}

extension TreeDecision {
  /// Whether nothing builds it.
  public var isOutside: Bool { builder == nil }
}
