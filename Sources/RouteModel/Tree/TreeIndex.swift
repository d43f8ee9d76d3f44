// SPDX-License-Identifier: Apache-2.0

/// The nodes of one part, laid out so that the search for the node of a screen does not look at every node.
///
/// Alternatives are flattened into blocks. In a block the first node for a screen's name is found by the name. Only the
/// conditionals, wildcards, dynamic nodes and references before it have to be tried, in order.
struct TreeIndex: Hashable, Sendable {
  /// The nodes of a block.
  enum Kind: Hashable, Sendable {
    case screen(TreeNode.Screen.Traits, next: Int)
    case conditional(on: ScreenName, then: Int, otherwise: Int)
    case wildcard(AnyScreen, Int)
    case dynamic(TreeKey, then: Int, otherwise: Int)
    case remote(PartName)
  }

  /// A node of a block, with the dismissal hooks that stand round it there, innermost first.
  struct Entry: Hashable, Sendable {
    var kind: Kind
    var hooks: [DismissHook]
  }

  /// Alternatives, in declared order.
  struct Block: Hashable, Sendable {
    var entries: [Entry] = []
    /// The first screen node of each name.
    var screens: [ScreenName: Int] = [:]
    /// The entries that are not screen nodes, in order.
    var others: [Int] = []
  }

  /// The block of ``TreeNode/empty``.
  static let emptyBlock = 0

  private(set) var blocks = [Block()]
  private(set) var root = emptyBlock

  init(_ node: TreeNode) { root = add(node) }

  private mutating func add(_ node: TreeNode) -> Int {
    if case .empty = node { return Self.emptyBlock }
    var block = Block()
    collect(node, hooks: [], into: &block)
    blocks.append(block)
    return blocks.count - 1
  }

  private mutating func collect(_ node: TreeNode, hooks: [DismissHook], into block: inout Block) {
    let kind: Kind
    switch node {
    case .empty: return
    case .anyOf(let nodes):
      for node in nodes { collect(node, hooks: hooks, into: &block) }
      return
    case .onDismiss(let key, let name, let node):
      collect(node, hooks: [DismissHook(key: key, name: name)] + hooks, into: &block)
      return
    case .screen(let screen):
      kind = .screen(screen.traits, next: add(screen.nesting))
      // Of several nodes for one name the first always builds, so that the others are never reached.
      if block.screens[screen.name] == nil { block.screens[screen.name] = block.entries.count }
    case .conditional(let name, let then, let otherwise):
      kind = .conditional(on: name, then: add(then), otherwise: add(otherwise))
    case .wildcard(let screen, let node): kind = .wildcard(screen, add(node))
    case .dynamic(let key, let then, let otherwise):
      kind = .dynamic(key, then: add(then), otherwise: add(otherwise))
    case .remote(let part): kind = .remote(part)
    }
    if case .screen = kind {} else { block.others.append(block.entries.count) }
    block.entries.append(Entry(kind: kind, hooks: hooks))
  }
}

extension TreeNode.Screen {
  /// A screen node without what may follow.
  struct Traits: Hashable, Sendable {
    var name: ScreenName
    var onAppear: TreeKey?
    var isVirtual: Bool
    var route: RouteID?
  }

  var traits: Traits { Traits(name: name, onAppear: onAppear, isVirtual: isVirtual, route: route?.id) }
}

extension TreeIndex {
  /// The parts that the root block leads to without a screen between, in order, each once.
  var openReferences: [PartName] {
    var names: [PartName] = []
    var known: Set<PartName> = []
    collectReferences(in: root, into: &names, &known)
    return names
  }

  private func collectReferences(in block: Int, into names: inout [PartName], _ known: inout Set<PartName>) {
    for other in blocks[block].others {
      switch blocks[block].entries[other].kind {
      case .screen: break
      case .remote(let name): if known.insert(name).inserted { names.append(name) }
      case .wildcard(_, let inner): collectReferences(in: inner, into: &names, &known)
      case .conditional(_, let then, let otherwise), .dynamic(_, let then, let otherwise):
        collectReferences(in: then, into: &names, &known)
        collectReferences(in: otherwise, into: &names, &known)
      }
    }
  }
}
