// SPDX-License-Identifier: Apache-2.0

/// Builds a path by a tree, element by element: a pure machine that knows which worker to ask next and applies the
/// answer.
///
/// Each element is put to the nodes that may follow the element before it. The first node that builds it, in declared
/// order, decides which nodes may follow in their turn. A branch's path is built as if it followed its container. Elements
/// that stay as they were, with all before them, keep their decision. Specification, section "Trees".
package struct PathBuild: Hashable, Sendable {
  /// The next need of the machine.
  package enum Step: Hashable, Sendable {
    /// Ask this, then call ``PathBuild/answer(_:)``.
    case ask(BuildAsk)
    /// Every element is decided.
    case finished
  }

  /// The consequence of an element that no node builds.
  package enum Mode: Hashable, Sendable {
    /// The build ends there.
    case stops
    /// The element and all that follow it are outside the tree; the rest is built.
    case marks
  }

  /// The path, with the screens of wildcards put in.
  package private(set) var path: Path
  /// The decisions so far, by element.
  package private(set) var decisions: [ElementID: TreeDecision] = [:]
  /// The first element that no node builds.
  package private(set) var stop: TreeNode.Stop?
  /// Its id.
  package private(set) var stopped: ElementID?

  private let composition: TreeComposition
  private let mode: Mode
  private let items: [Item]
  /// The items that need no decision: they stay, and nothing new follows them.
  private var idle: Set<Int> = []
  private var position = 0
  private var search: TreeSearch?
  /// The nodes that may still be tried for this path.
  private var budget = PathBuild.triedMax

  /// The most nodes that are tried for one path; elements that come later are taken for outside the tree.
  static let triedMax = 250_000

  /// An element and the place of the one before it among the items.
  private struct Item: Hashable {
    var element: Element
    var index: Int
    var before: Int?
  }

  /// A build of `path` by `composition`. An element stays if it stood in `base` with the same screen and with the same
  /// elements before it. Its decision in `kept` holds; without one it is put to the tree only if a new element follows.
  package init(
    _ path: Path, by composition: TreeComposition, from base: Path = Path([]),
    keeping kept: [ElementID: TreeDecision] = [:], mode: Mode = .stops
  ) {
    self.path = path
    self.composition = composition
    self.mode = mode
    var items: [Item] = []
    Self.collect(path, after: nil, into: &items)
    self.items = items
    keep(kept, from: base)
  }

  private static func collect(_ path: Path, after container: Int?, into items: inout [Item]) {
    var before = container
    for (index, element) in path.elements.enumerated() {
      let own = items.count
      items.append(Item(element: element, index: index, before: before))
      for branch in element.branches?.branches ?? [] { collect(branch.path, after: own, into: &items) }
      before = own
    }
  }

  private mutating func keep(_ kept: [ElementID: TreeDecision], from base: Path) {
    var old: [Item] = []
    Self.collect(base, after: nil, into: &old)
    var standing: [ElementID: (screen: AnyScreen, parent: ElementID?)] = [:]
    for item in old { standing[item.element.id] = (item.element.screen, item.before.map { old[$0].element.id }) }
    var staying: Set<Int> = []
    for (index, item) in items.enumerated() {
      let parent = item.before.map { items[$0].element.id }
      guard let before = standing[item.element.id], before.screen == item.element.screen, before.parent == parent,
        item.before.map({ staying.contains($0) }) ?? true
      else { continue }
      staying.insert(index)
      if let decision = kept[item.element.id], decision.screen == item.element.screen, decision.parent == parent {
        decisions[item.element.id] = decision
      }
    }
    idle = staying
    for index in items.indices where !staying.contains(index) {
      var before = items[index].before
      while let place = before, idle.remove(place) != nil { before = items[place].before }
    }
  }

  /// The first step. Call once.
  package mutating func begin() -> Step { advance() }

  /// The step after an ask.
  package mutating func answer(_ answer: BuildAnswer) -> Step {
    guard search?.answer(answer) != nil else { preconditionFailure("an answer to nothing") }
    return advance()
  }

  private mutating func advance() -> Step {
    while position < items.count, stop == nil || mode == .marks {
      let item = items[position]
      if search == nil {
        guard decisions[item.element.id] == nil, !idle.contains(position) else {
          position += 1
          continue
        }
        search = TreeSearch(for: item.element.screen, in: places(after: item), by: composition, budget: budget)
      }
      switch search?.next() {
      case .ask(let worker, let key, let screen):
        return .ask(ask(worker, key, screen, item))
      case .built(let builder, let screen): decide(item, screen, builder)
      case .exhausted, nil: decide(item, item.element.screen, nil)
      }
    }
    return .finished
  }

  private func places(after item: Item) -> [TreePlace] {
    // A sub-tree stands on top of any screen: what builds it is where its route stands in the tree.
    if let subTree = item.element.subTree { return composition.place(of: subTree.route).map { [$0] } ?? [] }
    guard let before = item.before else { return composition.roots.map { TreePlace(part: $0, block: $0.index.root) } }
    return decisions[items[before].element.id]?.builder.map { [$0.next] } ?? []
  }

  private mutating func decide(_ item: Item, _ screen: AnyScreen, _ builder: TreeDecision.Builder?) {
    if builder == nil, stop == nil {
      stopped = item.element.id
      stop = TreeNode.Stop(
        index: item.index, screen: item.element.screen,
        allowed: composition.allowed(in: places(after: item)), missing: search?.missing ?? [])
    }
    decisions[item.element.id] = TreeDecision(
      screen: screen, parent: item.before.map { items[$0].element.id }, builder: builder,
      missing: builder == nil ? search?.missing ?? [] : [])
    if screen != item.element.screen {
      path.edit(item.element.id) {
        // Another screen does not stand for the route that a sub-tree begins with.
        if $0.screen.name != screen.name { $0.subTree = nil }
        $0.screen = screen
      }
    }
    budget = search?.budget ?? budget
    search = nil
    position += 1
  }

  private func ask(_ worker: WorkerName, _ key: TreeKey, _ screen: AnyScreen, _ item: Item) -> BuildAsk {
    var before: [Element] = []
    var next = item.before
    while let index = next {
      before.append(decided(items[index].element))
      next = items[index].before
    }
    var element = item.element
    element.screen = screen
    return BuildAsk(worker: worker, key: key, element: element, before: before.reversed())
  }

  private func decided(_ element: Element) -> Element {
    var element = element
    if let decision = decisions[element.id] { element.screen = decision.screen }
    return element
  }
}

extension Path {
  /// Changes the element with this id, also in a branch.
  mutating func edit(_ id: ElementID, _ change: (inout Element) -> Void) {
    for index in elements.indices {
      if elements[index].id == id { return change(&elements[index]) }
      guard var branches = elements[index].branches else { continue }
      for branch in branches.branches.indices { branches.branches[branch].path.edit(id, change) }
      elements[index].branches = branches
    }
  }
}
