// SPDX-License-Identifier: Apache-2.0

import RouteModel
import Testing

@Suite("Harmless text")
struct HarmlessTextTests {
  @Test(
    "What steers a terminal, breaks a line or turns the direction of writing is written out, by scalars",
    arguments: [
      ("plain é 日本 👩‍🚀", "plain é 日本 👩‍🚀"), ("a\r\nb", #"a\u{D}\u{A}b"#), ("\u{1B}[31m", #"\u{1B}[31m"#),
      ("\u{7}\u{8}\u{7F}\u{0}", #"\u{7}\u{8}\u{7F}\u{0}"#), ("\u{85}\u{9B}2J\u{9D}", #"\u{85}\u{9B}2J\u{9D}"#),
      ("\u{202E}evil\u{202C}", #"\u{202E}evil\u{202C}"#),
      ("\u{2066}\u{2069}\u{200E}\u{200F}\u{61C}", #"\u{2066}\u{2069}\u{200E}\u{200F}\u{61C}"#),
      ("\u{2028}\u{2029}", #"\u{2028}\u{2029}"#), ("", ""), ("e\u{301}\u{1B}", "e\u{301}" + #"\u{1B}"#),
    ])
  func text(_ text: String, harmless: String) {
    #expect(text.harmless == harmless)
    #expect(text.harmless.harmless == harmless)
  }

  @Test("JSON keeps its value")
  func json() throws {
    let value: JSONValue = .object([("k\u{9B}", .array([.string("\u{7F}\u{202E}\u{2028}\u{85}é\u{1B}\n\"")]))])
    let text = value.json.harmlessJSON
    #expect(text == #"{"k\u009b":["\u007f\u202e\u2028\u0085é\u001b\n\""]}"#)
    #expect(text.unicodeScalars.allSatisfy { !$0.isHarmful })
    #expect(try JSONValue(json: text) == value)
    #expect(value.json.contains("\u{9B}"), "the canonical form stays")
  }

  @Test(
    "A path keeps what it spells",
    arguments: [
      (["v": "a\u{202E}b"], "home?v=a%E2%80%AEb"), (["v\u{9B}": "\"\\\u{85}"], "home?v%C2%9B=%22%5C%C2%85"),
      (["v": ["a\u{202E}\"\u{2028}\\"]], #"home:{"v":["a\u202e\"\u2028\\"]}"#),
      (["v": [], "\u{200E}": "é"], #"home:{"v":[],"\u200e":"é"}"#),
    ] as [(JSONValue, String)])
  func path(content: JSONValue, text: String) throws {
    let path = [PathItem(AnyScreen("home", content: content)), PathItem("list")]
    let harmless = PathItem.text(of: path).harmlessPath
    #expect(harmless == text + "/list")
    #expect(harmless.unicodeScalars.allSatisfy { !$0.isHarmful })
    #expect(try PathItem.path(parsing: harmless) == path)
  }

  @Test("Exactly the texts with a harmful scalar change, whatever stands beside it")
  func quickLook() {
    for value in UInt32(0)...0x1_FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      for text in ["\(scalar)", "a\(scalar)→", "é\(scalar)", "abcdefgh\(scalar)ijklmnop"]
      where (text.harmless == text) == scalar.isHarmful {
        Issue.record("\(String(value, radix: 16))")
      }
    }
  }

  @Test("Every scalar that Unicode calls a control or a separator of lines is harmful")
  func controls() {
    for value in UInt32(0)...0x2FFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: #expect(scalar.isHarmful, "\(String(value, radix: 16))")
      case .format: break
      default: #expect(!scalar.isHarmful, "\(String(value, radix: 16))")
      }
      #expect(scalar.isHarmful || !scalar.properties.isBidiControl, "\(String(value, radix: 16))")
    }
  }
}
