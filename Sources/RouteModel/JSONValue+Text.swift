// SPDX-License-Identifier: Apache-2.0

extension JSONValue {
  /// The value that `text` spells, in canonical form.
  public init(json text: some Sequence<UInt8>) throws(JSONError) {
    self = try Self.asWritten(text).canonical
  }

  /// The value that `text` spells, in canonical form.
  public init(json text: some StringProtocol) throws(JSONError) {
    try self.init(json: text.utf8)
  }

  /// The value that `text` spells, members in the order of the text, `{}` and null ones kept: for readers of objects whose
  /// members have a meaning of their own. Bring it into canonical form before it becomes content.
  public static func asWritten(_ text: some Sequence<UInt8>) throws(JSONError) -> JSONValue {
    var parser = JSONParser(Array(text))
    return try parser.document()
  }

  /// The canonical value at the start of `text`, and how many bytes it takes: JSON ends where its value ends.
  public static func prefix(of text: some Sequence<UInt8>) throws(JSONError) -> (value: JSONValue, byteCount: Int) {
    var parser = JSONParser(Array(text))
    let value = try parser.value(depth: 0)
    return (value.canonical, parser.offset)
  }

  /// The text, without spaces: members in the order they are held, doubles as short as they round-trip, no escapes but
  /// those that JSON demands. Of a canonical value it is the canonical text.
  public var json: String { String(decoding: jsonBytes, as: UTF8.self) }

  /// The bytes of ``json``.
  public var jsonBytes: [UInt8] {
    var bytes: [UInt8] = []
    print(into: &bytes)
    return bytes
  }

  private func print(into bytes: inout [UInt8]) {
    switch self {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
    case .integer(let value): bytes.append(contentsOf: value.description.utf8)
    case .double(let value): bytes.append(contentsOf: value.description.utf8)
    case .string(let text): Self.print(text, into: &bytes)
    case .array(let items):
      bytes.append(UInt8(ascii: "["))
      for (index, item) in items.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        item.print(into: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .members(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        Self.print(member.key, into: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.print(into: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private static func print(_ text: String, into bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0x08: bytes += [UInt8(ascii: "\\"), UInt8(ascii: "b")]
      case 0x09: bytes += [UInt8(ascii: "\\"), UInt8(ascii: "t")]
      case 0x0A: bytes += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
      case 0x0C: bytes += [UInt8(ascii: "\\"), UInt8(ascii: "f")]
      case 0x0D: bytes += [UInt8(ascii: "\\"), UInt8(ascii: "r")]
      case 0x00..<0x20:
        bytes.append(contentsOf: "\\u00".utf8)
        for digit in [byte >> 4, byte & 15] { bytes.append(digit < 10 ? 0x30 + digit : 0x57 + digit) }
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}

extension JSONValue: CustomStringConvertible {
  /// The text.
  public var description: String { json }
}
