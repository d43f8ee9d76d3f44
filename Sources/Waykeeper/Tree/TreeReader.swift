// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// The trees of a worker's declaration, each read once: their branches are fixed when the worker registers.
struct TreeBook: Sendable {
  /// A tree that was met.
  struct Chapter: Sendable {
    var tree: any NavigationTree
    var shape = TreeShape.empty
    /// Whether its shape is known.
    var isRead = false
    /// Where it contains itself it is a part of its own, so that its recursion is data.
    var part: PartName?
  }

  var chapters: [Chapter] = []

  /// The number of a tree that cannot differ from this one.
  func number(of tree: any NavigationTree) -> Int? { chapters.firstIndex { $0.tree.isEqual(to: tree) } }

  /// The name of a recursive tree's part: `kiosk.DetailTree`, shortened where that is too long for a name.
  func part(_ number: Int, of worker: WorkerName) -> PartName? {
    let letters = String(describing: type(of: chapters[number].tree)).filter {
      $0.isASCII && ($0.isLetter || $0.isNumber)
    }
    let ending = number == 0 ? "" : "-\(number)"
    return PartName("\(worker.rawValue.prefix(31)).\(letters.prefix(26))\(ending)")
  }
}

/// Reads a tree: evaluates the trees in it, finds those that contain themselves, and keeps within the limits of a
/// registration.
struct TreeReader {
  private(set) var book: TreeBook
  /// The faults that were found in the tree.
  private(set) var faults: [String] = []
  /// Tells the whole from others: equal for equal trees, in every process.
  private(set) var digest = Digest()
  private let worker: WorkerName
  /// Reads the tree that a node of a declaration made: the declaration's parts are fixed.
  private let isExpansion: Bool
  private var isReading: [any NavigationTree] = []
  private var nodes = 0

  /// The faults of a tree beyond the limits of a registration.
  static let tooDeep = "the tree nests deeper than \(TreeNode.depthMax) levels"
  static let tooLarge = "the tree has more than \(TreeNode.nodesMax) nodes"

  /// A reader of a declaration, or of the tree that one of its nodes made; then it knows the declaration's `book`.
  init(_ worker: WorkerName, expanding book: TreeBook? = nil) {
    self.book = book ?? TreeBook()
    self.worker = worker
    isExpansion = book != nil
  }

  /// The tree that is read next is a part of this name.
  mutating func begin(_ part: PartName) { digest.mix("p\(part)") }

  /// The shape with every tree in it looked up, or read.
  mutating func read(_ shape: TreeShape, depth: Int = 0) -> TreeShape {
    if case .empty = shape { return readLeaf(shape) }
    let isTooDeep = depth >= TreeNode.depthMax && shape.isLevel
    guard !isTooDeep, nodes < TreeNode.nodesMax else {
      faults.append(isTooDeep ? Self.tooDeep : Self.tooLarge)
      return .empty
    }
    nodes += 1
    switch shape {
    case .empty, .chapter, .fault, .remote, .expansion: return readLeaf(shape)
    case .screen(let name, let nesting, let onAppear, let isVirtual, let route):
      digest.mix("s\(name) \(onAppear != nil) \(isVirtual)")
      return .screen(
        name, nesting: read(nesting, depth: depth + 1), onAppear: onAppear, isVirtual: isVirtual, route: route)
    case .anyOf(let shapes):
      digest.mix("a\(shapes.count)")
      let inner = shape.isLevel ? depth + 1 : depth
      return .anyOf(shapes.map { read($0, depth: inner) })
    case .conditional(let name, let then, let otherwise):
      digest.mix("i\(name)")
      return .conditional(on: name, then: read(then, depth: depth + 1), otherwise: read(otherwise, depth: depth + 1))
    case .wildcard(let screen, let inner):
      digest.mix("w\(screen)")
      return .wildcard(screen, read(inner, depth: depth + 1))
    case .onDismiss(let handler, let name, let inner):
      digest.mix("o\(name?.rawValue ?? "")")
      return .onDismiss(handler, of: name, read(inner, depth: depth + 1))
    case .decision(let gate, let then, .empty) where gate.isGate:
      digest.mix("g")
      let inner = read(then, depth: depth + 1)
      return book.gated(gate, inner)
    case .decision(let handler, let then, let otherwise):
      digest.mix("d")
      return .decision(handler, then: read(then, depth: depth + 1), otherwise: read(otherwise, depth: depth + 1))
    case .tree(let tree): return read(tree, depth)
    }
  }

  private mutating func readLeaf(_ shape: TreeShape) -> TreeShape {
    switch shape {
    case .fault(let fault):
      faults.append(fault)
      return .empty
    case .remote(let part): digest.mix("r\(part)")
    case .expansion: digest.mix("x")
    case .chapter(let number): digest.mix("c\(number)")
    default: digest.mix("e")
    }
    return shape
  }

  private mutating func read(_ tree: any NavigationTree, _ depth: Int) -> TreeShape {
    let known = book.number(of: tree)
    let isOpen = isReading.contains { tree.isComparable ? $0.isEqual(to: tree) : $0.hasType(of: tree) }
    if isOpen, isExpansion || known == nil {
      // It may differ at each level, or cannot be a part any more: looked at when a screen is there.
      digest.mix("x")
      return .expansion { _ in tree.currentShape }
    }
    if let known {
      digest.mix("c\(known)")
      if isOpen { book.chapters[known].part = book.part(known, of: worker) }
      return .chapter(known)
    }
    // Trees could lead to each other without a level between them.
    guard isReading.count < 2 * TreeNode.depthMax else {
      faults.append(Self.tooDeep)
      return .empty
    }
    let number = book.chapters.count
    if tree.isComparable { book.chapters.append(TreeBook.Chapter(tree: tree)) }
    isReading.append(tree)
    let shape = read(tree.currentShape, depth: depth)
    isReading.removeLast()
    guard tree.isComparable else { return shape }
    (book.chapters[number].shape, book.chapters[number].isRead) = (shape, true)
    return .chapter(number)
  }
}

extension TreeShape {
  /// Whether what it holds lies a level deeper: a tree is what it leads to, and one alternative is itself.
  fileprivate var isLevel: Bool {
    switch self {
    case .anyOf(let shapes): shapes.filter(\.holdsSomething).count > 1
    case .empty, .tree: false
    case .screen, .conditional, .wildcard, .remote, .onDismiss, .decision, .expansion, .chapter, .fault: true
    }
  }

  /// Whether it builds anything.
  var holdsSomething: Bool { if case .empty = self { false } else { true } }
}

/// FNV-1a over texts, as a short word.
struct Digest: Sendable {
  private var hash = FNV1a()

  mutating func mix(_ text: String) {
    hash.combine(bytes: text.utf8)
    hash.combine(byte: 0)
  }

  /// Up to 7 small letters and digits.
  var word: String { String(hash.value >> 29, radix: 36) }
}

extension NavigationTree {
  /// Whether ``isEqual(to:)`` can tell that it is the same.
  var isComparable: Bool { self is any Hashable || MemoryLayout<Self>.size == 0 }
}
