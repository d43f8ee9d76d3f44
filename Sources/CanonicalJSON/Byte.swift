// SPDX-License-Identifier: Apache-2.0

/// The bytes that JSON and the path syntax are made of.
package enum Byte {
  package static let quote = UInt8(ascii: "\"")
  package static let backslash = UInt8(ascii: "\\")
  package static let slash = UInt8(ascii: "/")
  package static let openBrace = UInt8(ascii: "{")
  package static let closeBrace = UInt8(ascii: "}")
  package static let openBracket = UInt8(ascii: "[")
  package static let closeBracket = UInt8(ascii: "]")
  package static let comma = UInt8(ascii: ",")
  package static let colon = UInt8(ascii: ":")
  package static let minus = UInt8(ascii: "-")
  package static let plus = UInt8(ascii: "+")
  package static let point = UInt8(ascii: ".")
  package static let space = UInt8(ascii: " ")
  package static let percent = UInt8(ascii: "%")
  package static let ampersand = UInt8(ascii: "&")
  package static let equals = UInt8(ascii: "=")
  package static let question = UInt8(ascii: "?")

  package static let at = UInt8(ascii: "@")
  package static let star = UInt8(ascii: "*")
  package static let zero = UInt8(ascii: "0")
  package static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
  package static let b = UInt8(ascii: "b")
  package static let e = UInt8(ascii: "e")
  package static let capitalE = UInt8(ascii: "E")
  package static let f = UInt8(ascii: "f")
  package static let n = UInt8(ascii: "n")
  package static let r = UInt8(ascii: "r")
  package static let t = UInt8(ascii: "t")
  package static let u = UInt8(ascii: "u")

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
