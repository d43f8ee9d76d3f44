// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

/// Describes a form as JSON Schema.
struct SchemaVisitor: FormVisitor {
  typealias Failure = Never
  static var isDescribing: Bool { true }
  var isInAnswer = true
  var book: SchemaBook
  var nextMax: Int? {
    get { book.nextMax }
    set { book.nextMax = newValue }
  }
  private var properties: [JSONValue.Member] = []
  private var required: [String] = []
  /// The schemas that the object has to match too: the variants of its unions, and records with a definition of their own.
  private var parts: [JSONValue] = []
  private var style: UnionStyle?
  /// Whether members that may be left out in what people write are not required.
  private var isLenient = false
  private var optionalMember: String?

  init(_ book: SchemaBook, isLenient: Bool = false, optionalMember: String? = nil) {
    self.book = book
    self.isLenient = isLenient
    self.optionalMember = optionalMember
  }

  /// The object that was described.
  var schema: JSONValue {
    var members = [JSONValue.Member("type", .string("object")), JSONValue.Member("properties", .members(properties))]
    if !required.isEmpty {
      members.append(JSONValue.Member("required", .array(required.map(JSONValue.string))))
    }
    if !parts.isEmpty { members.append(JSONValue.Member("allOf", .array(parts))) }
    return .members(members)
  }

  /// `schema` with a note for people.
  static func noting(_ note: String?, _ schema: JSONValue) -> JSONValue {
    guard let note, case .members(let members) = schema else { return schema }
    return .members([JSONValue.Member("description", .string(note))] + members)
  }

  private mutating func property(_ name: String, _ schema: JSONValue, isRequired: Bool) {
    properties.append(JSONValue.Member(name, schema))
    if isRequired { required.append(name) }
  }

  mutating func member<Value: FormValue>(_ name: String, _ number: Int, _ value: inout Value, _ rule: MemberRule) {
    var schema = Value.schema(&book)
    let isNullable = Value.self is any MaybeAbsent.Type
    switch rule {
    case .required: property(name, schema, isRequired: name != optionalMember)
    case .always, .usual:
      if isNullable { schema = .record(["anyOf": .array([schema, .record(["type": .string("null")])])]) }
      if case .always = rule {
        property(name, schema, isRequired: !isLenient)
      } else {
        property(name, schema, isRequired: false)
      }
    case .sparse: property(name, schema, isRequired: false)
    }
  }

  mutating func inline<Value: FormRecord>(_ number: Int, _ value: inout Value) {
    if Value.schemaName == nil { value.visit(&self) } else { parts.append(Value.schema(&book)) }
  }

  mutating func inline<Value: FormRecord>(_ number: Int, _ value: inout Value?, by name: String) {
    let outer = required
    var blank = Value.blank
    blank.visit(&self)
    required = outer
  }

  mutating func choice<Value: FormUnion>(_ value: inout Value) {
    if case .given = Value.style {
      let outer = style
      style = .given
      value.form(&self)
      style = outer
    } else {
      parts.append(.record(["oneOf": .array(Value.variantSchemas(&book))]))
    }
  }

  mutating func choice<Value: FormUnion>(_ name: String, _ value: inout Value?) {
    property(name, Value.schema(&book), isRequired: false)
  }

  mutating func host(of id: ElementID) {
    property("presence", Presence.schema(&book), isRequired: false)
    let names = [WorkerName.schema(&book), .record(["type": .string("null")])]
    property("worker", .record(["anyOf": .array(names)]), isRequired: false)
  }

  mutating func variant(_ word: String, _ number: Int) { variant(word) }

  mutating func variant(_ word: String) {
    guard case .tagged(let tag)? = style else { return }
    property(tag, .record(["const": .string(word)]), isRequired: true)
  }

  mutating func emptyVariant(_ word: String, _ number: Int) {
    variant(word)
    guard case .keyed? = style else { return }
    property(word, .record(["const": .bool(true)]), isRequired: true)
  }

  mutating func isNeverEmpty(_ name: String) {
    guard let index = properties.lastIndex(where: { $0.key == name }),
      case .members(let members) = properties[index].value
    else { return }
    properties[index].value = .members(members + [JSONValue.Member("minItems", .integer(1))])
  }

  mutating func constant(_ name: String, _ text: String?) {
    property(name, .record(["const": text.map(JSONValue.string) ?? .null]), isRequired: true)
  }

  /// The object of one variant.
  fileprivate mutating func describe<Value: FormUnion>(_ variant: FormVariants<Value>.Variant) {
    style = Value.style
    var blank = variant.blank
    blank.form(&self)
    // JSON tells these variants apart by a member that has to be there.
    guard properties.contains(where: { $0.key == variant.word }) else { return }
    switch Value.style {
    case .keyed, .leading: required = [variant.word]
    case .tagged, .given: break
    }
  }
}

/// A value that may be null.
private protocol MaybeAbsent {}
extension Optional: MaybeAbsent {}

extension FormRecord {
  /// The JSON Schema of its object, where it stands.
  static func objectSchema(
    _ book: inout SchemaBook, isLenient: Bool = false, optionalMember: String? = nil
  ) -> JSONValue {
    var visitor = SchemaVisitor(book, isLenient: isLenient, optionalMember: optionalMember)
    var blank = Self.blank
    blank.visit(&visitor)
    book = visitor.book
    return SchemaVisitor.noting(schemaNote, visitor.schema)
  }
}

extension FormUnion {
  static func schema(_ book: inout SchemaBook) -> JSONValue {
    guard let schemaName else { return .record(["oneOf": .array(variantSchemas(&book))]) }
    return book.reference(schemaName) { book in .record(["oneOf": .array(variantSchemas(&book))]) }
  }

  /// The JSON Schema of each variant's object.
  static func variantSchemas(_ book: inout SchemaBook) -> [JSONValue] { variantSchemas(&book, variants.all) }

  /// The JSON Schema of the object of each variant that is called like one of these members, which it has.
  static func keyedSchemas(_ book: inout SchemaBook, _ words: [String]) -> [JSONValue] {
    let schemas = variantSchemas(&book, variants.all.filter { words.contains($0.word) })
    return schemas.filter { $0["properties"] != .members([]) }
  }

  private static func variantSchemas(
    _ book: inout SchemaBook, _ variants: [FormVariants<Self>.Variant]
  ) -> [JSONValue] {
    var schemas: [JSONValue] = []
    for variant in variants {
      var visitor = SchemaVisitor(book)
      visitor.describe(variant)
      book = visitor.book
      if !schemas.contains(visitor.schema) { schemas.append(visitor.schema) }
    }
    return schemas
  }
}
