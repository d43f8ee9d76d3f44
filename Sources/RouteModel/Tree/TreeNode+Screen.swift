// SPDX-License-Identifier: Apache-2.0

extension TreeNode {
  /// A node that builds the screens of one name.
  public struct Screen: Hashable, Sendable {
    /// The name of the screens that it builds.
    public var name: ScreenName
    /// The nodes of the elements that may follow.
    public var nesting: TreeNode
    /// The key under which the worker that declared it hears that an element appeared; nil for a worker that does not ask
    /// for it.
    public var onAppear: TreeKey?
    /// Whether the screen needs no host.
    public var isVirtual: Bool
    /// The route of the plan that it stands for; nil if drives pass it over.
    public var route: RoutePoint?

    /// A node for the screens called `name`.
    public init(
      _ name: ScreenName, nesting: TreeNode = .empty, onAppear: TreeKey? = nil, isVirtual: Bool = false,
      route: RoutePoint? = nil
    ) {
      self.name = name
      self.nesting = nesting
      self.onAppear = onAppear
      self.isVirtual = isVirtual
      self.route = route
    }
  }
}
