// SPDX-License-Identifier: Apache-2.0

import RouteModel
import Testing

@Suite("A JSON value")
struct JSONValueTests {
  @Test(
    "prints the canonical text of what it was read from",
    arguments: [
      (#"null"#, "null"), ("{}", "null"), (#"{"a":{}}"#, "null"), ("7.0", "7"), ("-0.0", "0"), ("1e3", "1000"),
      ("0.1", "0.1"), ("9223372036854775807", "9223372036854775807"), ("9223372036854775808", "9.223372036854776e+18"),
      (#" { "b" : 1 , "a" : [ true , null , { } ] , "c" : null } "#, #"{"a":[true,null,null],"b":1}"#),
      (#""\u00e9\ud83d\ude00\/\n\u0001""#, "\"é😀/\\n\\u0001\""), ("[]", "[]"), ("5e-324", "5e-324"),
    ])
  func canonicalText(text: String, canonical: String) throws {
    let value = try JSONValue(json: text)
    #expect(value.json == canonical)
    #expect(try JSONValue(json: value.json) == value)
  }

  @Test(
    "is not read from text without one meaning",
    arguments: [
      ("", "ends"), ("{\"a\":1,\"a\":2}", "twice"), ("1e999", "too large"), ("01", "behind the value"),
      ("[1,]", "no value"),
      ("\"\\ud800\"", "surrogate"), ("\"a", "without an end"), ("tru", "no value"), ("\"\t\"", "escaped"),
      ("1 2", "behind"),
      ("\"\\x\"", "escape"), ("{a:1}", "quotes"), ("-", "digit"), ("nan", "no value"),
    ])
  func refused(text: String, reason: String) {
    let error = #expect(throws: JSONError.self) { try JSONValue(json: text) }
    #expect(error?.description.contains(reason) == true, "\(error?.description ?? "no error")")
  }

  @Test("is not read from lists so deep that they could exhaust the stack")
  func tooDeep() {
    #expect(throws: JSONError.self) { try JSONValue(json: String(repeating: "[", count: 100_000)) }
  }

  @Test("is not read from bytes that are no UTF-8")
  func refusedBytes() {
    #expect(throws: JSONError.self) { try JSONValue(json: [0x22, 0xFF, 0x22] as [UInt8]) }
  }

  @Test("ends where its value ends, for those who go on reading behind it")
  func prefix() throws {
    let (value, byteCount) = try JSONValue.prefix(of: #"{"id":7}/next"#.utf8)
    #expect(value == .object([("id", .integer(7))]))
    #expect(byteCount == 8)
  }

  @Test("keeps what is written where the reader wants it so")
  func asWritten() throws {
    let value = try JSONValue.asWritten(#"{"b":{},"a":null}"#.utf8)
    #expect(value.json == #"{"b":{},"a":null}"#)
    #expect(value.canonical.isNull)
  }
}
