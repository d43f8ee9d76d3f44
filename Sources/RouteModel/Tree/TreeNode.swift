// SPDX-License-Identifier: Apache-2.0

/// Which screens may begin a path, or follow another: a part of the navigation tree, as data.
///
/// A node is asked about one element and builds it, or does not. Who builds it alone decides what may follow it; there is
/// no going back on that (Composable Navigator's path builders). What depends on content or on a store is `dynamic`:
/// the worker that declared it is asked. Rules: specification, section "Trees".
public indirect enum TreeNode: Hashable, Sendable {
  /// Builds nothing.
  case empty
  /// Builds the screens of one name, whatever their content and presentation.
  case screen(TreeScreen)
  /// The first of these that builds, in order.
  case anyOf([TreeNode])
  /// Chosen by the element's name alone: where `then` does not build it, `otherwise` is not tried.
  case conditional(on: ScreenName, then: TreeNode, otherwise: TreeNode)
  /// Builds any element as if it were this screen, and puts this screen in its place.
  case wildcard(AnyScreen, TreeNode)
  /// The worker that declared it is asked: `then`, `otherwise`, or a tree that it answers with.
  case dynamic(TreeKey, then: TreeNode, otherwise: TreeNode)
  /// The part of this name, whoever declares it.
  case remote(PartName)
  /// As the node; the worker that declared it hears when a screen of this name (nil: any) that it built is dismissed.
  case onDismiss(TreeKey, of: ScreenName?, TreeNode)
}

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

extension TreeNode {
  /// A node for the screens called `name`.
  public static func screen(
    _ name: ScreenName, nesting: TreeNode = .empty, onAppear: TreeKey? = nil, isVirtual: Bool = false,
    route: RoutePoint? = nil
  ) -> TreeNode {
    .screen(TreeScreen(name, nesting: nesting, onAppear: onAppear, isVirtual: isVirtual, route: route))
  }

  /// The most levels of nodes in each other.
  public static let depthMax = 96
  /// The most nodes of one worker's registration.
  public static let nodesMax = 10_000

  /// The nodes directly inside this one, in declared order.
  public var children: [TreeNode] {
    switch self {
    case .empty, .remote: []
    case .screen(let screen): [screen.nesting]
    case .anyOf(let nodes): nodes
    case .conditional(_, let then, let otherwise), .dynamic(_, let then, let otherwise): [then, otherwise]
    case .wildcard(_, let node), .onDismiss(_, _, let node): [node]
    }
  }

  /// Whether nodes stand in each other deeper than `limit`.
  public func nests(deeperThan limit: Int) -> Bool {
    limit < 1 || children.contains { $0.nests(deeperThan: limit - 1) }
  }

  /// The number of nodes, this one counted, empty ones not.
  public var nodeCount: Int {
    if case .empty = self { return 0 }
    return children.reduce(1) { $0 + $1.nodeCount }
  }
}
