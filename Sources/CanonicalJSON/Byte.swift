// SPDX-License-Identifier: Apache-2.0

/// The bytes that JSON and the path syntax are made of: computed and inlined, for another module would read a stored one by a call.
@usableFromInline package enum Byte {
  @inlinable package static var quote: UInt8 { UInt8(ascii: "\"") }
  @inlinable package static var backslash: UInt8 { UInt8(ascii: "\\") }
  @inlinable package static var slash: UInt8 { UInt8(ascii: "/") }
  @inlinable package static var openBrace: UInt8 { UInt8(ascii: "{") }
  @inlinable package static var closeBrace: UInt8 { UInt8(ascii: "}") }
  @inlinable package static var openBracket: UInt8 { UInt8(ascii: "[") }
  @inlinable package static var closeBracket: UInt8 { UInt8(ascii: "]") }
  @inlinable package static var comma: UInt8 { UInt8(ascii: ",") }
  @inlinable package static var colon: UInt8 { UInt8(ascii: ":") }
  @inlinable package static var minus: UInt8 { UInt8(ascii: "-") }
  @inlinable package static var plus: UInt8 { UInt8(ascii: "+") }
  @inlinable package static var point: UInt8 { UInt8(ascii: ".") }
  @inlinable package static var space: UInt8 { UInt8(ascii: " ") }
  @inlinable package static var percent: UInt8 { UInt8(ascii: "%") }
  @inlinable package static var ampersand: UInt8 { UInt8(ascii: "&") }
  @inlinable package static var equals: UInt8 { UInt8(ascii: "=") }
  @inlinable package static var question: UInt8 { UInt8(ascii: "?") }

  @inlinable package static var at: UInt8 { UInt8(ascii: "@") }
  @inlinable package static var star: UInt8 { UInt8(ascii: "*") }
  @inlinable package static var zero: UInt8 { UInt8(ascii: "0") }
  @inlinable package static var digits: ClosedRange<UInt8> { UInt8(ascii: "0")...UInt8(ascii: "9") }
  @inlinable package static var b: UInt8 { UInt8(ascii: "b") }
  @inlinable package static var e: UInt8 { UInt8(ascii: "e") }
  @inlinable package static var capitalE: UInt8 { UInt8(ascii: "E") }
  @inlinable package static var f: UInt8 { UInt8(ascii: "f") }
  @inlinable package static var n: UInt8 { UInt8(ascii: "n") }
  @inlinable package static var r: UInt8 { UInt8(ascii: "r") }
  @inlinable package static var t: UInt8 { UInt8(ascii: "t") }
  @inlinable package static var u: UInt8 { UInt8(ascii: "u") }

  /// White space of JSON.
  package static func isSpace(_ byte: UInt8) -> Bool { byte == space || byte == 0x0A || byte == 0x0D || byte == 0x09 }

  /// Whether a byte may stand in a JSON string as it is.
  package static func isPlain(_ byte: UInt8) -> Bool { byte >= space && byte != quote && byte != backslash }

  /// The value of a hexadecimal digit of either case, or nil.
  package static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case digits: byte - zero
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// The digit for a value below 16; letters in the given case.
  package static func hex(_ value: UInt8, isCapital: Bool = false) -> UInt8 {
    value < 10 ? zero + value : (isCapital ? UInt8(ascii: "A") : UInt8(ascii: "a")) + value - 10
  }
}
