// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

/// Reads values from Protocol Buffers, without copying the bytes. A form asks for its fields by number; they mostly come in
/// that order, so that the field that is asked for is the next one.
struct BinaryReader: FormVisitor {
  typealias Failure = FormError
  static var isJSON: Bool { false }
  static var isReading: Bool { true }

  var isInAnswer = false
  /// The hosts that elements carry, where a path with hosts is read.
  var hosts: PathHosts?
  /// The limit of the list, table or text that is read next.
  var nextMax: Int?
  /// The nodes of trees that were read so far.
  private var treeNodes = 0
  /// The parts of destinations that were read so far.
  private var destinationParts = 0
  /// The screens of paths that were read so far.
  private var screens = 0
  private var message: Message
  /// The value that was sought last.
  private var value: Range<Int> = 0..<0
  private var depth = 0
  /// The message round the variant that is being read, where that is a message of its own.
  private var open: Message?

  /// Messages in each other; deeper ones could exhaust the stack.
  static let depthMax = 200
  /// Fields of one message: more than the longest list of messages.
  static let fieldsMax = 16_384

  /// A message that is being read.
  struct Message {
    fileprivate var bytes: UnsafeRawBufferPointer
    /// Where the field after the last one that was read begins.
    fileprivate var next = 0
    /// Its fields up to number 63, a bit each, and those that stand there more than once.
    fileprivate var present: UInt64 = 0
    fileprivate var repeated: UInt64 = 0
  }

  /// The value that `read` reads from these fields.
  static func read<Value>(
    _ body: [UInt8], _ read: (inout BinaryReader) throws(FormError) -> Value
  ) throws(FormError) -> Value {
    try body.withUnsafeBufferPointer { bytes throws(FormError) in
      var reader = BinaryReader(message: Message(bytes: UnsafeRawBufferPointer(bytes)))
      try reader.index()
      return try read(&reader)
    }
  }

  private init(message: Message) { self.message = message }

  /// Finds out which fields the message has, and that it consists of fields.
  private mutating func index() throws(FormError) {
    var scanner = FieldScanner(message.bytes)
    var count = 0
    while let field = scanner.advance() {
      count += 1
      guard count <= Self.fieldsMax else { throw FormError("more than \(Self.fieldsMax) fields of one message") }
      guard field.number < 64 else { continue }
      let bit = UInt64(1) << UInt64(field.number)
      message.repeated |= message.present & bit
      message.present |= bit
    }
    if scanner.isMalformed { throw FormError("the body is no message of its kind") }
  }

  /// The limit of the value that is being read; those in it have the usual ones again.
  mutating func takeLimit(usually limit: Int) -> Int {
    defer { nextMax = nil }
    return nextMax ?? limit
  }

  /// Counts screens of paths, before they are read where that is possible.
  mutating func countScreens(_ count: Int = 1) throws(FormError) {
    screens += count
    guard screens <= Limits.messageScreensMax else { throw FormError(PathItem.tooMany) }
  }

  /// Counts a node of a tree, before it is read.
  mutating func countTreeNode() throws(FormError) {
    treeNodes += 1
    guard treeNodes <= TreeNode.nodesMax else { throw FormError(TreeNode.tooMany) }
  }

  /// Counts a part of a destination, before it is read.
  mutating func countDestinationPart() throws(FormError) {
    destinationParts += 1
    guard destinationParts <= Destination.partsMax else { throw FormError(Destination.tooMany) }
  }

  // ── fields ─────────────────────────────────────────────────────────────────────────────────────

  /// Goes to the value of the field; of several with this number, to the last. False where there is none, as of most fields.
  @inline(__always)
  mutating func seek(_ number: Int, _ type: WireType) throws(FormError) -> Bool {
    message.present & UInt64(1) << UInt64(number) != 0 ? find(number, type) : false
  }

  private mutating func find(_ number: Int, _ type: WireType) -> Bool {
    let isRepeated = message.repeated & UInt64(1) << UInt64(number) != 0
    var scanner = FieldScanner(message.bytes, from: message.next)
    guard !isRepeated, let field = scanner.advance(), field.number == number else {
      return search(number, type, isRepeated: isRepeated)
    }
    (value, message.next) = (scanner.value, scanner.position)
    return field.type == type
  }

  private mutating func search(_ number: Int, _ type: WireType, isRepeated: Bool) -> Bool {
    var isFound = false
    var scanner = FieldScanner(message.bytes)
    while let field = scanner.next() {
      guard field.number == number, field.type == type else { continue }
      (value, message.next, isFound) = (scanner.value, scanner.position, true)
      if !isRepeated { break }
    }
    return isFound
  }

  /// Runs `read` at the value of each field with this number.
  mutating func each(
    _ number: Int, _ read: (inout BinaryReader, WireType) throws(FormError) -> Void
  ) throws(FormError) {
    let bit = UInt64(1) << UInt64(number)
    guard message.present & bit != 0 else { return }
    var scanner = FieldScanner(message.bytes, from: message.next)
    if scanner.next()?.number != number { message.next = 0 }
    scanner = FieldScanner(message.bytes, from: message.repeated & bit != 0 ? 0 : message.next)
    while let field = scanner.next() {
      guard field.number == number else { continue }
      (value, message.next) = (scanner.value, scanner.position)
      try read(&self, field.type)
      if message.repeated & bit == 0 { break }
    }
  }

  // ── the value that was sought ──────────────────────────────────────────────────────────────────

  /// Whether the value has no bytes.
  var isEmpty: Bool { value.isEmpty }

  mutating func varint() -> UInt64 {
    var scanner = FieldScanner(message.bytes, from: value.lowerBound)
    return scanner.varint() ?? 0
  }

  mutating func fixed64() -> UInt64 {
    var bits: UInt64 = 0
    for index in value.reversed() { bits = bits << 8 | UInt64(message.bytes[index]) }
    return bits
  }

  mutating func string() throws(FormError) -> String {
    let text = withBytes { bytes in
      // Plain ASCII needs no validation, and is what nearly every text of the protocol is.
      bytes.allSatisfy { $0 < 0x80 } ? String(decoding: bytes, as: UTF8.self) : String(validating: bytes, as: UTF8.self)
    }
    guard let text else { throw FormError("a text that is no UTF-8") }
    return text
  }

  /// Content, in canonical form.
  mutating func json() throws(FormError) -> JSONValue {
    try json { (bytes) throws(JSONValue.SyntaxError) in try JSONValue(json: bytes) }
  }

  /// An object of a report, in canonical form. It holds trees and destinations, so it may be as deep as a message.
  mutating func report() throws(FormError) -> JSONValue {
    try json { (bytes) throws(JSONValue.SyntaxError) in try JSONValue.asWritten(bytes) }.canonical
  }

  private func json(
    _ parse: (UnsafeBufferPointer<UInt8>) throws(JSONValue.SyntaxError) -> JSONValue
  ) throws(FormError) -> JSONValue {
    guard !value.isEmpty else { return .null }
    let parsed = withBytes { bytes -> Result<JSONValue, JSONValue.SyntaxError> in
      do throws(JSONValue.SyntaxError) { return .success(try parse(bytes)) } catch { return .failure(error) }
    }
    do { return try parsed.get() } catch { throw FormError("this is no JSON: \(error)") }
  }

  private func withBytes<Value>(_ read: (UnsafeBufferPointer<UInt8>) -> Value) -> Value {
    UnsafeRawBufferPointer(rebasing: message.bytes[value]).withMemoryRebound(to: UInt8.self, read)
  }

  /// The numbers that lie packed in the value.
  mutating func eachPacked(_ read: (inout BinaryReader) throws(FormError) -> Void) throws(FormError) {
    let packed = value
    var scanner = FieldScanner(
      UnsafeRawBufferPointer(rebasing: message.bytes[..<packed.upperBound]), from: packed.lowerBound)
    while scanner.position < packed.upperBound {
      value = scanner.position..<packed.upperBound
      guard scanner.varint() != nil else { throw FormError("numbers that end too early") }
      try read(&self)
    }
  }

  /// Begins to read the message that was sought; what it returns goes to ``leave(_:)``.
  mutating func enter() throws(FormError) -> Message {
    let outer = message
    depth += 1
    guard depth < Self.depthMax else { throw FormError("more than \(Self.depthMax) messages lie in each other") }
    message = Message(bytes: UnsafeRawBufferPointer(rebasing: outer.bytes[value]))
    try index()
    return outer
  }

  mutating func leave(_ outer: Message) {
    message = outer
    depth -= 1
  }

  // ── members ────────────────────────────────────────────────────────────────────────────────────

  mutating func member<Value: FormValue>(
    _ name: String, _ number: Int, _ value: inout Value, _ rule: MemberRule
  ) throws(FormError) {
    do throws(FormError) {
      try value.readField(number, rule, from: &self)
    } catch {
      throw error.under(name)
    }
  }

  mutating func inline<Value: FormRecord>(_ number: Int, _ value: inout Value) throws(FormError) {
    try value.readField(number, .always, from: &self)
  }

  mutating func inline<Value: FormRecord>(
    _ number: Int, _ value: inout Value?, by name: String
  ) throws(FormError) {
    try member(name, number, &value, .sparse)
  }

  mutating func choice<Value: FormUnion>(_ value: inout Value) throws(FormError) {
    guard let found = variant(of: Value.self) ?? Value.none else {
      throw FormError("one of \(Value.variants.words.joined(separator: ", ")) is missing")
    }
    value = found
    let outer = open
    open = nil
    try value.form(&self)
    if let open { leave(open) }
    open = outer
  }

  mutating func choice<Value: FormUnion>(_ name: String, _ value: inout Value?) throws(FormError) {
    guard var found = variant(of: Value.self) else { return }
    try choice(&found)
    value = found
  }

  /// The blank of the variant whose field is there; of several, of the last.
  private func variant<Value: FormUnion>(of _: Value.Type) -> Value? {
    let numbers = Value.variants.numbers
    let present = message.present & numbers
    guard present != 0 else { return nil }
    let isOne = present & (present - 1) == 0 && message.repeated & present == 0
    var scanner = FieldScanner(message.bytes)
    var last: Int?
    while let field = scanner.next() {
      guard field.number < 64, numbers & UInt64(1) << UInt64(field.number) != 0 else { continue }
      last = Value.variants.index(of: field) ?? last
      if isOne { break }
    }
    return last.map { Value.variants.all[$0].blank }
  }

  mutating func host(of id: ElementID) throws(FormError) {
    var host: Host?
    try member("host", 5, &host, .sparse)
    if let host, host != .none { hosts?[id] = host }
  }

  mutating func variant(_ word: String, _ number: Int) throws(FormError) {
    guard try seek(number, .bytes) else { throw FormError("\(word) is no message") }
    open = try enter()
  }

  mutating func variant(_ word: String) {}
  mutating func emptyVariant(_ word: String, _ number: Int) {}

  mutating func check(_ holds: @autoclosure () -> Bool, _ message: @autoclosure () -> String) throws(FormError) {
    if !holds() { throw FormError(message()) }
  }
}
