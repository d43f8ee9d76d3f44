// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// A value with a form in JSON and in the binary encoding. Simple values say both by hand; records and unions are
/// described once, by ``FormRecord/form(_:)``.
protocol FormValue: Sendable {
  init(json reader: inout JSONReader) throws(FormError)
  func write(json writer: inout JSONWriter)
  /// Its JSON Schema.
  static func schema(_ book: inout SchemaBook) -> JSONValue

  /// How its field begins.
  static var wireType: WireType { get }
  /// Whether the value is the one that an absent field means, so that the field need not be written.
  var isZero: Bool { get }
  /// Whether an empty field is none, where the value may be absent.
  static var isNothingEmpty: Bool { get }
  /// The value that an absent field means; nil: the value from before stays.
  static func absent(_ rule: MemberRule) throws(FormError) -> Self?
  init(binary reader: inout BinaryReader) throws(FormError)
  /// Consuming, for a form is visited in place: what is written for the last time need not be copied.
  consuming func write(binary writer: inout BinaryWriter)

  // Fields, and entries of tables, for values that are more than one field.
  mutating func readField(_ number: Int, _ rule: MemberRule, from reader: inout BinaryReader) throws(FormError)
  func writeField(_ number: Int, isExplicit: Bool, to writer: inout BinaryWriter)
  /// The same of a value that a writer may visit where it lies, without a copy.
  mutating func writeMember(_ number: Int, isExplicit: Bool, to writer: inout BinaryWriter)
  init(entry reader: inout BinaryReader) throws(FormError)
  func write(entry writer: inout BinaryWriter)
  /// Reads a list that is written in another way than as a JSON array.
  static func list(json reader: inout JSONReader) throws(FormError) -> [Self]?
  /// The JSON Schema of a list of it.
  static func listSchema(_ book: inout SchemaBook, atMost limit: Int) -> JSONValue
}

extension FormValue {
  static var wireType: WireType { .bytes }
  var isZero: Bool { false }
  static var isNothingEmpty: Bool { false }

  mutating func readField(_ number: Int, _ rule: MemberRule, from reader: inout BinaryReader) throws(FormError) {
    if try reader.seek(number, Self.wireType) {
      self = try Self(binary: &reader)
    } else if let value = try Self.absent(rule) {
      self = value
    }
  }

  func writeField(_ number: Int, isExplicit: Bool, to writer: inout BinaryWriter) {
    guard isExplicit || !isZero else { return }
    writer.tag(number, Self.wireType)
    write(binary: &writer)
  }

  mutating func writeMember(_ number: Int, isExplicit: Bool, to writer: inout BinaryWriter) {
    writeField(number, isExplicit: isExplicit, to: &writer)
  }

  init(entry reader: inout BinaryReader) throws(FormError) {
    if let value = try Self?(field: 2, from: &reader) {
      self = value
    } else if let value = try Self.absent(.required("")) {
      self = value
    } else {
      throw FormError("an entry holds no value")
    }
  }

  func write(entry writer: inout BinaryWriter) { writer.field(2, self) }

  static func list(json reader: inout JSONReader) throws(FormError) -> [Self]? { nil }

  static func listSchema(_ book: inout SchemaBook, atMost limit: Int) -> JSONValue {
    arraySchema(&book, atMost: limit)
  }

  /// The JSON Schema of an array of it.
  static func arraySchema(_ book: inout SchemaBook, atMost limit: Int) -> JSONValue {
    .record(["type": .string("array"), "items": schema(&book), "maxItems": .integer(Int64(limit))])
  }

  /// The same where one text in path syntax may stand for the whole list.
  static func pathSchema(_ book: inout SchemaBook, atMost limit: Int) -> JSONValue {
    let array = arraySchema(&book, atMost: limit)
    return .record(["anyOf": .array([book.pathText(), array])])
  }
}

extension Optional where Wrapped: FormValue {
  /// The field, if it is there.
  init(field number: Int, from reader: inout BinaryReader) throws(FormError) {
    guard try reader.seek(number, Wrapped.wireType), !(Wrapped.isNothingEmpty && reader.isEmpty) else {
      self = nil
      return
    }
    self = try Wrapped(binary: &reader)
  }
}

/// A value of several members: an object in JSON, a message in the binary encoding.
protocol FormRecord: FormValue {
  /// The record before any member is read: its defaults.
  static var blank: Self { get }
  /// The name of its definition in the JSON Schema; nil: it is described where it stands.
  static var schemaName: String? { get }
  /// The description in the JSON Schema.
  static var schemaNote: String? { get }
  /// Shows each member to the visitor, in the order of JSON. A reader fills them, a writer looks at them.
  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure)
  /// ``form(_:)``, with what belongs to it as a whole.
  mutating func visit<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure)
}

extension FormRecord {
  static var schemaName: String? { nil }
  static var schemaNote: String? { nil }

  mutating func visit<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) { try form(&visitor) }

  init(json reader: inout JSONReader) throws(FormError) {
    self = .blank
    try reader.object(&self)
  }

  func write(json writer: inout JSONWriter) { writer.object(self) }

  static func schema(_ book: inout SchemaBook) -> JSONValue {
    guard let schemaName else { return objectSchema(&book) }
    return book.reference(schemaName) { book in objectSchema(&book) }
  }

  static func absent(_ rule: MemberRule) throws(FormError) -> Self? {
    try BinaryReader.read([]) { (reader: inout BinaryReader) throws(FormError) in try Self(message: &reader) }
  }

  init(binary reader: inout BinaryReader) throws(FormError) {
    let outer = try reader.enter()
    try self.init(message: &reader)
    reader.leave(outer)
  }

  /// The record whose members are the fields of the message that is being read.
  init(message reader: inout BinaryReader) throws(FormError) {
    self = .blank
    try visit(&reader)
  }

  mutating func writeMember(_ number: Int, isExplicit: Bool, to writer: inout BinaryWriter) {
    guard isExplicit || !isZero else { return }
    writer.tag(number, .bytes)
    writeMessage(to: &writer)
  }

  consuming func write(binary writer: inout BinaryWriter) { writeMessage(to: &writer) }

  private mutating func writeMessage(to writer: inout BinaryWriter) {
    let outer = writer.enter()
    visit(&writer)
    writer.leave(outer)
  }
}

/// How JSON tells the variants of a union apart.
enum UnionStyle {
  /// By what stands round it.
  case given
  /// By the word under this member.
  case tagged(String)
  /// By the one member that is there.
  case keyed
  /// By the first member that is there; it may have others.
  case leading
}

/// A value of several variants: a `oneof` in the binary encoding.
protocol FormUnion: FormRecord {
  /// How JSON tells them apart.
  static var style: UnionStyle { get }
  /// A blank of each variant.
  static var variants: FormVariants<Self> { get }
  /// The error of JSON that holds no variant, or several.
  static func misfit(_ node: JSONNode, found count: Int) -> FormError
  /// The value where no variant is there.
  static var none: Self? { get }
  /// In JSON, of those told apart by the one member that is there: the variant whose member may be null.
  static var nullWord: String? { get }
}

extension FormUnion {
  static var blank: Self { variants.first }
  static var none: Self? { nil }
  static var nullWord: String? { nil }

  mutating func visit<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.choice(&self)
  }

  static func misfit(_ node: JSONNode, found count: Int) -> FormError {
    let words = variants.words.joined(separator: ", ")
    guard case .tagged(let tag) = style else {
      return node.wrong("\(count == 0 ? "an answer is missing" : "only one answer can be given"): one of \(words)")
    }
    guard let word = node[tag] else { return node.wrong("member '\(tag)' is missing: one of \(words)") }
    return word.unexpected("one of \(words)")
  }
}
