// SPDX-License-Identifier: Apache-2.0

/// A node that builds the screens of one name.
public struct TreeScreen: Hashable, Sendable {
  /// Which screens.
  public var name: ScreenName
  /// What may follow.
  public var nesting: TreeNode
  /// Under which key the worker that declared it hears that an element appeared; nil: it does not want to.
  public var onAppear: TreeKey?
  /// Whether no process shows the screen, and none needs to.
  public var isVirtual: Bool
  /// The route of the plan that it is; nil: drives pass it over.
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
