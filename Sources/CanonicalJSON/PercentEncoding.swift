// SPDX-License-Identifier: Apache-2.0

/// Percent-encoding as RFC 3986 has it: a byte as `%` and two hexadecimal digits.
package enum PercentEncoding {
  /// Why bytes cannot be decoded.
  package enum Failure: Error, Hashable {
    /// Two hexadecimal digits are missing after the `%` at this index.
    case digits(at: Int)
    /// The byte at this index may not stand for itself.
    case misplaced(at: Int)
    /// The decoded bytes are not UTF-8.
    case notUTF8
  }

  /// The text that `raw` stands for; escapes are decoded once.
  ///
  /// - Parameter isPlain: whether a byte may stand for itself; `%` never does.
  package static func decoded(
    _ raw: ArraySlice<UInt8>, where isPlain: (UInt8) -> Bool = { _ in true }
  ) throws(Failure) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(raw.count)
    var index = raw.startIndex
    while index < raw.endIndex {
      guard raw[index] == Byte.percent else {
        guard isPlain(raw[index]) else { throw .misplaced(at: index) }
        bytes.append(raw[index])
        index += 1
        continue
      }
      guard index + 2 < raw.endIndex, let high = Byte.hexDigit(raw[index + 1]), let low = Byte.hexDigit(raw[index + 2])
      else { throw .digits(at: index) }
      bytes.append(high << 4 | low)
      index += 3
    }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .notUTF8 }
    return text
  }

  /// `text`, with each byte escaped that `isPlain` does not let stand for itself.
  package static func encoded(_ text: String, where isPlain: (UInt8) -> Bool) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if isPlain(byte) {
        bytes.append(byte)
      } else {
        bytes += [Byte.percent, Byte.hex(byte >> 4, isCapital: true), Byte.hex(byte & 0xF, isCapital: true)]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
