// SPDX-License-Identifier: Apache-2.0

import WireProtocol

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
    let number: Int
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
    bytes.withUnsafeBytes { all in
      let message = UnsafeRawBufferPointer(rebasing: all[..<end])
      var scanner = FieldScanner(message, from: position)
      guard let field = scanner.next() else { return nil }
      position = scanner.position
      var found = Field(number: field.number, range: scanner.value)
      if field.isNumber {
        var number = FieldScanner(message, from: scanner.value.lowerBound)
        found.value = number.varint() ?? 0
      }
      return found
    }
  }
}
