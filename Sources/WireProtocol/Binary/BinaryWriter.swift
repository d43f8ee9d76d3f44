// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

/// Writes values as Protocol Buffers: one buffer, into which each length is put when its message is complete. Fields
/// stand in the order of their numbers, so that a message always has the same bytes.
struct BinaryWriter: FormVisitor, PathWriter {
  typealias Failure = Never
  static var isJSON: Bool { false }
  var isInAnswer = false
  private(set) var bytes: ByteWriter
  var hosts: PathHosts?
  var memory: PathMemory?
  /// Items of lists are left out once the fields are longer than this, for they will not be used.
  let bytesMax: Int
  private var message = Message()
  /// The variant of the union that is being written, where it is a message.
  private var open: Open?
  private var isInChoice = false

  /// A message that is being written.
  struct Message {
    fileprivate var start = 0
    /// The number of its last field.
    fileprivate var last = 0
    fileprivate var isInChoice = false
  }

  private struct Open {
    var number: Int
    var start: Int
    var outer: Message
  }

  private init(_ bytes: ByteWriter, bytesMax: Int) {
    self.bytes = bytes
    self.bytesMax = bytesMax
  }

  /// Writes the fields of a record in place of the bytes. Fields that are longer than `bytesMax` end early, at more than
  /// that, and `memory` has to be nil then: it would remember elements that were cut.
  static func write<Value: FormRecord>(
    _ value: consuming Value, _ memory: inout PathMemory?, atMost bytesMax: Int, into bytes: inout [UInt8]
  ) {
    // The message before was probably as long.
    let expected = bytes.count
    bytes.removeAll(keepingCapacity: true)
    ByteWriter.append(to: &bytes, expected: expected) { bytes in
      var writer = BinaryWriter(bytes, bytesMax: bytesMax)
      swap(&writer.memory, &memory)
      value.visit(&writer)
      swap(&writer.memory, &memory)
      bytes = writer.bytes
    }
  }

  // ── values ─────────────────────────────────────────────────────────────────────────────────────

  /// Most tags, lengths and numbers have one byte.
  @inline(__always)
  mutating func varint(_ number: UInt64) {
    if number < 0x80 { bytes.append(UInt8(truncatingIfNeeded: number)) } else { longVarint(number) }
  }

  private mutating func longVarint(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  mutating func fixed64(_ bits: UInt64) {
    for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift))) }
  }

  mutating func string(_ text: String) {
    varint(UInt64(text.utf8.count))
    bytes.append(text)
  }

  mutating func json(_ value: JSONValue) {
    let outer = enter()
    value.encode(into: &bytes)
    leave(outer)
  }

  @inline(__always)
  mutating func tag(_ number: Int, _ type: WireType) { varint(UInt64(number) << 3 | type.rawValue) }

  /// Begins a message; what it returns goes to ``leave(_:)``.
  mutating func enter() -> Message {
    bytes.append(0)
    var outer = message
    outer.isInChoice = isInChoice
    message = Message(start: bytes.count)
    isInChoice = false
    return outer
  }

  /// Puts the length of the message before it.
  mutating func leave(_ outer: Message) {
    let start = message.start
    let count = bytes.count - start
    if count < 0x80 { bytes[start - 1] = UInt8(truncatingIfNeeded: count) } else { putLength(count, before: start) }
    message = outer
    isInChoice = outer.isInChoice
  }

  /// Puts a length of more than one byte before the message that begins at `start`, where room is left for one byte.
  private mutating func putLength(_ count: Int, before start: Int) {
    let room = 1 + (UInt64.bitWidth - UInt64(count).leadingZeroBitCount - 1) / 7
    bytes.insertRoom(room - 1, at: start)
    for index in 0..<room {
      let rest = UInt8(truncatingIfNeeded: count >> (7 * index))
      bytes[start - 1 + index] = index < room - 1 ? rest | 0x80 : rest & 0x7F
    }
  }

  // ── members ────────────────────────────────────────────────────────────────────────────────────

  /// A field, at its place among those that are written already.
  mutating func field<Value: FormValue>(_ number: Int, _ value: Value) {
    let start = bytes.count
    value.writeField(number, isExplicit: false, to: &self)
    settle(number, from: start)
  }

  mutating func member<Value: FormValue>(_ name: String, _ number: Int, _ value: inout Value, _ rule: MemberRule) {
    let start = bytes.count
    value.writeMember(number, isExplicit: isInChoice && open == nil, to: &self)
    settle(number, from: start)
  }

  mutating func inline<Value: FormRecord>(_ number: Int, _ value: inout Value) {
    let start = bytes.count
    tag(number, .bytes)
    let outer = enter()
    value.visit(&self)
    leave(outer)
    settle(number, from: start)
  }

  mutating func inline<Value: FormRecord>(_ number: Int, _ value: inout Value?, by name: String) {
    if var present = value { inline(number, &present) }
  }

  mutating func choice<Value: FormUnion>(_ value: inout Value) {
    let outer = (open, isInChoice)
    (open, isInChoice) = (nil, true)
    value.form(&self)
    if let open {
      leave(open.outer)
      settle(open.number, from: open.start)
    }
    (open, isInChoice) = outer
  }

  mutating func choice<Value: FormUnion>(_ name: String, _ value: inout Value?) {
    if var present = value { choice(&present) }
  }

  mutating func host(of id: ElementID) {
    if let host = hosts?[id], !host.isNone { field(5, host) }
  }

  /// The elements of a path, each a field.
  mutating func elements(_ path: [Element], _ number: Int) {
    guard remembers(path) else { return path.writeField(number, isExplicit: false, to: &self) }
    writeRemembered(path, field: number)
  }

  mutating func write(_ element: Element, at index: Int, field number: Int) {
    tag(number, .bytes)
    element.write(binary: &self)
  }

  mutating func append(_ written: [UInt8]) { bytes.append(contentsOf: written) }

  mutating func variant(_ word: String, _ number: Int) {
    let start = bytes.count
    tag(number, .bytes)
    open = Open(number: number, start: start, outer: enter())
  }

  mutating func variant(_ word: String) {}

  mutating func emptyVariant(_ word: String, _ number: Int) {
    let start = bytes.count
    tag(number, .bytes)
    bytes.append(0)
    settle(number, from: start)
  }

  /// Puts the field that begins at `start` before those of its message with higher numbers. Nearly all stand there already.
  @inline(__always)
  private mutating func settle(_ number: Int, from start: Int) {
    guard bytes.count > start else { return }
    if number < message.last { move(number, from: start) } else { message.last = number }
  }

  private mutating func move(_ number: Int, from start: Int) {
    let before = UnsafeRawBufferPointer(bytes.written())[..<start]
    var scanner = FieldScanner(UnsafeRawBufferPointer(rebasing: before), from: message.start)
    while let field = scanner.next(), field.number <= number {}
    let place = scanner.fieldStart
    let moved = bytes.takeLast(from: start)
    bytes.insertRoom(moved.count, at: place)
    for (index, byte) in moved.enumerated() { bytes[place + index] = byte }
  }
}
