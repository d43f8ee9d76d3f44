// SPDX-License-Identifier: Apache-2.0

extension JSONValue: CustomStringConvertible {
  /// The text.
  public var description: String { json }
}

extension JSONValue {
  /// The text, without spaces. Members stand in the order of the value, doubles are written as ECMAScript writes them, and
  /// only those characters are escaped that JSON demands. The text of a canonical value is canonical.
  public var json: String { String(decoding: jsonBytes, as: UTF8.self) }

  /// The bytes of ``json``.
  public var jsonBytes: [UInt8] {
    var bytes: [UInt8] = []
    encode(into: &bytes)
    return bytes
  }

  /// Appends the bytes of ``json``.
  public func encode(into bytes: inout [UInt8]) { ByteWriter.append(to: &bytes) { encode(into: &$0) } }

  /// Appends the bytes of ``json``.
  package func encode(into bytes: inout ByteWriter) {
    switch self {
    case .null: bytes.append("null")
    case .bool(let value): bytes.append(value ? "true" : "false")
    case .integer(let value): Self.encode(value, into: &bytes)
    case .double(let value): if value.isFinite { bytes.append(ecmaScript: value) } else { bytes.append("null") }
    case .string(let text): Self.encode(text, into: &bytes)
    case .array(let items):
      var separator = Byte.openBracket
      for item in items {
        bytes.append(separator)
        item.encode(into: &bytes)
        separator = Byte.comma
      }
      if items.isEmpty { bytes.append(Byte.openBracket) }
      bytes.append(Byte.closeBracket)
    case .members(let members):
      var separator = Byte.openBrace
      for member in members {
        bytes.append(separator)
        Self.encode(member.key, into: &bytes)
        bytes.append(Byte.colon)
        member.value.encode(into: &bytes)
        separator = Byte.comma
      }
      if members.isEmpty { bytes.append(Byte.openBrace) }
      bytes.append(Byte.closeBrace)
    }
  }

  /// The length of ``json`` in bytes, to which the limit of a screen's content applies.
  public var encodedByteCount: Int {
    switch self {
    case .null: 4
    case .bool(let value): value ? 4 : 5
    case .integer(let value): Self.digitCount(value.magnitude) + (value < 0 ? 1 : 0)
    case .double(let value): value.isFinite ? value.ecmaScriptText.utf8.count : 4
    case .string(let text): Self.encodedByteCount(text)
    case .array(let items): items.reduce(2 + max(0, items.count - 1)) { $0 + $1.encodedByteCount }
    case .members(let members): Self.encodedByteCount(members)
    }
  }

  /// Members are looked at where they lie: to copy one costs as much as to count it.
  private static func encodedByteCount(_ members: [Member]) -> Int {
    var count = 2 + max(0, members.count - 1)
    for index in members.indices {
      count += encodedByteCount(members[index].key) + 1 + members[index].value.encodedByteCount
    }
    return count
  }

  /// Appends `text` as a JSON string.
  public static func encode(_ text: String, into bytes: inout [UInt8]) {
    ByteWriter.append(to: &bytes) { encode(text, into: &$0) }
  }

  /// Appends `text` as a JSON string.
  package static func encode(_ text: String, into bytes: inout ByteWriter) {
    bytes.append(Byte.quote)
    let isPlain: Void? = text.utf8.withContiguousStorageIfAvailable { utf8 in
      guard arePlain(utf8) else { return escape(utf8, into: &bytes) }
      bytes.append(contentsOf: utf8)
    }
    if isPlain == nil { escape(text.utf8, into: &bytes) }
    bytes.append(Byte.quote)
  }

  /// Appends `value` as a JSON number.
  public static func encode(_ value: Int64, into bytes: inout [UInt8]) {
    ByteWriter.append(to: &bytes) { encode(value, into: &$0) }
  }

  /// Appends `value` as a JSON number.
  package static func encode(_ value: Int64, into bytes: inout ByteWriter) {
    if value < 0 { bytes.append(Byte.minus) }
    bytes.append(decimal: value.magnitude)
  }

  /// Whether nothing has to be escaped. All bytes are looked at, for a loop without a way out takes sixteen at once.
  private static func arePlain(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    var special: UInt8 = 0
    for byte in utf8 {
      special |= (byte < Byte.space ? 1 : 0) | (byte == Byte.quote ? 1 : 0) | (byte == Byte.backslash ? 1 : 0)
    }
    return special == 0
  }

  private static func escape(_ utf8: some Sequence<UInt8>, into bytes: inout ByteWriter) {
    for byte in utf8 {
      if Byte.isPlain(byte) {
        bytes.append(byte)
      } else if let letter = shortEscape(byte) {
        bytes.append(Byte.backslash)
        bytes.append(letter)
      } else {
        bytes.append("\\u00")
        bytes.append(Byte.hex(byte >> 4))
        bytes.append(Byte.hex(byte & 0xF))
      }
    }
  }

  /// The letter of a two-character escape, or nil for a byte that has none.
  private static func shortEscape(_ byte: UInt8) -> UInt8? {
    switch byte {
    case Byte.quote, Byte.backslash: byte
    case 0x08: Byte.b
    case 0x09: Byte.t
    case 0x0A: Byte.n
    case 0x0C: Byte.f
    case 0x0D: Byte.r
    default: nil
    }
  }

  private static func encodedByteCount(_ text: String) -> Int {
    text.utf8.withContiguousStorageIfAvailable { encodedByteCount($0) } ?? encodedByteCount(escaping: text.utf8)
  }

  private static func encodedByteCount(_ utf8: UnsafeBufferPointer<UInt8>) -> Int {
    arePlain(utf8) ? utf8.count + 2 : encodedByteCount(escaping: utf8)
  }

  private static func encodedByteCount(escaping utf8: some Sequence<UInt8>) -> Int {
    utf8.reduce(2) { $0 + (Byte.isPlain($1) ? 1 : shortEscape($1) == nil ? 6 : 2) }
  }

  private static func digitCount(_ magnitude: UInt64) -> Int {
    var (count, rest) = (1, magnitude / 10)
    while rest > 0 { (count, rest) = (count + 1, rest / 10) }
    return count
  }
}
