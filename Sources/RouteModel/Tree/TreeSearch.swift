// SPDX-License-Identifier: Apache-2.0

/// A search for the node that builds one screen: depth first, in declared order, interrupted at each dynamic node until
/// its worker has answered.
struct TreeSearch: Hashable, Sendable {
  /// The next need of the search, or its result.
  enum Step: Hashable, Sendable {
    /// The worker of a dynamic node has to be asked about this screen.
    case ask(WorkerName, TreeKey, AnyScreen)
    /// Built, as this screen.
    case built(TreeDecision.Builder, AnyScreen)
    /// Nothing builds it.
    case exhausted
  }

  /// A block that is being tried.
  private struct Frame: Hashable {
    var place: TreePlace
    var screen: AnyScreen
    /// The number of the screen among those of the search.
    var number = 0
    var hooks: [TreeDecision.OwnedHook]
    /// The number of the block's other nodes that were tried.
    var tried = 0
    /// The number of blocks round it that are being tried.
    var depth = 0
  }

  /// The search gives up at this depth, for answers of workers may hold dynamic nodes without end. All that a tree may hold is
  /// above it, and so is one answer in place of its deepest node.
  static let depthMax = PlanReader.depthMax + TreeNode.depthMax

  /// The nodes that it may still try. At the end of them it gives up, as if nothing built the screen.
  private(set) var budget: Int
  /// The first parts that the search came to and that no worker declares, in order.
  private(set) var missing: [PartName] = []
  private let composition: TreeComposition
  private var frames: [Frame]
  private var wasAsked = false
  /// Parts that were entered, and for which screen. A part that did not build a screen once does not build it later.
  private var entered: Set<Visit> = []

  private struct Visit: Hashable {
    var part: PartName
    var screen: Int
  }

  /// The screens of the search: the one that it is for, and those of wildcards. Each is hashed once, for its content may be
  /// long and parts many.
  private var numbers: [AnyScreen: Int] = [:]

  /// A search in several places, one after another.
  init(for screen: AnyScreen, in places: [TreePlace], by composition: TreeComposition, budget: Int) {
    self.composition = composition
    self.budget = budget
    frames = places.reversed().map { Frame(place: $0, screen: screen, hooks: []) }
  }

  /// Searches up to the next ask, or to the end.
  mutating func next() -> Step {
    while let frame = frames.last, budget > 0 {
      budget -= 1
      let block = frame.place.entries
      let match = block.screens[frame.screen.name]
      if frame.tried < block.others.count, block.others[frame.tried] < match ?? .max {
        frames[frames.count - 1].tried += 1
        let entry = block.entries[block.others[frame.tried]]
        if case .dynamic(let key, _, _) = entry.kind {
          return .ask(frame.place.part.worker, key, frame.screen)
        }
        enter(entry, from: frame)
      } else if let match, case .screen(let traits, let next) = block.entries[match].kind {
        return .built(builder(traits, next, block.entries[match], frame), frame.screen)
      } else {
        frames.removeLast()
      }
    }
    return .exhausted
  }

  /// Enters the tree that the last dynamic node stands for by this answer.
  mutating func answer(_ answer: BuildAnswer) {
    guard let frame = frames.last else { return }
    let block = frame.place.entries
    let entry = block.entries[block.others[frame.tried - 1]]
    guard case .dynamic(_, let then, let otherwise) = entry.kind else { return }
    wasAsked = true
    switch answer {
    case .allow: enter(frame.place.at(then), as: frame.screen, entry, from: frame)
    case .declined: enter(frame.place.at(otherwise), as: frame.screen, entry, from: frame)
    case .tree(let node):
      let part = TreePart(node, named: frame.place.part.name, of: frame.place.part.worker)
      enter(TreePlace(part: part, block: part.index.root), as: frame.screen, entry, from: frame)
    }
  }

  private mutating func enter(_ entry: TreeIndex.Entry, from frame: Frame) {
    switch entry.kind {
    case .screen, .dynamic: break
    case .conditional(let name, let then, let otherwise):
      enter(frame.place.at(name == frame.screen.name ? then : otherwise), as: frame.screen, entry, from: frame)
    case .wildcard(let screen, let inner):
      enter(frame.place.at(inner), as: screen, number: number(of: screen, besides: frame), entry, from: frame)
    case .remote(let name):
      guard let part = composition.parts[name] else {
        if missing.count < TreeComposition.allowedMax, !missing.contains(name) { missing.append(name) }
        return
      }
      // A part that stands too deep here may stand in another place too.
      guard hasRoom(below: frame), entered.insert(Visit(part: name, screen: frame.number)).inserted else { return }
      enter(TreePlace(part: part, block: part.index.root), as: frame.screen, entry, from: frame)
    }
  }

  private mutating func enter(
    _ place: TreePlace, as screen: AnyScreen, number: Int? = nil, _ entry: TreeIndex.Entry, from frame: Frame
  ) {
    guard place.block != TreeIndex.emptyBlock, hasRoom(below: frame) else { return }
    frames.append(
      Frame(
        place: place, screen: screen, number: number ?? frame.number, hooks: hooks(entry, frame), depth: frame.depth + 1
      ))
  }

  private func hasRoom(below frame: Frame) -> Bool { frame.depth + 1 < Self.depthMax }

  private mutating func number(of screen: AnyScreen, besides frame: Frame) -> Int {
    if numbers.isEmpty { numbers[frame.screen] = frame.number }
    if let number = numbers[screen] { return number }
    let number = numbers.count
    numbers[screen] = number
    return number
  }

  private func hooks(_ entry: TreeIndex.Entry, _ frame: Frame) -> [TreeDecision.OwnedHook] {
    entry.hooks.map { TreeDecision.OwnedHook(worker: frame.place.part.worker, hook: $0) } + frame.hooks
  }

  private func builder(
    _ traits: TreeNode.Screen.Traits, _ next: Int, _ entry: TreeIndex.Entry, _ frame: Frame
  ) -> TreeDecision.Builder {
    TreeDecision.Builder(
      worker: frame.place.part.worker, part: frame.place.part.name, wasAsked: wasAsked, isVirtual: traits.isVirtual,
      onAppear: traits.onAppear, onDismiss: hooks(entry, frame), next: frame.place.at(next))
  }
}
