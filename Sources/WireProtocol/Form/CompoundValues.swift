// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

/// A value that may be absent: null in JSON, no field in the binary encoding. A list that may be absent is a message round
/// it there, for an empty list is no field either.
extension Optional: FormValue where Wrapped: FormValue {
  init(json reader: inout JSONReader) throws(FormError) { self = try Wrapped(json: &reader) }
  func write(json writer: inout JSONWriter) {
    if let self { self.write(json: &writer) } else { writer.literal("null") }
  }
  static func schema(_ book: inout SchemaBook) -> JSONValue { Wrapped.schema(&book) }

  static var wireType: WireType { Wrapped.wireType }
  var isZero: Bool { self == nil }
  static func absent(_ rule: MemberRule) -> Wrapped?? { .some(nil) }
  init(binary reader: inout BinaryReader) throws(FormError) { self = try Wrapped(binary: &reader) }
  func write(binary writer: inout BinaryWriter) { self?.write(binary: &writer) }

  mutating func readField(_ number: Int, _ rule: MemberRule, from reader: inout BinaryReader) throws(FormError) {
    self = try Wrapped?(field: number, from: &reader)
  }
  func writeField(_ number: Int, isExplicit: Bool, to writer: inout BinaryWriter) {
    guard let self else { return }
    writer.tag(number, Wrapped.wireType)
    self.write(binary: &writer)
  }
}

extension Array: FormValue where Element: FormValue {
  init(json reader: inout JSONReader) throws(FormError) {
    let limit = reader.takeLimit(usually: Limits.listMax)
    if let list = try Element.list(json: &reader) {
      self = list
      return
    }
    self = []
    for item in try reader.node.list(atMost: limit) {
      append(try reader.at(item) { (reader) throws(FormError) in try Element(json: &reader) })
    }
  }
  func write(json writer: inout JSONWriter) { writer.list(self) { $0.write(json: &$1) } }
  static func schema(_ book: inout SchemaBook) -> JSONValue {
    // What the items are does not depend on the limit of the list round them.
    let limit = book.takeLimit(usually: Limits.listMax)
    return Element.listSchema(&book, atMost: limit)
  }

  var isZero: Bool { isEmpty }
  static func absent(_ rule: MemberRule) -> [Element]? { [] }

  mutating func readField(_ number: Int, _ rule: MemberRule, from reader: inout BinaryReader) throws(FormError) {
    var items: [Element] = []
    let limit = reader.takeLimit(usually: Limits.listMax)
    try reader.each(number) { (reader, type) throws(FormError) in
      guard items.count < limit else { throw FormError("more than \(limit) items; at most \(limit) belong here") }
      if type == Element.wireType {
        items.append(try Element(binary: &reader))
      } else if type == .bytes, Element.wireType == .varint {
        try reader.eachPacked { (reader) throws(FormError) in
          guard items.count < limit else { throw FormError("more than \(limit) items; at most \(limit) belong here") }
          items.append(try Element(binary: &reader))
        }
      }
    }
    self = items
  }

  func writeField(_ number: Int, isExplicit: Bool, to writer: inout BinaryWriter) {
    guard Element.wireType == .varint else {
      // By index: a loop over the elements would copy each.
      for index in indices where writer.bytes.count <= writer.bytesMax {
        writer.tag(number, Element.wireType)
        self[index].write(binary: &writer)
      }
      return
    }
    if isEmpty { return }
    writer.tag(number, .bytes)
    let outer = writer.enter()
    for element in self { element.write(binary: &writer) }
    writer.leave(outer)
  }

  init(binary reader: inout BinaryReader) throws(FormError) {
    self = []
    let outer = try reader.enter()
    try readField(1, .always, from: &reader)
    reader.leave(outer)
  }

  func write(binary writer: inout BinaryWriter) {
    let outer = writer.enter()
    writer.field(1, self)
    writer.leave(outer)
  }
}

/// A table whose keys are data: an object in JSON, entries of key and value in the binary encoding, in the order of the
/// keys.
extension Dictionary: FormValue where Key: FormText & Comparable, Value: FormValue {
  init(json reader: inout JSONReader) throws(FormError) {
    self = [:]
    let limit = reader.takeLimit(usually: Limits.listMax)
    for (text, node) in try reader.node.table(atMost: limit) {
      guard let key = Key.value(of: text) else { throw reader.node.wrong(Key.misfit(text)) }
      let value = try reader.at(node) { (reader) throws(FormError) in try Value(json: &reader) }
      // A key may have several spellings.
      guard updateValue(value, forKey: key) == nil else { throw reader.node.wrong("'\(key.text)' stands twice") }
    }
  }

  func write(json writer: inout JSONWriter) {
    let outer = writer.begin()
    for (key, value) in sorted(by: { $0.key < $1.key }) {
      writer.key(key.text)
      value.write(json: &writer)
    }
    writer.end(outer)
  }

  static func schema(_ book: inout SchemaBook) -> JSONValue {
    let limit = book.takeLimit(usually: Limits.listMax)
    return .record([
      "type": .string("object"), "propertyNames": Key.schema(&book), "additionalProperties": Value.schema(&book),
      "maxProperties": .integer(Int64(limit)),
    ])
  }

  var isZero: Bool { isEmpty }
  static func absent(_ rule: MemberRule) -> [Key: Value]? { [:] }

  mutating func readField(_ number: Int, _ rule: MemberRule, from reader: inout BinaryReader) throws(FormError) {
    var entries: [Key: Value] = [:]
    let limit = reader.takeLimit(usually: Limits.listMax)
    try reader.each(number) { (reader, type) throws(FormError) in
      // proto3: a number with another wire type is a field that is not known.
      guard type == .bytes else { return }
      guard entries.count < limit else { throw FormError("more than \(limit) entries; at most \(limit) belong here") }
      let outer = try reader.enter()
      guard let key = try Key?(field: 1, from: &reader) else { throw FormError("an entry has no key") }
      guard entries.updateValue(try Value(entry: &reader), forKey: key) == nil else {
        throw FormError("'\(key.text)' stands twice")
      }
      reader.leave(outer)
    }
    self = entries
  }

  func writeField(_ number: Int, isExplicit: Bool, to writer: inout BinaryWriter) {
    for (key, value) in sorted(by: { $0.key < $1.key }) {
      writer.tag(number, .bytes)
      let outer = writer.enter()
      writer.field(1, key)
      value.write(entry: &writer)
      writer.leave(outer)
    }
  }

  /// A table is a field of its own (`readField`, `writeField`): inside an optional, a list or a table it has no binary form.
  init(binary reader: inout BinaryReader) throws(FormError) { preconditionFailure("a table is a field of its own") }
  func write(binary writer: inout BinaryWriter) { preconditionFailure("a table is a field of its own") }
}
