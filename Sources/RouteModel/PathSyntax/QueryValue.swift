// SPDX-License-Identifier: Apache-2.0

/// Values behind `?`: one that is exactly a JSON number, `true` or `false` is that; any other is a string.
enum QueryValue {
  /// The number or truth value that `raw` spells, or nil.
  static func literal(_ raw: some Collection<UInt8>) -> JSONValue? {
    guard raw.allSatisfy({ $0 > Byte.space }), let value = try? JSONValue(json: raw) else { return nil }
    switch value {
    case .bool, .integer, .double: return value
    case .null, .string, .array, .members: return nil
    }
  }

  /// The text of a value, or nil for one that cannot be said so.
  static func text(of value: JSONValue) -> String? {
    switch value {
    case .bool, .integer, .double: value.description
    case .string(let text): literal(text.utf8) == nil ? encoded(text) : nil
    case .null, .array, .members: nil
    }
  }

  /// `text` with every byte that could mean something here as `%XX`.
  static func encoded(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if byte >= 0x80 || isNameByte(byte) || safe.contains(byte) {
        bytes.append(byte)
      } else {
        bytes += [Byte.percent, Byte.hex(byte >> 4, isCapital: true), Byte.hex(byte & 0xF, isCapital: true)]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether a byte ends a key or a value.
  static func isDelimiter(_ byte: UInt8) -> Bool {
    switch byte {
    case Byte.ampersand, Byte.slash, Byte.openBrace, Byte.closeBrace, Byte.comma: true
    default: byte <= Byte.space
    }
  }

  private static let safe = Array("~:@+".utf8)
}
