// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

/// The part of the navigation tree that a worker declares: nodes that travel to the coordinator, and closures that stay here.
struct TreeTable: Sendable {
  /// The node that may begin a path; nil: nothing is declared.
  private(set) var root: TreeNode?
  /// The parts that other trees lead to, by name.
  private(set) var parts: [PartName: TreeNode] = [:]
  /// The faults that were found in it.
  private(set) var faults: [String] = []

  /// The worker that declares it.
  let worker: WorkerName
  private let book: TreeBook
  /// The text that its keys begin with.
  let stamp: String
  private let handlers: [TreeHandler]
  private let places: [Int: TreeLowering.Place]
  private var memory = TreeMemory()
  /// Its number among the tables that share the memory.
  private var number = 0

  /// - Parameters:
  ///   - roots: The nodes that may begin a path; several are tried in order.
  ///   - parts: The parts that other trees lead to.
  init(_ worker: WorkerName, roots: [TreeShape], parts: [(name: PartName, shape: TreeShape)]) {
    self.worker = worker
    var reader = TreeReader(worker)
    let root = roots.isEmpty ? nil : reader.read(.anyOf(roots))
    let shapes = parts.map { part in
      reader.begin(part.name)
      return reader.read(part.shape)
    }
    faults = reader.faults
    book = reader.book
    stamp = reader.digest.word
    var lowering = TreeLowering(book, prefix: stamp + ".")
    self.root = root.map { lowering.lower($0) }
    for (part, shape) in zip(parts, shapes)
    where self.parts.updateValue(lowering.lower(shape), forKey: part.name) != nil {
      faults.append("the part '\(part.name)' is declared twice; make them one with AnyOf")
    }
    for (number, chapter) in book.chapters.enumerated() {
      if let name = chapter.part { self.parts[name] = lowering.lower(body: number) }
    }
    faults += lowering.faults
    handlers = lowering.handlers
    places = lowering.places
    let trees = (self.root.map { [$0] } ?? []) + self.parts.values
    // A tree that is read once may stand deeper elsewhere.
    if faults.isEmpty, trees.contains(where: { $0.nests(deeperThan: TreeNode.depthMax) }) {
      faults.append(TreeReader.tooDeep)
    }
  }

  /// This table in the place of one of the same tree: what that one's closures made of elements that are still shown is told what
  /// becomes of these.
  func following(_ former: TreeTable) -> TreeTable {
    guard former.stamp == stamp else { return self }
    var copy = self
    (copy.memory, copy.number) = (former.memory, former.number + 1)
    return copy
  }

  /// The answer to "can you build this element, after this path?"; nil where the node is none of this table.
  func build(_ key: TreeKey, _ ask: OpenAsk) async throws -> Answer? {
    let element = ask.element ?? .root
    let screens = ask.ask.screens
    guard let text = TreeKeyText(key),
      let handler = try await handler(for: text, in: ask.scene, screens: screens, isBuilding: true)
    else { return nil }
    switch handler {
    case .decide(let decides): return try await decides(ask.screen) ? .allow : .declined
    case .gate(let answers): return try await answers(ask)
    case .expand(let expansion):
      let prefix = "\(key)@\(element.rawValue)/"
      let (node, made) = try await expand(expansion, ask.screen, prefix)
      memory.keep(made, ask.scene, prefix, for: text.steps.map { screens[$0.element] } + [ask.screen])
      return .tree(node)
    case .appear, .dismiss: return nil
    }
  }

  /// The closure that a key names, as it was made for these screens; nil where it is none of this table, or where that which it
  /// lay in is gone. What a former table made counts for events; a build goes by this one, where it still makes the same tree.
  func handler(
    for key: TreeKeyText, in scene: SceneName, screens: [ElementID: AnyScreen], isBuilding: Bool = false
  ) async throws -> TreeHandler? {
    guard key.stamp == stamp else { return nil }
    var scope = handlers
    var node = key.node
    var prefix = "\(stamp).\(node)"
    // An element keeps its id when its content changes, or might have changed: what its closures saw depends on the content.
    var behind: [AnyScreen?] = []
    for step in key.steps {
      prefix += "@\(step.element.rawValue)/"
      behind.append(screens[step.element])
      let known = memory.made(scene, prefix, for: behind)
      if let known, known.maker == number || !isBuilding {
        scope = known.scope
      } else {
        guard scope.indices.contains(node), case .expand(let expansion) = scope[node],
          let screen = screens[step.element]
        else { return nil }
        let made = try await expand(expansion, screen, prefix).made
        // The keys of what is shown are those of the tree that it was built by.
        scope = if let known, known.digest != made.digest { known.scope } else { made.scope }
        if known == nil { memory.keep(made, scene, prefix, for: behind) }
      }
      node = step.node
      prefix += "\(node)"
    }
    return scope.indices.contains(node) ? scope[node] : nil
  }

  private func expand(
    _ expansion: TreeShape.Expansion, _ screen: AnyScreen, _ prefix: String
  ) async throws -> (node: TreeNode, made: TreeMemory.Made) {
    var reader = TreeReader(worker, expanding: book)
    let shape = reader.read(try await expansion(screen))
    var lowering = TreeLowering(reader.book, prefix: prefix, knowing: places)
    let node = lowering.lower(shape)
    if let fault = (reader.faults + lowering.faults).first { throw TreeFault(description: fault) }
    if node.nests(deeperThan: TreeNode.depthMax) { throw TreeFault(description: TreeReader.tooDeep) }
    return (node, TreeMemory.Made(scope: lowering.handlers, digest: reader.digest.word, maker: number))
  }
}

/// A fault in a tree that a closure made.
struct TreeFault: Error, CustomStringConvertible {
  let description: String
}

extension Ask {
  /// Of a build, the screens of the path, by element.
  var screens: [ElementID: AnyScreen] {
    var screens = Dictionary(route.elements.map { ($0.id, $0.screen) }) { $1 }
    screens[element ?? .root] = screen
    return screens
  }
}

/// A key, taken apart.
struct TreeKeyText {
  /// Which declaration.
  let stamp: Substring
  /// The number of its node.
  let node: Int
  /// The way on from there: a node of the tree that the node before it made for an element.
  let steps: [(element: ElementID, node: Int)]

  /// nil where it is none of ours.
  init?(_ key: TreeKey) {
    let parts = key.rawValue.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let scopes = parts[1].split(separator: "@", omittingEmptySubsequences: false)
    guard let node = scopes.first.flatMap({ Int($0.prefix { $0 != "/" }) }) else { return nil }
    // `3@12/0@13/1`: each node stands at the end of a step, and the next step begins with its element.
    var steps: [(element: ElementID, node: Int)] = []
    for scope in scopes.dropFirst() {
      let pair = scope.split(separator: "/", omittingEmptySubsequences: false)
      guard pair.count == 2, let element = UInt64(pair[0]), let node = Int(pair[1]) else { return nil }
      steps.append((ElementID(element), node))
    }
    (stamp, self.node, self.steps) = (parts[0], node, steps)
  }
}
