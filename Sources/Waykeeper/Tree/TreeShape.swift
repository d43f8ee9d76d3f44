// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

/// A navigation tree as its worker writes it: nodes with closures in them.
indirect enum TreeShape: Sendable {
  /// Evaluated for a screen, at each build.
  typealias Expansion = @Sendable (AnyScreen) async throws -> TreeShape

  case empty
  case screen(ScreenName, nesting: TreeShape, onAppear: TreeHandler?, isVirtual: Bool, route: RoutePoint? = nil)
  case anyOf([TreeShape])
  case conditional(on: ScreenName, then: TreeShape, otherwise: TreeShape)
  case wildcard(AnyScreen, TreeShape)
  case remote(PartName)
  case onDismiss(TreeHandler, of: ScreenName?, TreeShape)
  /// The worker is asked which.
  case decision(TreeHandler, then: TreeShape, otherwise: TreeShape)
  /// The worker is asked for the tree.
  case expansion(Expansion)
  /// Another tree.
  case tree(any NavigationTree)
  /// A tree that has been read: its number in the ``TreeBook``.
  case chapter(Int)
  /// The fault.
  case fault(String)
}

/// A closure of a node: its worker runs it when the coordinator asks, or reports an event.
enum TreeHandler: Sendable {
  /// An element has appeared; true: for the first time.
  case appear(@Sendable (Bool) async throws -> Void)
  /// A screen that the node built was dismissed.
  case dismiss(@Sendable (AnyScreen) async throws -> Void)
  /// Which side builds the screen.
  case decide(@Sendable (AnyScreen) async throws -> Bool)
  /// Whether the node builds the screen, or how else the command goes on.
  case gate(@Sendable (OpenAsk) async throws -> Answer)
  /// Which tree builds the screen.
  case expand(TreeShape.Expansion)

  /// Whether it is a gate.
  var isGate: Bool { if case .gate = self { true } else { false } }
}

extension NavigationTree {
  /// The tree's branches, as they are now.
  var currentShape: TreeShape { builder.pathTree.shape }

  /// Whether `other` is a tree of the same type that cannot differ from this one.
  func isEqual(to other: any NavigationTree) -> Bool {
    guard let other = other as? Self else { return false }
    if let tree = self as? any Hashable, let other = other as? any Hashable {
      return AnyHashable(tree) == AnyHashable(other)
    }
    return MemoryLayout<Self>.size == 0
  }

  /// Whether `other` has the same type.
  func hasType(of other: any NavigationTree) -> Bool { other is Self }
}

extension TreeShape {
  /// The shape with its screen as this route; nil where it is not about one screen.
  func routed(_ route: RoutePoint) -> TreeShape? {
    switch self {
    case .screen(let name, let nesting, let onAppear, let isVirtual, nil):
      .screen(name, nesting: nesting, onAppear: onAppear, isVirtual: isVirtual, route: route)
    case .onDismiss(let handler, let name, let inner):
      inner.routed(route).map { .onDismiss(handler, of: name, $0) }
    case .decision(let handler, let then, .empty):
      then.routed(route).map { .decision(handler, then: $0, otherwise: .empty) }
    case .conditional(let name, let then, .empty):
      then.routed(route).map { .conditional(on: name, then: $0, otherwise: .empty) }
    case .wildcard(let screen, let inner): inner.routed(route).map { .wildcard(screen, $0) }
    case .empty, .screen, .anyOf, .conditional, .remote, .decision, .expansion, .tree, .chapter, .fault: nil
    }
  }
}
