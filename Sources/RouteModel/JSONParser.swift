// SPDX-License-Identifier: Apache-2.0

/// A text that is no JSON: what is wrong and at which byte.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public var message: String
  /// Where, in bytes from the start of the text.
  public var offset: Int

  /// As people read it.
  public var description: String { "\(message) at byte \(offset)" }
}

/// Reads JSON (RFC 8259) and refuses what has no one meaning: repeated keys, numbers that are not finite, lone
/// surrogates, bytes that are no UTF-8.
struct JSONParser {
  /// Lists and objects in each other; what is deeper could exhaust the stack.
  static let depthMax = 256

  private let bytes: [UInt8]
  private(set) var offset: Int

  init(_ bytes: [UInt8], from offset: Int = 0) {
    self.bytes = bytes
    self.offset = offset
  }

  /// The value that stands here, and nothing behind it.
  mutating func document() throws(JSONError) -> JSONValue {
    let value = try value(depth: 0)
    skipSpace()
    guard offset == bytes.count else { throw error("text behind the value") }
    return value
  }

  /// The value that begins here; ``offset`` is behind it then.
  mutating func value(depth: Int) throws(JSONError) -> JSONValue {
    guard depth < Self.depthMax else { throw error("more than \(Self.depthMax) lists and objects in each other") }
    skipSpace()
    switch peek {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case nil: throw error("the text ends where a value belongs")
    case UInt8(ascii: "-")?, (UInt8(ascii: "0")...UInt8(ascii: "9"))?: return try number()
    default: throw error("no value begins like this")
    }
  }

  private var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private func error(_ message: String) -> JSONError { JSONError(message: message, offset: offset) }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    offset += 1
    return true
  }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { offset += 1 }
  }

  private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
    let end = offset + word.utf8CodeUnitCount
    guard end <= bytes.count, bytes[offset..<end].elementsEqual("\(word)".utf8) else {
      throw error("no value begins like this")
    }
    offset = end
    return value
  }

  private mutating func object(depth: Int) throws(JSONError) -> JSONValue {
    offset += 1
    var members: [JSONValue.Member] = []
    // By bytes: two keys that are only canonically equivalent Unicode are two keys.
    var keys: Set<[UInt8]> = []
    skipSpace()
    if take(UInt8(ascii: "}")) { return .members([]) }
    while true {
      skipSpace()
      guard peek == UInt8(ascii: "\"") else { throw error("a member begins with its name in quotes") }
      let start = offset
      let key = try string()
      guard keys.insert(Array(key.utf8)).inserted else {
        throw JSONError(message: "member '\(key)' stands twice in one object", offset: start)
      }
      skipSpace()
      guard take(UInt8(ascii: ":")) else { throw error("':' belongs behind the name of a member") }
      members.append(JSONValue.Member(key, try value(depth: depth + 1)))
      skipSpace()
      if take(UInt8(ascii: "}")) { return .members(members) }
      guard take(UInt8(ascii: ",")) else { throw error("',' or '}' belongs behind a member") }
    }
  }

  private mutating func array(depth: Int) throws(JSONError) -> JSONValue {
    offset += 1
    var items: [JSONValue] = []
    skipSpace()
    if take(UInt8(ascii: "]")) { return .array([]) }
    while true {
      items.append(try value(depth: depth + 1))
      skipSpace()
      if take(UInt8(ascii: "]")) { return .array(items) }
      guard take(UInt8(ascii: ",")) else { throw error("',' or ']' belongs behind an item") }
    }
  }

  private mutating func number() throws(JSONError) -> JSONValue {
    let start = offset
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) { try digits() }
    var isInteger = true
    if take(UInt8(ascii: ".")) {
      isInteger = false
      try digits()
    }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      isInteger = false
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      try digits()
    }
    let text = String(decoding: bytes[start..<offset], as: UTF8.self)
    if isInteger, let integer = Int64(text) { return .integer(integer) }
    guard let double = Double(text), double.isFinite else {
      throw JSONError(message: "the number \(text) is too large", offset: start)
    }
    return .double(double)
  }

  private mutating func digits() throws(JSONError) {
    let start = offset
    while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { offset += 1 }
    guard offset > start else { throw error("a digit belongs here") }
  }

  private mutating func string() throws(JSONError) -> String {
    let opening = offset
    offset += 1
    var text: [UInt8] = []
    while let byte = peek {
      offset += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let text = String(validating: text, as: UTF8.self) else {
          throw JSONError(message: "a text that is no UTF-8", offset: opening)
        }
        return text
      case UInt8(ascii: "\\"): try escape(into: &text)
      case 0x00..<0x20:
        offset -= 1
        throw error("a control character inside a text has to be escaped")
      default: text.append(byte)
      }
    }
    throw JSONError(message: "a text without an end", offset: opening)
  }

  private mutating func escape(into text: inout [UInt8]) throws(JSONError) {
    guard let byte = peek else { throw error("an escape without an end") }
    offset += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"): text.append(contentsOf: try scalar().utf8)
    default:
      offset -= 1
      throw error("no such escape")
    }
  }

  /// The character of `\uXXXX`, or of two of them that are a surrogate pair.
  private mutating func scalar() throws(JSONError) -> Character {
    let start = offset
    var code = try fourDigits()
    if (0xD800..<0xDC00).contains(code), take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) {
      let low = try fourDigits()
      if (0xDC00..<0xE000).contains(low) { code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00) }
    }
    guard let scalar = Unicode.Scalar(code) else { throw JSONError(message: "half a surrogate pair", offset: start) }
    return Character(scalar)
  }

  private mutating func fourDigits() throws(JSONError) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
        throw error("four hexadecimal digits belong behind \\u")
      }
      code = code << 4 | UInt32(digit)
      offset += 1
    }
    return code
  }
}
