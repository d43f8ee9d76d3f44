// SPDX-License-Identifier: Apache-2.0

/// The bytes that JSON and the path syntax are made of.
enum Byte {
  static let quote = UInt8(ascii: "\"")
  static let backslash = UInt8(ascii: "\\")
  static let slash = UInt8(ascii: "/")
  static let openBrace = UInt8(ascii: "{")
  static let closeBrace = UInt8(ascii: "}")
  static let openBracket = UInt8(ascii: "[")
  static let closeBracket = UInt8(ascii: "]")
  static let comma = UInt8(ascii: ",")
  static let colon = UInt8(ascii: ":")
  static let minus = UInt8(ascii: "-")
  static let plus = UInt8(ascii: "+")
  static let point = UInt8(ascii: ".")
  static let space = UInt8(ascii: " ")
  static let percent = UInt8(ascii: "%")
  static let ampersand = UInt8(ascii: "&")
  static let equals = UInt8(ascii: "=")
  static let question = UInt8(ascii: "?")

  static let at = UInt8(ascii: "@")
  static let star = UInt8(ascii: "*")
  static let zero = UInt8(ascii: "0")
  static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
  static let b = UInt8(ascii: "b")
  static let e = UInt8(ascii: "e")
  static let capitalE = UInt8(ascii: "E")
  static let f = UInt8(ascii: "f")
  static let n = UInt8(ascii: "n")
  static let r = UInt8(ascii: "r")
  static let t = UInt8(ascii: "t")
  static let u = UInt8(ascii: "u")

  /// White space of JSON.
  static func isSpace(_ byte: UInt8) -> Bool { byte == space || byte == 0x0A || byte == 0x0D || byte == 0x09 }

  /// Whether a byte may stand in a JSON string as it is.
  static func isPlain(_ byte: UInt8) -> Bool { byte >= space && byte != quote && byte != backslash }

  /// The value of a hexadecimal digit of either case, or nil.
  static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case digits: byte - zero
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// The digit for a value below 16; letters in the given case.
  static func hex(_ value: UInt8, isCapital: Bool = false) -> UInt8 {
    value < 10 ? zero + value : (isCapital ? UInt8(ascii: "A") : UInt8(ascii: "a")) + value - 10
  }
}
