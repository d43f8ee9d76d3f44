// SPDX-License-Identifier: Apache-2.0

import CheckedYAML
import Coordination
import RouteModel
import Waykeeper
import Yams

extension WorkerFile {
  /// What the worker declares of the navigation tree, and which links it reads.
  struct Declaration: Sendable {
    /// What may begin a path; nil: it says nothing of that.
    var tree: TreeNode?
    /// What others lead to.
    var parts: [PartName: TreeNode] = [:]
    /// What is done when a dynamic node is asked about.
    var reactions: [TreeKey: Reaction] = [:]
    /// Which links it reads.
    var links: LinkReading?
    /// What it reads by itself when it is asked.
    var parses: [LinkPattern] = []
    /// The destinations that it declares.
    var destinations: [DestinationName: Destination] = [:]
    /// What it does for destinations. Of post tasks it only hears.
    var tasks: [Destination.TaskKind: [TaskName: Reaction]] = [:]

    /// The key of the next dynamic node.
    fileprivate mutating func key(for reaction: Reaction) -> TreeKey? {
      let key = TreeKey("n\(reactions.count + 1)")
      if let key { reactions[key] = reaction }
      return key
    }
  }
}

/// Reads the keys `tree`, `parts` and `links`. A node is what it is in JSON (specification, section "Trees"), but that a
/// dynamic one says what is answered.
struct DeclarationReader {
  private enum Key: String, CaseIterable {
    case screen, nesting, onAppear, virtual, route
    case anyOf, `if`, then, `else`, wildcard, tree, dynamic, remote, onDismiss, of
  }

  var declaration = WorkerFile.Declaration()

  mutating func readTree(_ node: Node, _ reader: inout YAMLReader) {
    declaration.tree = self.node(node, 0, &reader)
    checkSize(node, &reader)
  }

  mutating func readParts(_ node: Node, _ reader: inout YAMLReader) {
    for (key, value) in reader.entries(node, "part") {
      guard let name: PartName = reader.name(key, of: "a part") else { continue }
      declaration.parts[name] = self.node(value, 0, &reader)
    }
    checkSize(node, &reader)
  }

  private func checkSize(_ node: Node, _ reader: inout YAMLReader) {
    let count = (declaration.tree?.nodeCount ?? 0) + declaration.parts.values.reduce(0) { $0 + $1.nodeCount }
    if count > TreeNode.nodesMax { reader.problem(node, "a worker declares at most \(TreeNode.nodesMax) nodes") }
  }

  private mutating func node(_ node: Node, _ depth: Int, _ reader: inout YAMLReader) -> TreeNode {
    if node.buildsNothing { return .empty }
    guard depth < TreeNode.depthMax else {
      reader.problem(node, "nodes stand in each other deeper than \(TreeNode.depthMax) levels")
      return .empty
    }
    switch node {
    case .scalar: return reader.name(node, of: "a screen").map { .screen($0) } ?? .empty
    case .sequence: return .anyOf(alternatives(node, depth, &reader))
    case .mapping(let mapping):
      let fields = reader.fields(node, "node key", Key.self)
      // What stands under an unknown key is told once.
      guard fields.count == mapping.count, !fields.isEmpty else { return .empty }
      return self.node(Dictionary(fields), node, depth, &reader)
    case .alias: return .empty
    }
  }

  private mutating func alternatives(_ node: Node, _ depth: Int, _ reader: inout YAMLReader) -> [TreeNode] {
    reader.items(node, atMost: TreeNode.nodesMax).map { self.node($0, depth + 1, &reader) }
  }

  private mutating func node(
    _ fields: [Key: Node], _ node: Node, _ depth: Int, _ reader: inout YAMLReader
  ) -> TreeNode {
    let kinds: [(Key, Set<Key>)] = [
      (.screen, [.nesting, .onAppear, .virtual, .route]), (.anyOf, []), (.if, [.then, .else]), (.wildcard, [.tree]),
      (.dynamic, [.then, .else]), (.remote, []), (.onDismiss, [.of, .tree]),
    ]
    guard let (kind, others) = kinds.first(where: { fields[$0.0] != nil }), let value = fields[kind] else {
      reader.problem(
        node, "a node begins with one of \(kinds.map(\.0.rawValue).joined(separator: ", "))")
      return .empty
    }
    for key in fields.keys.sorted(by: { $0.rawValue < $1.rawValue }) where key != kind && !others.contains(key) {
      reader.problem(
        fields[key] ?? node,
        "'\(key.rawValue)' does not stand beside '\(kind.rawValue)'\(YAMLReader.hint(key.rawValue, others.map(\.rawValue).sorted()))"
      )
    }
    func inner(_ key: Key) -> TreeNode { fields[key].map { self.node($0, depth + 1, &reader) } ?? .empty }
    switch kind {
    case .screen: return screen(value, fields, inner(.nesting), &reader)
    case .anyOf: return .anyOf(alternatives(value, depth, &reader))
    case .if:
      guard let name: ScreenName = reader.name(value, of: "a screen") else { return .empty }
      return .conditional(on: name, then: inner(.then), otherwise: inner(.else))
    case .wildcard: return reader.screen(value).map { .wildcard($0, inner(.tree)) } ?? .empty
    case .dynamic:
      guard let reaction = Reaction(value, as: .building, &reader), let key = declaration.key(for: reaction) else {
        return .empty
      }
      return .dynamic(key, then: inner(.then), otherwise: inner(.else))
    case .remote: return reader.name(value, of: "a part").map { .remote($0) } ?? .empty
    case .onDismiss:
      guard let key = key(value, &reader) else { return .empty }
      let name: ScreenName? = fields[.of].flatMap { reader.name($0, of: "a screen") }
      return .onDismiss(key, of: name, inner(.tree))
    case .nesting, .onAppear, .virtual, .route, .then, .else, .tree, .of: return .empty
    }
  }

  private func screen(
    _ value: Node, _ fields: [Key: Node], _ nesting: TreeNode, _ reader: inout YAMLReader
  ) -> TreeNode {
    guard let name: ScreenName = reader.name(value, of: "a screen") else { return .empty }
    let onAppear = fields[.onAppear].flatMap { key($0, &reader) }
    let isVirtual = fields[.virtual].flatMap { reader.truth($0) } == true
    let route = fields[.route].flatMap { self.route($0, &reader) }
    return .screen(TreeNode.Screen(name, nesting: nesting, onAppear: onAppear, isVirtual: isVirtual, route: route))
  }

  private enum RouteKey: String, CaseIterable { case id, requires, takes }

  private func route(_ node: Node, _ reader: inout YAMLReader) -> RoutePoint? {
    guard case .mapping = node else { return reader.name(node, of: "a route").map { RoutePoint($0) } }
    let fields = Dictionary(reader.fields(node, "route key", RouteKey.self))
    guard let idNode = fields[.id] else {
      reader.problem(node, "a route is written ID, or { id: ID, requires: [MEMBER…], takes: [MEMBER…] }")
      return nil
    }
    func members(_ key: RouteKey) -> [String] {
      fields[key].map { reader.items($0, atMost: Limits.routeKeysMax) }?.compactMap {
        reader.text($0, "the name of a member of the input")
      } ?? []
    }
    guard let id: RouteID = reader.name(idNode, of: "a route") else { return nil }
    return RoutePoint(id, requires: members(.requires), takes: members(.takes))
  }

  private func key(_ node: Node, _ reader: inout YAMLReader) -> TreeKey? {
    guard let text = reader.text(node, "a word that is printed when it happens") else { return nil }
    if let key = TreeKey(text) { return key }
    reader.problem(node, "'\(text)' is no key: 1 to \(TreeKey.lengthMax) printable ASCII characters without space")
    return nil
  }
}

/// Links.
extension DeclarationReader {
  private enum LinksKey: String, CaseIterable { case schemes, patterns, parses }

  mutating func readLinks(_ node: Node, _ reader: inout YAMLReader) {
    var links = LinkReading()
    for field in reader.fields(node, "links key", LinksKey.self) {
      switch field.key {
      case .schemes: reader.readSchemes(field.node, into: &links.schemes)
      case .patterns: reader.readPatterns(field.node, into: &links.patterns)
      case .parses:
        reader.readPatterns(field.node, into: &declaration.parses)
        if declaration.parses.contains(where: { if case .destination = $0.end { true } else { false } }) {
          reader.problem(field.node, "what a worker is asked about leads to paths; put destinations under patterns")
        }
        links.parses = true
      }
    }
    declaration.links = links
  }
}

extension Node {
  /// Whether it is null, or `{}`: without quotes, for a screen may be called `null`.
  fileprivate var buildsNothing: Bool {
    switch self {
    case .scalar(let scalar): isNothing || scalar.style == .plain && ["null", "~"].contains(scalar.string)
    case .mapping(let mapping): mapping.isEmpty
    case .sequence, .alias: false
    }
  }
}

extension Dictionary {
  /// The members of a mapping by their keys, which YAML says once each.
  fileprivate init(_ fields: [YAMLReader.Field<Key>]) where Value == Node {
    self.init(fields.map { ($0.key, $0.node) }) { first, _ in first }
  }
}
