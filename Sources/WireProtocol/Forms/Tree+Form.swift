// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

extension TreeNode: FormUnion {
  static let style = UnionStyle.leading
  static let variants = FormVariants<TreeNode>(
    .screen("blank"), .anyOf([]), .conditional(on: "blank", then: .empty, otherwise: .empty),
    .wildcard(.blank, .empty), .dynamic("blank", then: .empty, otherwise: .empty), .remote("blank"),
    .onDismiss("blank", of: nil, .empty))
  static let none: TreeNode? = .empty

  var isZero: Bool { self == .empty }
  static func absent(_ rule: MemberRule) -> TreeNode? { .empty }

  static func misfit(_ node: JSONNode, found count: Int) -> FormError {
    node.wrong("one of \(variants.words.joined(separator: ", ")) belongs here")
  }

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    switch self {
    case .empty: break
    case .screen(var screen):
      try visitor.variant("screen", 1)
      try visitor.member("screen", 1, &screen.name, .required("the name of a screen"))
      try visitor.member("nesting", 2, &screen.nesting, .sparse)
      try visitor.member("onAppear", 3, &screen.onAppear, .sparse)
      try visitor.member("virtual", 4, &screen.isVirtual, .sparse)
      try visitor.member("route", 5, &screen.route, .sparse)
      self = .screen(screen)
    case .anyOf(var nodes):
      try visitor.variant("anyOf", 2)
      try visitor.member("anyOf", 1, &nodes, .required("a list of nodes"), atMost: Self.nodesMax)
      self = .anyOf(nodes)
    case .conditional(var name, var then, var otherwise):
      try visitor.variant("if", 3)
      try visitor.member("if", 1, &name, .required("the name of a screen"))
      try visitor.member("then", 2, &then, .sparse)
      try visitor.member("else", 3, &otherwise, .sparse)
      self = .conditional(on: name, then: then, otherwise: otherwise)
    case .wildcard(var screen, var node):
      try visitor.variant("wildcard", 4)
      try visitor.member("wildcard", 1, &screen, .required("a screen"))
      try visitor.member("tree", 2, &node, .sparse)
      self = .wildcard(screen, node)
    case .dynamic(var key, var then, var otherwise):
      try visitor.variant("dynamic", 5)
      try visitor.member("dynamic", 1, &key, .required(TreeKey.rule))
      try visitor.member("then", 2, &then, .sparse)
      try visitor.member("else", 3, &otherwise, .sparse)
      self = .dynamic(key, then: then, otherwise: otherwise)
    case .remote(var name):
      try visitor.variant("remote")
      try visitor.member("remote", 6, &name, .required("the name of a part"))
      self = .remote(name)
    case .onDismiss(var key, var name, var node):
      try visitor.variant("onDismiss", 7)
      try visitor.member("onDismiss", 1, &key, .required(TreeKey.rule))
      try visitor.member("of", 2, &name, .sparse)
      try visitor.member("tree", 3, &node, .sparse)
      self = .onDismiss(key, of: name, node)
    }
  }

  /// A node of a screen may be its name alone, one of several the list of them; null and `{}` build nothing.
  init(json reader: inout JSONReader) throws(FormError) {
    try reader.countTreeNode()
    switch reader.node.value {
    case .null: self = .empty
    case .string: self = .screen(Screen(try ScreenName(json: &reader)))
    case .array:
      reader.nextMax = Self.nodesMax
      self = .anyOf(try [TreeNode](json: &reader))
    case .members(let members) where members.isEmpty: self = .empty
    case .members:
      self = .blank
      try reader.object(&self)
    case .bool, .integer, .double:
      let words = Self.variants.words.joined(separator: ", ")
      throw reader.node.unexpected(
        "a node of a tree: a screen's name, a list of nodes, or an object with one of \(words)")
    }
  }

  init(binary reader: inout BinaryReader) throws(FormError) {
    try reader.countTreeNode()
    let outer = try reader.enter()
    try self.init(message: &reader)
    reader.leave(outer)
  }

  func write(json writer: inout JSONWriter) { writer.value(document) }

  static func schema(_ book: inout SchemaBook) -> JSONValue {
    book.reference("treeNode") { book in
      book.nextMax = nodesMax
      let list = [TreeNode].schema(&book)
      var forms: [JSONValue] = [.record(["type": .string("null")]), ScreenName.schema(&book), list]
      forms += variantSchemas(&book)
      forms.append(.record(["type": .string("object"), "maxProperties": .integer(0)]))
      return .record([
        "description": .string("a node of the navigation tree"), "anyOf": .array(forms),
      ])
    }
  }
}

extension TreeNode {
  /// The error of a message whose trees have too many nodes.
  static var tooMany: String { "more than \(nodesMax) nodes; the trees of a worker have at most \(nodesMax)" }

  /// The limit that the tree exceeds, if it exceeds one.
  var excess: String? {
    if nests(deeperThan: Self.depthMax) { return "at most \(Self.depthMax) nodes of a tree lie in each other" }
    return nodeCount > Self.nodesMax ? "a tree has at most \(Self.nodesMax) nodes" : nil
  }
}

/// A tree from its first node on, within its limits; one that builds nothing is `{}`.
struct WholeTree: FormValue {
  var node: TreeNode

  init(_ node: TreeNode) { self.node = node }

  init(json reader: inout JSONReader) throws(FormError) {
    let place = reader.node
    node = try TreeNode(json: &reader)
    if let excess = node.excess { throw place.wrong(excess) }
  }
  func write(json writer: inout JSONWriter) {
    if node == .empty { writer.literal("{}") } else { node.write(json: &writer) }
  }
  /// Where null would be a tree that is not there.
  static func schema(_ book: inout SchemaBook) -> JSONValue {
    .record(["allOf": .array([TreeNode.schema(&book)]), "not": .record(["type": .string("null")])])
  }

  static func absent(_ rule: MemberRule) -> WholeTree? { WholeTree(.empty) }
  init(binary reader: inout BinaryReader) throws(FormError) {
    node = try TreeNode(binary: &reader)
    if let excess = node.excess { throw FormError(excess) }
  }
  func write(binary writer: inout BinaryWriter) { node.write(binary: &writer) }
}

extension RoutePoint: FormRecord {
  static let blank = RoutePoint("blank")

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("id", 1, &id, .required("the id of a route"))
    try visitor.member("requires", 2, &requires, .sparse, atMost: Limits.routeKeysMax)
    try visitor.member("takes", 3, &takes, .sparse, atMost: Limits.routeKeysMax)
  }

  /// An id, or an object where it depends on something.
  init(json reader: inout JSONReader) throws(FormError) {
    guard case .members = reader.node.value else {
      self.init(try RouteID(json: &reader))
      return
    }
    self = .blank
    try reader.object(&self)
  }

  func write(json writer: inout JSONWriter) { writer.value(document) }

  static func schema(_ book: inout SchemaBook) -> JSONValue {
    book.reference("routePoint") { book in
      .record([
        "description": .string("a route of the plan"),
        "anyOf": .array([RouteID.schema(&book), objectSchema(&book)]),
      ])
    }
  }
}

extension TreeNode.Event: FormRecord {
  static let blank = TreeNode.Event(
    scene: "blank", revision: 0, key: "blank", kind: .dismissed, element: .root, screen: .blank)

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("scene", 1, &scene, .required("the name of a scene"))
    try visitor.member("revision", 2, &revision, .required("a number"))
    try visitor.member("key", 3, &key, .required(TreeKey.rule))
    try visitor.choice(&kind)
    try visitor.member("element", 6, &element, .required("an id"))
    try visitor.inline(7, &screen)
    try visitor.member("route", 8, &route, .usual)
  }
}

extension TreeNode.Event.Kind: FormUnion {
  static let style = UnionStyle.tagged("event")
  static let variants = FormVariants<TreeNode.Event.Kind>(.appeared(isInitial: false), .dismissed)

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    switch self {
    case .appeared(var isInitial):
      try visitor.variant("appeared", 4)
      try visitor.member("initial", 1, &isInitial, .always)
      self = .appeared(isInitial: isInitial)
    case .dismissed: try visitor.emptyVariant("dismissed", 5)
    }
  }
}
