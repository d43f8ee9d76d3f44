// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// Makes of a tree the nodes that travel, and keeps the closures under the numbers that the nodes' keys name.
///
/// A key is `STAMP.NODE`, and `@ELEMENT/NODE` for each expansion on the way: node 2 of what node 3 came to for the element
/// 12 is `k3f9.3@12/2`. So a key says how to find its closure again, also in the worker's next process.
struct TreeLowering {
  /// Where the nodes of a chapter have their keys.
  struct Place: Sendable {
    var prefix: String
    var node: Int
  }

  /// The closures of the nodes, by number.
  private(set) var handlers: [TreeHandler] = []
  /// By chapter.
  private(set) var places: [Int: Place]
  /// The faults that were found in the tree.
  private(set) var faults: [String] = []
  private let book: TreeBook
  private var prefix: String
  private var next = 0
  private var nodes = 0
  /// Whether the nodes have their closures already.
  private var isRepeating = false

  /// A lowering of a declaration, or of the tree that one of its nodes made; then the chapters that it knows keep their keys.
  init(_ book: TreeBook, prefix: String, knowing places: [Int: Place] = [:]) {
    self.book = book
    self.prefix = prefix
    self.places = places
  }

  /// The node that travels.
  mutating func lower(_ shape: TreeShape) -> TreeNode {
    guard hasRoom(for: shape) else { return .empty }
    switch shape {
    case .empty, .tree, .fault: return .empty
    case .screen(let name, let nesting, let onAppear, let isVirtual, let route):
      let key = onAppear.map { keep($0) }
      return .screen(TreeNode.Screen(name, nesting: lower(nesting), onAppear: key, isVirtual: isVirtual, route: route))
    case .anyOf(let shapes):
      let nodes = shapes.map { lower($0) }.filter { $0 != .empty }
      return nodes.count == 1 ? nodes[0] : nodes.isEmpty ? .empty : .anyOf(nodes)
    case .conditional(let name, let then, let otherwise):
      let then = lower(then)
      return .conditional(on: name, then: then, otherwise: lower(otherwise))
    case .wildcard(let screen, let inner): return .wildcard(screen, lower(inner))
    case .remote(let part): return .remote(part)
    case .onDismiss(let handler, let name, let inner):
      let key = keep(handler)
      return .onDismiss(key, of: name, lower(inner))
    case .decision(let handler, let then, let otherwise):
      let key = keep(handler)
      let then = lower(then)
      return .dynamic(key, then: then, otherwise: lower(otherwise))
    case .expansion(let expansion): return .dynamic(keep(.expand(expansion)), then: .empty, otherwise: .empty)
    case .chapter(let number): return lower(chapter: number)
    }
  }

  /// The node of a tree that was read, which is a part of its own where it contains itself.
  private mutating func lower(chapter number: Int) -> TreeNode {
    if let part = book.chapters[number].part { return lower(.remote(part)) }
    return lower(body: number)
  }

  /// Wherever a tree stands, its nodes have the keys of the first place.
  mutating func lower(body number: Int) -> TreeNode {
    guard let place = places[number] else {
      places[number] = Place(prefix: prefix, node: next)
      return lower(book.chapters[number].shape)
    }
    let before = (prefix, next, isRepeating)
    (prefix, next, isRepeating) = (place.prefix, place.node, true)
    defer { (prefix, next, isRepeating) = before }
    return lower(book.chapters[number].shape)
  }

  /// Counts a node: a tree is read once, but written out wherever it stands.
  private mutating func hasRoom(for shape: TreeShape) -> Bool {
    switch shape {
    case .empty, .tree, .fault, .chapter: return true
    case .screen, .anyOf, .conditional, .wildcard, .remote, .onDismiss, .decision, .expansion: break
    }
    nodes += 1
    if nodes == TreeNode.nodesMax + 1 { faults.append(TreeReader.tooLarge) }
    return nodes <= TreeNode.nodesMax
  }

  private mutating func keep(_ handler: TreeHandler) -> TreeKey {
    if !isRepeating { handlers.append(handler) }
    defer { next += 1 }
    if let key = TreeKey("\(prefix)\(next)") { return key }
    faults.append("closures of the tree lie too deep in each other; give the tree that contains itself a name")
    return "too-deep"
  }
}
