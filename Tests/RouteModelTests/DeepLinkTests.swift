// SPDX-License-Identifier: Apache-2.0

import RouteModel
import TestSupport
import Testing

@Suite("A URL")
struct DeepLinkTests {
  @Test(
    "is split by RFC 3986: components, query, fragment, each decoded once",
    arguments: [
      ("museum://home/detail", ["home", "detail"], [], nil), ("museum://home//detail/", ["home", "detail"], [], nil),
      ("museum:home/detail", ["home", "detail"], [], nil), ("museum:/home", ["home"], [], nil),
      ("museum://", [], [], nil), ("museum:", [], [], nil), ("museum:///home", ["home"], [], nil),
      ("m://home?id=7&flag&x=", ["home"], ["id=7", "flag", "x="], nil),
      ("m://home?x=1&x=2&x", ["home"], ["x=1", "x=2", "x"], nil), ("m://home?", ["home"], [], nil),
      ("m://home?a&&b", ["home"], ["a", "b"], nil),
      ("m://home/my%20screen?q=a%2Fb%26c#top%21", ["home", "my screen"], ["q=a/b&c"], "top!"),
      ("m://home?q=%2520&r=100%25", ["home"], ["q=%20", "r=100%"], nil),
      ("m://home?redirect=https://x.y/z?a=b", ["home"], ["redirect=https://x.y/z?a=b"], nil),
      ("m://home/a:b@c?q=a+b#f/g?h", ["home", "a:b@c"], ["q=a+b"], "f/g?h"),
      ("m://caf%C3%A9/%F0%9F%8E%A8", ["café", "🎨"], [], nil),
    ] as [(String, [String], [String], String?)])
  func parts(text: String, components: [String], query: [String], fragment: String?) throws {
    let link = try DeepLink(parsing: text)
    #expect(link.components == components)
    #expect(link.query.map { item in item.value.map { "\(item.key)=\($0)" } ?? item.key } == query)
    #expect(link.fragment == fragment)
  }

  @Test("has a scheme that is compared without regard to case, and an authority of three parts")
  func authority() throws {
    let link = try DeepLink(parsing: "HTTPS://user:pass@example.com:8080/exhibit")
    #expect(link.scheme == "https")
    #expect(link.userInfo == "user:pass")
    #expect(link.host == "example.com")
    #expect(link.port == 8080)
    #expect(link.components == ["example.com", "exhibit"])
    #expect(try DeepLink(parsing: "x://[::1]:/a").components == ["[::1]", "a"])
  }

  @Test("gives each key its values in order; keys are compared octet by octet")
  func values() throws {
    let link = try DeepLink(parsing: "m://home?a=1&caf%C3%A9=x&a&cafe%CC%81=y&a=2")
    #expect(link.values(of: "a") == ["1", nil, "2"])
    #expect(link.values(of: "caf\u{E9}") == ["x"] && link.values(of: "cafe\u{301}") == ["y"])
    #expect(link.values(of: "b") == [])
  }

  @Test(
    "that is none is refused, and it is said where",
    arguments: [
      ("", 0), ("home/detail", 4), ("://home", 0), ("7up://x", 0), ("m://ho me", 6), ("m://home/a%2", 10),
      ("m://home/%zz", 9), ("m://home/%C3", 9), ("m://home?a=%ff", 11), ("m://home/../admin", 9),
      ("m://home/%2e%2e/admin", 9), ("m://home/./x", 9), ("m://home?=x", 9), ("m://home:99999/x", 9),
      ("m://home:x", 9), ("m://[::1/x", 8), ("m://home/<b>", 9), ("m://home/caf\u{E9}", 12), ("m://home#a#b", 10),
      ("m://home/\u{0}", 9), ("m://home/\\..\\x", 9),
    ])
  func refused(text: String, offset: Int) throws {
    let error = #expect(throws: DeepLink.SyntaxError.self) { try DeepLink(parsing: text) }
    #expect(error?.offset == offset)
    #expect(error?.description.hasPrefix("byte \(offset): expected ") == true)
  }

  @Test(
    "that is hostile ends in an error, quickly",
    arguments: [
      "m://" + String(repeating: "a", count: 64 * 1024), "m://" + String(repeating: "a/", count: 200),
      "m://x?" + String(repeating: "a&", count: 4000), String(repeating: "%", count: 8000),
      "m://x?" + String(repeating: "a=b&", count: 257),
    ])
  func hostile(text: String) {
    #expect(throws: DeepLink.SyntaxError.self) { try DeepLink(parsing: text) }
  }

  @Test("of random octets is read or refused, never more", arguments: 0..<20)
  func random(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let alphabet = Array("ab/:?#&=%2F@[].~ é\u{0}".unicodeScalars)
    for _ in 0..<500 {
      var text = "m:"
      for _ in 0..<Int.random(in: 0..<24, using: &generator) {
        text.unicodeScalars.append(alphabet.randomElement(using: &generator) ?? "a")
      }
      guard let link = try? DeepLink(parsing: text) else { continue }
      #expect(link.scheme == "m")
      #expect(link.components.allSatisfy { !$0.isEmpty })
    }
  }
}
