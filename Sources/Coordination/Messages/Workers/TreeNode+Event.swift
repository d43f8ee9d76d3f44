// SPDX-License-Identifier: Apache-2.0

public import RouteModel

extension TreeNode {
  /// TREE_EVENT: what became of an element that a node of the worker's tree built. Told at most once: a worker that was away
  /// hears nothing of meanwhile.
  public struct Event: Hashable, Sendable {
    /// What happened.
    public enum Kind: Hashable, Sendable {
      /// It appeared; for the first time, or again.
      case appeared(isInitial: Bool)
      /// It was dismissed, and what was before it stays; or another screen took its place.
      case dismissed
    }

    /// The scene.
    public var scene: SceneName
    /// The revision of the commit that made it so.
    public var revision: Revision
    /// The node, as its worker calls it.
    public var key: TreeKey
    /// What happened.
    public var kind: Kind
    /// Which element.
    public var element: ElementID
    /// Its screen; of one that was dismissed, the one that was.
    public var screen: AnyScreen
    /// The path before it, as in the phase build; of one that was dismissed, as it was.
    public var route: Path

    /// An event.
    public init(
      scene: SceneName, revision: Revision, key: TreeKey, kind: Kind, element: ElementID, screen: AnyScreen,
      route: Path = Path([])
    ) {
      self.scene = scene
      self.revision = revision
      self.key = key
      self.kind = kind
      self.element = element
      self.screen = screen
      self.route = route
    }
  }
}
