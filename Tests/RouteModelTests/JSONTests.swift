// SPDX-License-Identifier: Apache-2.0

import RouteModel
import TestSupport
import Testing

@Suite("JSON")
struct JSONTests {
  @Test(
    "Text is read into canonical form and printed canonically",
    arguments: [
      ("null", "null"), (" true ", "true"), ("false", "false"), ("\t[ ]\r\n", "[]"), ("{}", "null"),
      ("0", "0"), ("-0", "0"), ("-0.0", "0"), ("7.0", "7"), ("7e2", "700"), ("1E-2", "0.01"), ("-12.50", "-12.5"),
      ("9223372036854775807", "9223372036854775807"), ("-9223372036854775808", "-9223372036854775808"),
      ("9223372036854775808", "9223372036854776000"), ("9223372036854775808.0", "9223372036854776000"),
      ("9007199254740993.0", "9007199254740993"), ("-9223372036854775808.000", "-9223372036854775808"),
      ("0.9223372036854775807e19", "9223372036854775807"), ("92233720368547758070e-1", "9223372036854775807"),
      ("123456789012345678E1", "1234567890123456780"), ("9007199254740993.5", "9007199254740994"),
      ("1e18", "1000000000000000000"), ("100000000000000016.5", "100000000000000016"),
      ("-9223372036854775809", "-9223372036854775808"),
      ("0e99999999999999999999", "0"), ("-0e-5", "0"), ("0.0000e3", "0"),
      ("123456789012345678901234567890", "1.2345678901234568e+29"), ("5e-324", "5e-324"), ("1e-999", "0"),
      (#""a\/b""#, #""a/b""#), (#""\u0041\u00e9\ud83d\ude00""#, #""Aé😀""#),
      (#""\u0000\u001f\u007f""#, "\"\\u0000\\u001f\u{7F}\""),
      (#""\b\f\n\r\t\"\\""#, #""\b\f\n\r\t\"\\""#),
      (#""0123456789abcdef\"0123456789abcdef""#, #""0123456789abcdef\"0123456789abcdef""#),
      (#""0123456789abcdef0123456789\n""#, #""0123456789abcdef0123456789\n""#),
      (#"{"b":1,"a":{"x":{}},"c":[{},null]}"#, #"{"b":1,"c":[null,null]}"#),
      (#"{"a":null}"#, "null"), (#"{"é":1,"z":2,"e\u0301":3}"#, "{\"e\u{301}\":3,\"z\":2,\"é\":1}"),
      (#"{"B":1,"a":2,"":3}"#, #"{"":3,"B":1,"a":2}"#),
    ])
  func reading(text: String, canonical: String) throws {
    let value = try JSONValue(json: text)
    #expect(value.description == canonical)
    #expect(value.encodedByteCount == canonical.utf8.count)
    #expect(try JSONValue(json: canonical) == value)
    #expect(value.canonical == value)
  }

  @Test(
    "What is no JSON is refused at the byte where it goes wrong",
    arguments: [
      ("", 0, "a JSON value"), ("  ", 2, "a JSON value"), ("nul", 0, "a JSON value"), ("truE", 0, "a JSON value"),
      ("+1", 0, "a JSON value"),
      ("01", 1, "no digit after a leading 0"), ("-", 1, "a digit"), ("1.", 2, "a digit"), (".5", 0, "a JSON value"),
      ("1e", 2, "a digit"), ("1e+", 3, "a digit"), ("[1e999]", 1, "a number that fits a double"),
      ("1 2", 2, "the end of the text"), ("[1,]", 3, "a JSON value"), ("[1 2]", 3, "',' or ']'"),
      ("[1", 2, "',' or ']'"),
      (#"{"a" 1}"#, 5, "':'"), (#"{"a":1,}"#, 7, "a key in double quotes"), ("{a:1}", 1, "a key in double quotes"),
      (#"{"a":1"#, 6, "',' or '}'"), (#"{"a":1,"b":2,"a":null}"#, 13, "each member once: member 'a' stands twice"),
      (#"{"a":1,"\u0061":2}"#, 7, "each member once: member 'a' stands twice"),
      (#""ab"#, 3, "'\"'"), ("\"a\nb\"", 2, "an escape for this control character"),
      (#""\x""#, 1, #"one of \" \\ \/ \b \f \n \r \t \u"#), (#""\u12g4""#, 5, "four hexadecimal digits"),
      (#""\ud800""#, 1, "a whole surrogate pair"), (#""x\udc00""#, 2, "a whole surrogate pair"),
      (#""\ud800\ud800""#, 1, "a whole surrogate pair"), (#""\ud83d\n""#, 1, "a whole surrogate pair"),
      ("\u{FEFF}1", 0, "a JSON value"), ("NaN", 0, "a JSON value"), ("'a'", 0, "a JSON value"),
    ])
  func refusing(text: String, offset: Int, expected: String) {
    #expect(throws: JSONValue.SyntaxError(offset: offset, expected: expected)) { try JSONValue(json: text) }
  }

  @Test(
    "Bytes that are no UTF-8 are refused, escaped or not",
    arguments: [
      [0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
      [0x22, 0x5C, 0x6E, 0xE2, 0x82, 0x22],
    ] as [[UInt8]])
  func noUTF8(bytes: [UInt8]) {
    #expect(throws: JSONValue.SyntaxError(offset: 0, expected: "a string in UTF-8")) { try JSONValue(json: bytes) }
  }

  /// The samples of RFC 8785, appendix B, but for those that are integers here, and the borders of each layout.
  @Test(
    "Doubles are laid out as ECMAScript does",
    arguments: [
      ("5e-324", "5e-324"), ("-5e-324", "-5e-324"), ("1.7976931348623157e308", "1.7976931348623157e+308"),
      ("9.999999999999997e22", "9.999999999999997e+22"), ("1E23", "1e+23"), ("1e21", "1e+21"), ("1e-3", "0.001"),
      ("9.999999999999999e20", "999999999999999900000"), ("29514790517935283e4", "295147905179352830000"),
      ("333333333.33333329", "333333333.3333333"), ("1e-6", "0.000001"), ("1e-7", "1e-7"), ("1e-5", "0.00001"),
      ("-33333333333333333e-22", "-0.0000033333333333333333"), ("15e-10", "1.5e-9"), ("-2.250", "-2.25"),
      ("1424953923781206.2", "1424953923781206.2"), ("1e20", "100000000000000000000"), ("125e-8", "0.00000125"),
    ])
  func doubles(given: String, canonical: String) throws {
    let value = try JSONValue(json: given)
    #expect(value.json == canonical)
    #expect(value.encodedByteCount == canonical.utf8.count)
    #expect(try JSONValue(json: canonical) == value)
  }

  @Test("Thousandths, which times are, and the doubles beside them are the fewest digits that read back the same")
  func thousandths() throws {
    var random = SeededGenerator(seed: 11)
    for round in 0..<20_000 {
      let count = Int64(truncatingIfNeeded: random.next() >> UInt64(14 + round % 48))
      let number = Double(count) / (round.isMultiple(of: 2) ? 1000 : -1000)
      for number in [number, number.nextUp, number.nextDown] where abs(number) >= 0.0001 && abs(number) < 1e15 {
        let text = JSONValue.double(number).json
        #expect(
          text == (number.description.hasSuffix(".0") ? String(number.description.dropLast(2)) : number.description))
        #expect(Double(text) == number)
      }
    }
    #expect(JSONValue.double(-0.0).json == "0" && JSONValue.double(1e12 - 0.001).json == "999999999999.999")
  }

  @Test("Nesting goes to 64 levels and no deeper")
  func nesting() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    _ = try JSONValue(json: nested(64))
    #expect(throws: JSONValue.SyntaxError(offset: 64, expected: "at most 64 levels of nesting")) {
      try JSONValue(json: nested(65))
    }
    #expect(throws: JSONValue.SyntaxError.self) { try JSONValue(json: String(repeating: "{\"a\":", count: 100_000)) }
  }

  @Test(
    "A value ends where it ends, and what follows is left alone",
    arguments: [("{\"a\":1}/next", 7), ("7/x", 1), (" true}", 5), ("\"s\"\"t\"", 3), ("[]]", 2)])
  func prefixes(text: String, count: Int) throws {
    #expect(try JSONValue.prefix(of: text.utf8).byteCount == count)
  }

  @Test("Text keeps what is written where the reader wants it so, down to 256 levels")
  func asWritten() throws {
    let value = try JSONValue.asWritten(#"{"b":{},"a":null,"c":[7.0]}"#.utf8)
    #expect(value.json == #"{"b":{},"a":null,"c":[7]}"#)
    #expect(value.canonical == .object([("c", .array([.integer(7)]))]))
    #expect(throws: JSONValue.SyntaxError(offset: 7, expected: "each member once: member 'b' stands twice")) {
      try JSONValue.asWritten(#"{"b":1,"b":1}"#.utf8)
    }
    _ = try JSONValue.asWritten((String(repeating: "[", count: 256) + String(repeating: "]", count: 256)).utf8)
    #expect(throws: JSONValue.SyntaxError.self) { try JSONValue.asWritten(String(repeating: "[", count: 257).utf8) }
  }

  @Test("A value of any form becomes canonical in all its parts, and one that is canonical stays as it is")
  func anyForm() {
    let value = JSONValue.members([
      .init("b", .array([.double(7), .members([.init("x", .null)]), .double(0.5)])), .init("a", .members([])),
      .init("d", .members([.init("z", .integer(1)), .init("y", .bool(true)), .init("z", .integer(2))])),
    ])
    #expect(value.canonical.json == #"{"b":[7,null,0.5],"d":{"y":true,"z":2}}"#)
    let deep = (0..<200).reduce(value) { inner, _ in .array([.integer(0), inner]) }
    #expect(deep.canonical == (0..<200).reduce(value.canonical) { inner, _ in .array([.integer(0), inner]) })
    #expect(deep.canonical.canonical == deep.canonical)
  }

  @Test("Keys and strings that only look the same are not the same")
  func bytesCount() throws {
    #expect(try JSONValue(json: #""é""#) != JSONValue(json: #""e\u0301""#))
    let value = try JSONValue(json: #"{"é":1}"#)
    #expect(value["é"] == .integer(1))
    #expect(value["e\u{301}"] == nil)
  }

  @Test("Random values survive printing and reading", arguments: 1...4)
  func roundTrip(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let value = JSONValue.random(using: &random, depth: 4).canonical
      let bytes = value.jsonBytes
      #expect(try JSONValue(json: bytes) == value)
      #expect(value.encodedByteCount == bytes.count)
    }
  }

  @Test("No damaged text stops the parser", arguments: 1...4)
  func damage(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var refused = 0
    for _ in 0..<500 {
      var bytes = JSONValue.random(using: &random, depth: 4).canonical.jsonBytes
      bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: .min ... .max, using: &random)
      do throws(JSONValue.SyntaxError) {
        let value = try JSONValue(json: bytes)
        #expect(value.canonical == value)
      } catch {
        #expect((0...bytes.count).contains(error.offset))
        refused += 1
      }
    }
    #expect(refused > 0)
  }
}

extension JSONValue {
  static func random(using random: inout SeededGenerator, depth: Int) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &random) {
    case 0: .null
    case 1: .bool(.random(using: &random))
    case 2: .integer(Int64(truncatingIfNeeded: random.next() >> UInt64.random(in: 0...63, using: &random)))
    case 3: .double(Double(bitPattern: random.next() & 0xBFFF_FFFF_FFFF_FFFF))
    case 4, 5: .string(.random(using: &random))
    case 6: .array((0..<Int.random(in: 0...3, using: &random)).map { _ in .random(using: &random, depth: depth - 1) })
    default:
      .object(
        (0..<Int.random(in: 0...4, using: &random)).map { _ in
          (String.random(using: &random), .random(using: &random, depth: depth - 1))
        })
    }
  }
}

extension String {
  static func random(using random: inout SeededGenerator) -> String {
    let letters: [Unicode.Scalar] = [
      "a", "b", "Z", "7", "0", "-", ".", " ", "/", "?", "&", "=", ",", "{", "}", "%", "\"", "\\", "\n", "\u{0}", "é",
      "😀", "+",
    ]
    var text = ""
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      if let letter = letters.randomElement(using: &random) { text.unicodeScalars.append(letter) }
    }
    return text
  }
}
