// SPDX-License-Identifier: Apache-2.0

/// The values behind `?`: the text of a JSON number, `true` or `false` is that value, and any other text is a string.
enum QueryValue {
  /// The number or truth value that `raw` spells, or nil.
  static func literal(_ raw: some Collection<UInt8>) -> JSONValue? {
    guard raw.allSatisfy({ $0 > Byte.space }), let value = try? JSONValue(json: raw) else { return nil }
    switch value {
    case .bool, .integer, .double: return value
    case .null, .string, .array, .members: return nil
    }
  }

  /// The text of a value, or nil for a value that has none in this syntax.
  static func text(of value: JSONValue) -> String? {
    switch value {
    case .bool, .integer, .double: value.description
    case .string(let text): literal(text.utf8) == nil ? encoded(text) : nil
    case .null, .array, .members: nil
    }
  }

  /// `text`, with each byte as `%XX` that has a meaning of its own in the syntax.
  static func encoded(_ text: String) -> String {
    PercentEncoding.encoded(text) { $0 >= 0x80 || isNameByte($0) || safe.contains($0) }
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
