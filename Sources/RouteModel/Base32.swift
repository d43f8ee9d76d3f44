// SPDX-License-Identifier: Apache-2.0

/// Random ids as text, in Crockford's base32: digits and capitals without the letters that look like others.
package enum Base32 {
  /// The letters of 128 bits.
  package static let length = 26
  private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

  /// 128 bits, the highest first.
  package static func text(_ high: UInt64, _ low: UInt64) -> String {
    var digits: [UInt8] = []
    var (high, low) = (high, low)
    for _ in 0..<length {
      digits.append(alphabet[Int(low & 31)])
      low = (low >> 5) | (high << 59)
      high >>= 5
    }
    return String(decoding: digits.reversed(), as: UTF8.self)
  }

  /// Whether `bytes` are such letters.
  package static func isText(_ bytes: some Sequence<UInt8>) -> Bool { bytes.allSatisfy(alphabet.contains) }
}
