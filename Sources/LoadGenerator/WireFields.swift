// SPDX-License-Identifier: Apache-2.0

/// The few fields of Protocol Buffers that the ends of a load write and read by themselves: what they cost is measured along
/// with the coordinator, so each message is put together from pieces that the codec has written before.
enum WireFields {
  /// Appends a number.
  static func append(_ number: UInt64, to bytes: inout [UInt8]) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// Appends a field that is a number.
  static func append(field: UInt64, _ number: UInt64, to bytes: inout [UInt8]) {
    append(field << 3, to: &bytes)
    append(number, to: &bytes)
  }

  /// Appends a field of octets: a text, or a message.
  static func append(field: UInt64, _ octets: some Collection<UInt8>, to bytes: inout [UInt8]) {
    append(field << 3 | 2, to: &bytes)
    append(UInt64(octets.count), to: &bytes)
    bytes.append(contentsOf: octets)
  }

  /// The octets that a number takes.
  static func count(of number: UInt64) -> Int { max(1, (70 - number.leadingZeroBitCount) / 7) }
}

/// Goes through the fields of a message, never beyond its bytes; what is malformed ends it.
struct FieldWalk {
  struct Field {
    let number: UInt64
    /// Of a number.
    var value: UInt64 = 0
    /// Where the value lies; of octets without their length.
    var range: Range<Int>
  }

  private let bytes: [UInt8]
  private let end: Int
  private(set) var position: Int

  init(_ bytes: [UInt8]) { self.init(bytes, in: 0..<bytes.count) }

  init(_ bytes: [UInt8], in range: Range<Int>) {
    self.bytes = bytes
    (position, end) = (range.lowerBound, range.upperBound)
  }

  mutating func next() -> Field? {
    guard position < end, let tag = number() else { return nil }
    let start = position
    switch tag & 7 {
    case 0:
      guard let value = number() else { return nil }
      return Field(number: tag >> 3, value: value, range: start..<position)
    case 1: return skip(8, tag)
    case 2: return number().flatMap { Int(exactly: $0) }.flatMap { skip($0, tag) }
    case 5: return skip(4, tag)
    default: return nil
    }
  }

  private mutating func skip(_ count: Int, _ tag: UInt64) -> Field? {
    guard count <= end - position else { return nil }
    defer { position += count }
    return Field(number: tag >> 3, range: position..<(position + count))
  }

  private mutating func number() -> UInt64? {
    var (value, shift) = (UInt64(0), UInt64(0))
    while position < end, shift < 64 {
      let octet = bytes[position]
      position += 1
      value |= UInt64(octet & 0x7F) << shift
      if octet < 0x80 { return value }
      shift += 7
    }
    return nil
  }
}
