// SPDX-License-Identifier: Apache-2.0

/// Goes through the fields of a message of Protocol Buffers, known or unknown, and never beyond its bytes.
package struct FieldScanner {
  /// The number of a field, and how its value is written.
  package struct Field: Sendable {
    /// As the message declares it.
    package let number: Int
    let type: WireType

    /// Whether the value is a number.
    package var isNumber: Bool { type == .varint }
  }

  let bytes: UnsafeRawBufferPointer
  /// Where the next field begins.
  package private(set) var position: Int
  /// Where the field begins that was found last, or would begin.
  private(set) var fieldStart: Int
  /// Where its value lies; of bytes without their length.
  package private(set) var value: Range<Int> = 0..<0
  /// Whether the scanner ended at bytes that are no field.
  private(set) var isMalformed = false

  /// Groups in each other; deeper ones are malformed.
  private static let groupsMax = 100

  /// Begins at a position of a message, the first unless it is given.
  package init(_ bytes: UnsafeRawBufferPointer, from position: Int = 0) {
    self.bytes = bytes
    self.position = position
    fieldStart = position
  }

  /// The next field; nil at the end, or where the bytes are malformed.
  package mutating func next() -> Field? { advance() }

  /// The same in the caller's own code, for where most fields are read. Nearly every field is a number of one byte, or at most 127
  /// bytes, and its own number is below 2048.
  @inline(__always)
  mutating func advance() -> Field? {
    fieldStart = position
    var first = position
    guard bytes.count - first >= 2 else { return advanceLong() }
    var tag = UInt64(bytes[first])
    if tag >= 0x80 {
      let high = UInt64(bytes[first + 1])
      guard high < 0x80, bytes.count - first >= 3 else { return advanceLong() }
      tag = tag & 0x7F | high << 7
      first += 1
    }
    let head = Int(bytes[first + 1])
    first += 2
    guard tag >= 8, head < 0x80 else { return advanceLong() }
    switch tag & 7 {
    case WireType.varint.rawValue:
      value = first - 1..<first
      position = first
      return Field(number: Int(tag >> 3), type: .varint)
    case WireType.bytes.rawValue where head <= bytes.count - first:
      value = first..<first + head
      position = first + head
      return Field(number: Int(tag >> 3), type: .bytes)
    default: return advanceLong()
    }
  }

  /// By value, so that the scanner stays in registers where it is not called.
  @inline(__always)
  private mutating func advanceLong() -> Field? {
    let (field, scanner) = advancedLong()
    self = scanner
    return field
  }

  @inline(never)
  private func advancedLong() -> (field: Field?, scanner: FieldScanner) {
    var scanner = self
    guard position < bytes.count else { return (nil, scanner) }
    guard let field = scanner.tag(), field.type != .groupEnd, scanner.skip(field, depth: 0) else {
      scanner.isMalformed = true
      return (nil, scanner)
    }
    return (field, scanner)
  }

  /// The number that begins here, if one does. Most tags, lengths and numbers have one byte.
  @inline(__always)
  package mutating func varint() -> UInt64? {
    guard position < bytes.count, bytes[position] < 0x80 else { return longVarint() }
    defer { position += 1 }
    return UInt64(bytes[position])
  }

  private mutating func longVarint() -> UInt64? {
    var (number, shift): (UInt64, UInt64) = (0, 0)
    while position < bytes.count, shift < 70 {
      let byte = bytes[position]
      position += 1
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number }
      shift += 7
    }
    return nil
  }

  private mutating func tag() -> Field? {
    guard let tag = varint(), tag <= UInt64(UInt32.max), tag >> 3 > 0, let type = WireType(rawValue: tag & 7) else {
      return nil
    }
    return Field(number: Int(tag >> 3), type: type)
  }

  private mutating func skip(_ field: Field, depth: Int) -> Bool {
    let start = position
    switch field.type {
    case .varint:
      guard varint() != nil else { return false }
    case .fixed64: position += 8
    case .fixed32: position += 4
    case .bytes:
      guard let count = varint(), count <= UInt64(bytes.count - position) else { return false }
      value = position..<(position + Int(count))
      position = value.upperBound
      return true
    case .groupBegin:
      guard depth < Self.groupsMax else { return false }
      while true {
        guard let inner = tag() else { return false }
        if inner.type == .groupEnd {
          guard inner.number == field.number else { return false }
          break
        }
        guard skip(inner, depth: depth + 1) else { return false }
      }
    case .groupEnd: return false
    }
    value = start..<position
    return position <= bytes.count
  }
}
