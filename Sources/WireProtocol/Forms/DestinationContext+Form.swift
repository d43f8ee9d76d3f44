// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

extension Destination.ContextType: DestinationPart {
  static let blank = Destination.ContextType()

  private static let words = ["any"] + Kind.allCases.map(\.rawValue)
  private static let keys = ["kind", "requires", "value"]

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("kind", 1, &kind, .sparse)
    try visitor.member("requires", 2, &requires, .sparse, atMost: Limits.routeKeysMax)
    try visitor.member("value", 3, &value, .sparse)
  }

  /// The word of a kind, or an object.
  init(part reader: inout JSONReader) throws(FormError) {
    self = .blank
    switch reader.node.value {
    case .string("any"): break
    case .string(let text):
      guard let kind = Kind(rawValue: text) else {
        throw reader.node.misfit("a type of context", words: Self.words, members: Self.keys)
      }
      self.kind = kind
    case .members where reader.node.has(oneOf: Self.keys) || reader.node.value["value"] != nil:
      try reader.object(&self)
      try settleNull(reader.node)
    default: throw reader.node.misfit("a type of context", words: Self.words, members: Self.keys)
    }
  }

  /// The value null is the kind null.
  private mutating func settleNull(_ node: JSONNode) throws(FormError) {
    guard node.value["value"] != nil, value ?? .null == .null else { return }
    guard kind ?? .null == .null, requires.isEmpty else {
      throw node.wrong("the value null is of no other kind and has no members")
    }
    self = Destination.ContextType(.null)
  }

  static func schema(_ book: inout SchemaBook) -> JSONValue {
    book.reference("contextType") { book in
      SchemaBook.anyOf([SchemaBook.words(words), objectSchema(&book)], "what a context has to look like")
    }
  }
}

extension Destination.ContextType.Kind: FormWord {
  static let words: FormWords<Destination.ContextType.Kind> = [
    .null: 1, .bool: 2, .integer: 3, .number: 4, .string: 5, .list: 6, .object: 7,
  ]
}

extension Destination.ContextConversion: FormUnion, DestinationPart {
  static let style = UnionStyle.keyed
  static let variants = FormVariants<Destination.ContextConversion>(
    .value(.null), .member(""), .members([]), .asked("blank"))
  static let nullWord: String? = "value"

  static func misfit(_ node: JSONNode, found count: Int) -> FormError {
    node.misfit("a conversion", words: ["nothing"], members: variants.words)
  }

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    switch self {
    case .value(var value):
      try visitor.variant("value")
      try visitor.member("value", 1, &value, .always)
      self = .value(value)
    case .member(var key):
      try visitor.variant("member")
      try visitor.member("member", 2, &key, .required("a key"))
      self = .member(key)
    case .members(let renamings):
      var table = Renamings(list: renamings)
      try visitor.variant("members")
      try visitor.member("members", 3, &table, .required("keys, each with the old one"))
      self = .members(table.list)
    case .asked(var name):
      try visitor.variant("asked")
      try visitor.member("asked", 4, &name, .required("the name of a conversion"))
      self = .asked(name)
    }
  }

  /// The word nothing, or an object.
  init(part reader: inout JSONReader) throws(FormError) {
    switch reader.node.value {
    case .string("nothing"): self = .value(.null)
    case .members:
      self = Self.blank
      try reader.object(&self)
    default: throw Self.misfit(reader.node, found: 0)
    }
  }

  static func schema(_ book: inout SchemaBook) -> JSONValue {
    book.reference("contextConversion") { book in
      SchemaBook.anyOf([SchemaBook.words(["nothing"])] + variantSchemas(&book), "makes another context of one")
    }
  }
}

/// The members of a new context, each with its key in the old one: a table in JSON.
private struct Renamings: FormValue {
  var list: [Destination.ContextConversion.Renaming]

  init(list: [Destination.ContextConversion.Renaming]) { self.list = list }

  init(json reader: inout JSONReader) throws(FormError) {
    list = []
    for (key, node) in try reader.node.table(atMost: Limits.routeKeysMax) {
      let old = try reader.at(node) { (reader) throws(FormError) in try String(json: &reader) }
      list.append(.init(key, from: old))
    }
    guard !list.isEmpty else { throw reader.node.wrong("at least one key belongs here") }
    list.sort { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
  }
  func write(json writer: inout JSONWriter) { writer.value(.object(list.map { ($0.key, .string($0.old)) })) }
  static func schema(_ book: inout SchemaBook) -> JSONValue {
    .record([
      "type": .string("object"), "additionalProperties": String.schema(&book), "minProperties": .integer(1),
      "maxProperties": .integer(Int64(Limits.routeKeysMax)),
    ])
  }

  static func absent(_ rule: MemberRule) -> Renamings? { Renamings(list: []) }
  init(binary reader: inout BinaryReader) throws(FormError) {
    reader.nextMax = Limits.routeKeysMax
    list = try [Destination.ContextConversion.Renaming](binary: &reader)
  }
  func write(binary writer: inout BinaryWriter) { list.write(binary: &writer) }
}

extension Destination.ContextConversion.Renaming: FormRecord {
  static let blank = Destination.ContextConversion.Renaming("", from: "")

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("key", 1, &key, .always)
    try visitor.member("old", 2, &old, .always)
  }
}

extension Destination.ContextTask: FormUnion, DestinationPart {
  static let style = UnionStyle.given
  static let variants = FormVariants<Destination.ContextTask>(.setContent, .asked("blank"))

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    switch self {
    case .setContent: try visitor.emptyVariant("set", 1)
    case .asked(var name):
      try visitor.variant("asked")
      try visitor.member("asked", 2, &name, .required("the name of a context task"))
      self = .asked(name)
    }
  }

  /// The name of a task, or `{"set": "content"}`.
  init(part reader: inout JSONReader) throws(FormError) {
    switch reader.node.value {
    case .string: self = .asked(try TaskName(json: &reader))
    case .members where reader.node["set"]?.value == .string("content"): self = .setContent
    default: throw reader.node.unexpected("the name of a context task, or {\"set\": \"content\"}")
    }
  }

  static func schema(_ book: inout SchemaBook) -> JSONValue {
    let set = JSONValue.record([
      "type": .string("object"), "properties": .record(["set": .record(["const": .string("content")])]),
      "required": .array([.string("set")]),
    ])
    return SchemaBook.anyOf([TaskName.schema(&book), set])
  }
}
