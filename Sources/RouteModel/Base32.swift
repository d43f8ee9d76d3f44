// SPDX-License-Identifier: Apache-2.0

/// Random ids as text, in Crockford's base32: digits and capitals without the letters that look like others.
package enum Base32 {
  /// The letters of 128 bits.
  package static let length = 26
  private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

  /// 128 bits, the highest first.
  package static func text(_ high: UInt64, _ low: UInt64) -> String {
    var digits = [UInt8](repeating: 0, count: length)
    var (high, low) = (high, low)
    for index in digits.indices.reversed() {
      digits[index] = alphabet[Int(low & 31)]
      low = (low >> 5) | (high << 59)
      high >>= 5
    }
    return String(decoding: digits, as: UTF8.self)
  }

  /// Whether `bytes` are such letters.
  package static func isText(_ bytes: some Sequence<UInt8>) -> Bool { bytes.allSatisfy(isLetter) }

  /// The same for bytes in memory, without the cost of a generic: each command id that is read comes here.
  package static func isText(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool { bytes.allSatisfy(isLetter) }

  private static func isLetter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "I"), UInt8(ascii: "L"), UInt8(ascii: "O"), UInt8(ascii: "U"): false
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    default: false
    }
  }
}
