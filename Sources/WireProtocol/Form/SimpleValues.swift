// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

extension Bool: FormValue {
  init(json reader: inout JSONReader) throws(FormError) { self = try reader.node.bool() }
  func write(json writer: inout JSONWriter) { writer.literal(self ? "true" : "false") }
  static func schema(_ book: inout SchemaBook) -> JSONValue { .record(["type": .string("boolean")]) }

  static var wireType: WireType { .varint }
  var isZero: Bool { !self }
  static func absent(_ rule: MemberRule) -> Bool? { false }
  init(binary reader: inout BinaryReader) { self = reader.varint() != 0 }
  func write(binary writer: inout BinaryWriter) { writer.varint(self ? 1 : 0) }
}

/// A flag whose binary field says the contrary, so that the usual case is the empty one.
struct InvertedFlag: FormValue {
  var flag: Bool

  init(_ flag: Bool) { self.flag = flag }

  init(json reader: inout JSONReader) throws(FormError) { flag = try reader.node.bool() }
  func write(json writer: inout JSONWriter) { flag.write(json: &writer) }
  static func schema(_ book: inout SchemaBook) -> JSONValue { Bool.schema(&book) }

  static var wireType: WireType { .varint }
  var isZero: Bool { flag }
  static func absent(_ rule: MemberRule) -> InvertedFlag? { InvertedFlag(true) }
  init(binary reader: inout BinaryReader) { flag = reader.varint() == 0 }
  func write(binary writer: inout BinaryWriter) { writer.varint(flag ? 0 : 1) }
}

/// A number without fraction, from 0 to 2⁶³ - 1.
protocol FormCount: FormValue, FixedWidthInteger {
  /// The number that a varint carries.
  init(varint number: UInt64) throws(FormError)
}

extension FormCount {
  init(json reader: inout JSONReader) throws(FormError) {
    let number = try reader.node.count()
    guard let value = Self(exactly: number) else {
      throw reader.node.wrong("\(number) is not a whole number from 0 to \(Self.max)")
    }
    self = value
  }
  func write(json writer: inout JSONWriter) { writer.number(Int64(clamping: self)) }
  static func schema(_ book: inout SchemaBook) -> JSONValue { book.count() }

  static var wireType: WireType { .varint }
  var isZero: Bool { self == 0 }
  static func absent(_ rule: MemberRule) -> Self? { 0 }
  init(binary reader: inout BinaryReader) throws(FormError) { self = try Self(varint: reader.varint()) }
  init(varint number: UInt64) throws(FormError) {
    guard number <= UInt64(Int64.max), let value = Self(exactly: number) else {
      throw FormError("\(number) is not a whole number from 0 to \(Int64.max)")
    }
    self = value
  }
  func write(binary writer: inout BinaryWriter) { writer.varint(UInt64(clamping: self)) }
}

extension UInt64: FormCount {}
extension Int64: FormCount {}

/// A number of things that are held in memory; 32 bits in the binary encoding.
extension Int: FormCount {
  init(varint number: UInt64) { self = Int(UInt32(truncatingIfNeeded: number)) }
  func write(binary writer: inout BinaryWriter) { writer.varint(UInt64(UInt32(clamping: self))) }
}

extension UInt32: FormCount {
  init(varint number: UInt64) { self = UInt32(truncatingIfNeeded: number) }
}

extension Int32: FormCount {
  init(varint number: UInt64) { self = Int32(truncatingIfNeeded: number) }
  func write(binary writer: inout BinaryWriter) { writer.varint(UInt64(bitPattern: Int64(self))) }
}

extension ElementID: FormValue {
  init(json reader: inout JSONReader) throws(FormError) { self.init(try reader.node.count()) }
  func write(json writer: inout JSONWriter) { rawValue.write(json: &writer) }
  static func schema(_ book: inout SchemaBook) -> JSONValue { book.count() }

  static var wireType: WireType { .varint }
  var isZero: Bool { rawValue == 0 }
  static func absent(_ rule: MemberRule) -> ElementID? { .root }
  init(binary reader: inout BinaryReader) throws(FormError) { self.init(try UInt64(binary: &reader)) }
  func write(binary writer: inout BinaryWriter) { writer.varint(rawValue) }
}

extension Double: FormValue {
  init(json reader: inout JSONReader) throws(FormError) { self = try reader.node.double() }
  func write(json writer: inout JSONWriter) { writer.value(.number(self)) }
  static func schema(_ book: inout SchemaBook) -> JSONValue { .record(["type": .string("number")]) }

  static var wireType: WireType { .fixed64 }
  var isZero: Bool { bitPattern == 0 }
  static func absent(_ rule: MemberRule) -> Double? { 0 }
  init(binary reader: inout BinaryReader) throws(FormError) {
    self.init(bitPattern: reader.fixed64())
    guard isFinite else { throw FormError("\(self) is not a number that JSON can carry") }
  }
  func write(binary writer: inout BinaryWriter) { writer.fixed64(bitPattern) }
}

extension String: FormValue {
  init(json reader: inout JSONReader) throws(FormError) {
    let limit = reader.takeLimit(usually: Limits.textBytesMax)
    self = try reader.node.string()
    guard utf8.count <= limit else { throw reader.node.wrong(Self.tooLong(utf8.count, limit)) }
  }
  func write(json writer: inout JSONWriter) { writer.string(self) }
  static func schema(_ book: inout SchemaBook) -> JSONValue {
    let limit = book.takeLimit(usually: Limits.textBytesMax)
    guard limit < Int.max else { return .record(["type": .string("string")]) }
    // In the schema, a length is one of characters, of which each has a byte at least.
    return .record(["type": .string("string"), "maxLength": .integer(Int64(limit))])
  }
  private static func tooLong(_ count: Int, _ limit: Int) -> String {
    "a text of \(count) bytes; at most \(limit) belong here"
  }

  var isZero: Bool { isEmpty }
  static func absent(_ rule: MemberRule) -> String? { "" }
  init(binary reader: inout BinaryReader) throws(FormError) {
    let limit = reader.takeLimit(usually: Limits.textBytesMax)
    self = try reader.string()
    guard utf8.count <= limit else { throw FormError(Self.tooLong(utf8.count, limit)) }
  }
  func write(binary writer: inout BinaryWriter) { writer.string(self) }
}

/// Content: any JSON, in canonical form; JSON text in the binary encoding, empty for null.
extension JSONValue: FormValue {
  init(json reader: inout JSONReader) throws(FormError) { self = try reader.node.content() }
  func write(json writer: inout JSONWriter) { writer.value(self) }
  static func schema(_ book: inout SchemaBook) -> JSONValue { .record([:]) }

  var isZero: Bool { isNull }
  static func absent(_ rule: MemberRule) -> JSONValue? { JSONValue.null }
  init(binary reader: inout BinaryReader) throws(FormError) { self = try reader.json() }
  func write(binary writer: inout BinaryWriter) { writer.json(self) }
}

/// A text of a closed form, such as a name. An empty one is none.
protocol FormText: FormValue {
  init?(text: String)
  var text: String { get }
  /// Its form, for errors: `'x' is not a name: …`.
  static var rule: String { get }
  /// Its definition in the JSON Schema.
  static var schemaName: String { get }
  /// Its regular expression there.
  static var pattern: String { get }
  /// The error about a text that is none.
  static func misfit(_ text: String) -> String
  /// The longest text of the form, in bytes; a longer one is not looked at.
  static var bytesMax: Int { get }
}

extension FormText {
  static func misfit(_ text: String) -> String { "'\(text.clipped)' is not \(rule)" }
  static var bytesMax: Int { 128 }
  /// The value that a text of any length spells.
  static func value(of text: String) -> Self? { text.utf8.count <= bytesMax ? Self(text: text) : nil }

  init(json reader: inout JSONReader) throws(FormError) {
    guard case .string(let text) = reader.node.value else { throw reader.node.unexpected(Self.rule) }
    guard let value = Self.value(of: text) else { throw reader.node.wrong(Self.misfit(text)) }
    self = value
  }
  func write(json writer: inout JSONWriter) { writer.string(text) }
  static func schema(_ book: inout SchemaBook) -> JSONValue {
    book.reference(schemaName) { _ in .record(["type": .string("string"), "pattern": .string(pattern)]) }
  }

  static var isNothingEmpty: Bool { true }
  static func absent(_ rule: MemberRule) throws(FormError) -> Self? {
    guard case .required = rule else { return nil }
    throw FormError(misfit(""))
  }
  init(binary reader: inout BinaryReader) throws(FormError) {
    let text = try reader.string()
    guard let value = Self.value(of: text) else { throw FormError(Self.misfit(text)) }
    self = value
  }
  func write(binary writer: inout BinaryWriter) { writer.string(text) }
}

extension Name: FormValue, FormText {
  init?(text: String) { self.init(text) }
  var text: String { rawValue }
  static var rule: String { "a name: a letter, then up to 63 letters, digits, '-', '_' or '.'" }
  static func misfit(_ text: String) -> String { reservation(of: text) ?? "'\(text.clipped)' is not \(rule)" }
  private static var isOfScreens: Bool { Kind.self == NameKind.Screen.self }
  static var schemaName: String { isOfScreens ? "screenName" : "name" }
  static var pattern: String { "^\(isOfScreens ? "(?!sheet$)" : "")[A-Za-z][A-Za-z0-9._-]{0,63}$" }
}

extension TreeKey: FormText {
  init?(text: String) { self.init(text) }
  var text: String { rawValue }
  static var rule: String { "a key: 1 to \(lengthMax) printable ASCII characters, no space" }
  static var schemaName: String { "treeKey" }
  static var pattern: String { "^[!-~]{1,\(lengthMax)}$" }
}

extension Incarnation: FormText {
  init?(text: String) { self.init(text) }
  var text: String { rawValue }
  static var rule: String { "1 to 64 printable characters that no other process of this worker has: 128 random bits" }
  static var schemaName: String { "incarnation" }
  static var pattern: String { "^[!-~]{1,64}$" }
}

extension RequestPattern: FormText {
  init?(text: String) { self.init(text) }
  var text: String { description }
  static var rule: String { "a text" }
  static func misfit(_ text: String) -> String {
    "'\(text.clipped)' is no request: 'show NAME', 'hide NAME', 'change NAME' or 'to child ROUTE', with * for any name, "
      + "'to parent' or 'to self'"
  }
  static var schemaName: String { "pattern" }
  static var pattern: String {
    "^(change|(show|hide|change|to child) (\\*|[A-Za-z][A-Za-z0-9._-]{0,63})|to parent|to self)$"
  }
}
