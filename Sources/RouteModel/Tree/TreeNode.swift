// SPDX-License-Identifier: Apache-2.0

/// A part of the navigation tree, as data: the screens that may begin a path or follow another.
///
/// A node is asked about one element and builds it, or does not. The node that builds an element alone decides which
/// elements may follow; the search does not come back to try another (Composable Navigator's path builders). A decision
/// that depends on content or on a store is `dynamic`: the worker that declared the node is asked. Rules:
/// specification, section "Trees".
public indirect enum TreeNode: Hashable, Sendable {
  /// Builds nothing.
  case empty
  /// Builds all screens of one name; content and presentation do not matter.
  case screen(Screen)
  /// The first of these that builds, in order.
  case anyOf([TreeNode])
  /// `then` for elements of this name, `otherwise` for all others. An element that `then` does not build is not put to
  /// `otherwise`.
  case conditional(on: ScreenName, then: TreeNode, otherwise: TreeNode)
  /// Builds any element as if it were this screen, and puts this screen in its place.
  case wildcard(AnyScreen, TreeNode)
  /// The worker that declared the node is asked, and answers `then`, `otherwise`, or a tree of its own.
  case dynamic(TreeKey, then: TreeNode, otherwise: TreeNode)
  /// The part of this name, of any worker.
  case remote(PartName)
  /// Builds as the node inside. The worker that declared it hears when an element that it built is dismissed, if the
  /// screen has this name (nil: any).
  case onDismiss(TreeKey, of: ScreenName?, TreeNode)
}

extension TreeNode {
  /// A node for the screens called `name`.
  public static func screen(
    _ name: ScreenName, nesting: TreeNode = .empty, onAppear: TreeKey? = nil, isVirtual: Bool = false,
    route: RoutePoint? = nil
  ) -> TreeNode {
    .screen(Screen(name, nesting: nesting, onAppear: onAppear, isVirtual: isVirtual, route: route))
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

  /// Whether nodes stand in each other deeper than `limit`; empty ones do not count.
  public func nests(deeperThan limit: Int) -> Bool {
    if case .empty = self { return false }
    return limit < 1 || children.contains { $0.nests(deeperThan: limit - 1) }
  }

  /// The number of nodes, this one counted, empty ones not.
  public var nodeCount: Int {
    if case .empty = self { return 0 }
    return children.reduce(1) { $0 + $1.nodeCount }
  }
}
