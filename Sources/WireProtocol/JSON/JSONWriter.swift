// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

/// Writes values as JSON text.
struct JSONWriter: FormVisitor, PathWriter {
  typealias Failure = Never
  var isInAnswer = false
  private(set) var bytes: ByteWriter
  var hosts: PathHosts?
  var memory: PathMemory?
  /// Items of lists are left out once the text is longer than this, for it will not be used.
  private let bytesMax: Int
  /// Whether members are left out whose absence says the same to a reader.
  private let isBrief: Bool
  private var isEmpty = true
  private var style: UnionStyle?
  private var suspended: Int?
  private var rest: [UInt8] = []

  private init(_ bytes: ByteWriter, bytesMax: Int, isBrief: Bool) {
    self.bytes = bytes
    self.bytesMax = bytesMax
    self.isBrief = isBrief
  }

  /// Writes the text of a value in place of the bytes. One that is longer than `bytesMax` ends early, at more than that, and
  /// `memory` has to be nil then: it would remember elements that were cut.
  static func write(
    _ value: some FormValue, _ memory: inout PathMemory?, atMost bytesMax: Int = .max,
    into bytes: inout [UInt8]
  ) {
    // The message before was probably as long.
    let expected = bytes.count
    bytes.removeAll(keepingCapacity: true)
    ByteWriter.append(to: &bytes, expected: expected) { bytes in
      var writer = JSONWriter(bytes, bytesMax: bytesMax, isBrief: false)
      swap(&writer.memory, &memory)
      value.write(json: &writer)
      swap(&writer.memory, &memory)
      bytes = writer.bytes
    }
  }

  /// Appends the text of a value; a brief one leaves out the members whose absence says the same to a reader.
  static func append(_ value: some FormValue, isBrief: Bool, to bytes: inout ByteWriter) {
    var writer = JSONWriter(bytes, bytesMax: .max, isBrief: isBrief)
    value.write(json: &writer)
    bytes = writer.bytes
  }

  /// The text of a value.
  static func bytes(of value: some FormValue) -> [UInt8] {
    var none: PathMemory?
    var bytes: [UInt8] = []
    write(value, &none, into: &bytes)
    return bytes
  }

  /// The text of a value.
  static func text(of value: some FormValue) -> String { String(decoding: bytes(of: value), as: UTF8.self) }

  // ── values ─────────────────────────────────────────────────────────────────────────────────────

  mutating func literal(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  mutating func string(_ text: String) { JSONValue.encode(text, into: &bytes) }

  /// A text that ends with a byte, which needs no escape, and a number.
  mutating func string(_ text: String, _ separator: UInt8, _ number: UInt64) {
    string(text)
    // The closing quote comes after the number.
    bytes[bytes.count - 1] = separator
    bytes.append(decimal: number)
    bytes.append(Byte.quote)
  }

  mutating func number(_ number: Int64) { JSONValue.encode(number, into: &bytes) }
  mutating func value(_ value: JSONValue) { value.encode(into: &bytes) }

  mutating func list<Value>(_ items: some Sequence<Value>, _ write: (Value, inout JSONWriter) -> Void) {
    bytes.append(Byte.openBracket)
    var isFirst = true
    for item in items where bytes.count <= bytesMax {
      if !isFirst { bytes.append(Byte.comma) }
      isFirst = false
      write(item, &self)
    }
    bytes.append(Byte.closeBracket)
  }

  /// The list of the elements of a path.
  mutating func elements(_ path: [Element]) {
    guard remembers(path) else { return path.write(json: &self) }
    literal("[")
    writeRemembered(path, field: 0)
    literal("]")
  }

  mutating func write(_ element: Element, at index: Int, field number: Int) {
    if index > 0 { bytes.append(Byte.comma) }
    element.write(json: &self)
  }

  mutating func append(_ written: [UInt8]) { bytes.append(contentsOf: written) }

  mutating func object(_ value: some FormRecord) {
    let outer = begin()
    var copy = value
    copy.visit(&self)
    end(outer)
  }

  /// Begins an object; what it returns goes to ``end(_:)``.
  mutating func begin() -> Bool {
    bytes.append(Byte.openBrace)
    defer { isEmpty = true }
    return isEmpty
  }

  mutating func end(_ outer: Bool) {
    bytes.append(Byte.closeBrace)
    isEmpty = outer
  }

  /// The key of an entry of a table, which is data.
  mutating func key(_ name: String) {
    if !isEmpty { bytes.append(Byte.comma) }
    isEmpty = false
    string(name)
    bytes.append(Byte.colon)
  }

  /// The name of a member, in which nothing has to be escaped: a form spells it. A third of a text is names.
  private mutating func name(_ name: String) {
    if !isEmpty { bytes.append(Byte.comma) }
    isEmpty = false
    bytes.append(Byte.quote)
    bytes.append(name)
    bytes.append(Byte.quote)
    bytes.append(Byte.colon)
  }

  // ── members ────────────────────────────────────────────────────────────────────────────────────

  mutating func member<Value: FormValue>(_ name: String, _ number: Int, _ value: inout Value, _ rule: MemberRule) {
    if leavesOut(rule), value.isZero { return }
    self.name(name)
    value.write(json: &self)
  }

  /// Whether a member that says nothing is left out. One that tells which variant is there, or that there is one, does not.
  private func leavesOut(_ rule: MemberRule) -> Bool {
    switch rule {
    case .sparse: return true
    case .required: return false
    case .always, .usual:
      guard isBrief else { return false }
      switch style {
      case .keyed, .leading: return false
      case .given, .tagged, nil: return true
      }
    }
  }

  mutating func inline<Value: FormRecord>(_ number: Int, _ value: inout Value) { value.visit(&self) }

  mutating func inline<Value: FormRecord>(_ number: Int, _ value: inout Value?, by name: String) {
    let outer = style
    // Its members tell that it is there.
    style = .leading
    value?.visit(&self)
    style = outer
  }

  mutating func choice<Value: FormUnion>(_ value: inout Value) {
    let outer = style
    style = Value.style
    value.form(&self)
    style = outer
    guard let start = suspended else { return }
    rest = bytes.takeLast(from: start)
    suspended = nil
  }

  mutating func choice<Value: FormUnion>(_ name: String, _ value: inout Value?) {
    member(name, 0, &value, .sparse)
  }

  mutating func host(of id: ElementID) {
    guard let hosts else { return }
    var host = hosts[id] ?? .none
    if isBrief, host.isNone { return }
    member("presence", 0, &host.presence, .always)
    member("worker", 0, &host.worker, .always)
  }

  mutating func variant(_ word: String, _ number: Int) { variant(word) }

  mutating func variant(_ word: String) {
    guard case .tagged(let tag)? = style else { return }
    name(tag)
    string(word)
  }

  mutating func emptyVariant(_ word: String, _ number: Int) {
    variant(word)
    guard case .keyed? = style else { return }
    name(word)
    literal("true")
  }

  mutating func constant(_ name: String, _ text: String?) {
    if isBrief, text == nil { return }
    self.name(name)
    if let text { string(text) } else { literal("null") }
  }

  mutating func suspendChoice() { suspended = bytes.count }

  mutating func continueChoice() {
    bytes.append(contentsOf: rest)
    rest = []
  }
}
