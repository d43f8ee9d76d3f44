// SPDX-License-Identifier: Apache-2.0

import RouteModel
import Testing

@Suite("A link pattern")
struct LinkPatternTests {
  private func result(_ url: String, _ path: String, _ link: String) throws -> String? {
    try LinkPattern(url: url, path: path).end(for: DeepLink(parsing: link))?.path.map { PathItem.text(of: $0) }
  }

  @Test(
    "leads from the URLs that it describes to a path, and from no other",
    arguments: [
      ("exhibit/{id:int}", "home/list/exhibit?id={id}", "m://exhibit/7", "home/list/exhibit?id=7"),
      ("exhibit/{id:int}", "home/list/exhibit?id={id}", "m://exhibit/seven", nil),
      ("exhibit/{id:int}", "home", "m://exhibit", nil), ("exhibit/{id:int}", "home", "m://exhibit/7/8", nil),
      ("home/detail?id", "home/detail?id={id}", "m://home/detail?x=1&id=a%2Fb", "home/detail?id=a%2Fb"),
      ("home/detail?id", "home/detail?id={id}", "m://home/detail?id", nil),
      ("home/detail?id", "home/detail?id={id}", "m://home/detail", nil),
      ("museum://home", "home", "MUSEUM://home", "home"), ("museum://home", "home", "other://home", nil),
      ("Home", "home", "m://home", nil), ("my screen", "home", "m://my%20screen", "home"),
      ("exhibit/{id}", "exhibit?id={id}", "m://exhibit/7", "exhibit:{\"id\":\"7\"}"),
      ("", "home", "m://", "home"), ("?q={q}", "home?q={q}", "m:?q=x", "home?q=x"),
      ("x?lang=caf\u{E9}", "home", "m://x?lang=caf%C3%A9", "home"),
      ("x?lang=caf\u{E9}", "home", "m://x?lang=cafe%CC%81", nil),
      ("x?lang=caf\u{E9}", "home", "m://x?lang", nil), ("x/\u{301}y", "home", "m://x/%CC%81y", "home"),
    ] as [(String, String, String, String?)])
  func matching(url: String, path: String, link: String, expected: String?) throws {
    #expect(try result(url, path, link) == expected)
  }

  @Test(
    "takes typed arguments",
    arguments: [
      ("int", "-12", "-12"), ("int", "+12", nil), ("int", "9223372036854775808", nil), ("int", "1.5", nil),
      ("number", "1.5e3", "1500"), ("number", "9007199254740993.0", "9007199254740993"), ("number", "true", nil),
      ("number", " 7", nil), ("number", "7 ", nil),
      ("number", "0x10", nil), ("bool", "true", "true"),
      ("bool", "1", nil), ("string", "a b", "a%20b"), ("string", "", ""),
    ] as [(String, String, String?)])
  func types(type: String, text: String, expected: String?) throws {
    let link = "m://x?v=" + text.split(separator: " ", omittingEmptySubsequences: false).joined(separator: "%20")
    #expect(try result("x?{v:\(type)}", "x?v={v}", link.replacing("+", with: "%2B")) == expected.map { "x?v=\($0)" })
  }

  @Test(
    "has optional parts, defaults, flags, and lists of repeated keys",
    arguments: [
      ("search?{q?}&{page:int=1}", "search?q={q}&page={page}", "m://search", "search?page=1"),
      ("search?{q?}&{page:int=1}", "search?q={q}&page={page}", "m://search?q=a&page=3", "search?page=3&q=a"),
      ("search?{page:int=1}", "search?page={page}", "m://search?page=x", nil),
      ("home[/{room}[/{id:int}]]", "home?room={room}&id={id}", "m://home", "home"),
      ("home[/{room}[/{id:int}]]", "home?room={room}&id={id}", "m://home/a", "home?room=a"),
      ("home[/{room}[/{id:int}]]", "home?room={room}&id={id}", "m://home/a/7", "home?id=7&room=a"),
      ("a[/b/{c=x}]", "a?c={c}", "m://a/b", nil), ("a[/b/{c=x}]", "a?c={c}", "m://a", "a?c=x"),
      ("x?{f:flag}", "x?f={f}", "m://x?f", "x?f=true"), ("x?{f:flag}", "x?f={f}", "m://x", "x"),
      ("x?{f:flag}", "x?f={f}", "m://x?f=false", "x?f=false"), ("x?{f:flag}", "x?f={f}", "m://x?f=maybe", nil),
      ("x?{f:flag}", "x?f={f}", "m://x?f=true", "x?f=true"), ("x?{f:flag}", "x?f={f}", "m://x?f=", nil),
      ("x?{t}", "x?t={t}", "m://x?t=a&t=b", "x?t=b"),
      ("x?tag={t:int[]}", "x?t={t}", "m://x?tag=1&tag=2", "x:{\"t\":[1,2]}"),
      ("x?tag={t:int[]}", "x?t={t}", "m://x?tag=1&tag=b", nil), ("x?tag={t:int[]}", "x?t={t}", "m://x", nil),
      ("x?mode=full&{q}", "x?q={q}", "m://x?q=1a&mode=full", "x?q=1a"), ("x?mode=full", "x", "m://x?mode=half", nil),
      ("x?{q?}&{page:int}", "x?q={q}&page={page}", "m://x?q=a&page=3", "x?page=3&q=a"),
      ("x?{q?}&{page:int}", "x?q={q}&page={page}", "m://x?q=a", nil),
    ] as [(String, String, String, String?)])
  func optional(url: String, path: String, link: String, expected: String?) throws {
    #expect(try result(url, path, link) == expected)
  }

  @Test(
    "may have several arguments for one key, lists and others",
    arguments: [
      (
        "x?t={a:int[]}&t={b:int[]}&t={c:string[]}&t={d}", "x?a={a}&b={b}&c={c}&d={d}", "m://x?t=1&t=2",
        "x:{\"a\":[1,2],\"b\":[1,2],\"c\":[\"1\",\"2\"],\"d\":\"2\"}"
      ),
      ("x?t={a:string[]}&t={b:int[]}", "x?a={a}&b={b}", "m://x?t=1&t=b", nil),
      ("x?t={a:int[]=1}&t={b:int[]=2}", "x?a={a}&b={b}", "m://x", "x:{\"a\":[1],\"b\":[2]}"),
    ] as [(String, String, String, String?)])
  func oneKey(url: String, path: String, link: String, expected: String?) throws {
    #expect(try result(url, path, link) == expected)
  }

  @Test(
    "puts arguments into content as values or as text, wherever they stand, and never as syntax",
    arguments: [
      ("x:{\"tags\":[\"{a}\",\"{b}\"],\"n\":\"No. {b}\"}", "x:{\"n\":\"No. 7\",\"tags\":[\"q/^r\",7]}"),
      ("x?t={b}%CC%81", "x?t=7\u{301}"), ("x?t={b}\u{301}", "x?t=7\u{301}"),
      ("x?t={b}tail&y=p{b}%E2%80%8Dq&z={b}\u{FE0F}{b}", "x?t=7tail&y=p7\u{200D}q&z=7\u{FE0F}7"),
      ("x?t=a-{a}-{b}", "x?t=a-q%2F%5Er-7"), ("x:\"{b}\"", "x:7"), ("home{*map=x?a={a}}", "home{*map=x?a=q%2F%5Er}"),
    ])
  func template(path: String, expected: String) throws {
    #expect(try result("x?a&{b:int}", path, "m://x?a=q%2F%5Er&b=7") == expected)
  }

  @Test(
    "that is none is refused, and it is said where",
    arguments: [
      ("a/{id:real}", "x", "after 'a/{id:': expected one of string, int, number, bool, flag"),
      ("a/{id", "x", "after 'a/{id': expected '}'"), ("a/{}", "x", "after 'a/{': expected the name of an argument"),
      ("a/{id}/{id}", "x", "each argument once"), ("a//b", "x", "after 'a/': expected a component"),
      ("a[b]", "x", "expected '/' after '['"), ("a[/b", "x", "expected ']'"),
      ("a[/b]/c", "x", "expected '/', '?' or the end"),
      ("a?{n:int=x}", "x", "a default of the type int"), ("a?{f:flag=}", "x", "a default of the type flag"),
      ("a/{f:flag}", "x", "an optional component stands in"),
      ("a?&b", "x", "expected a key"), ("a#b", "x", "expected '/', '?' or the end"),
      ("a/{id}", "x?id={other}", "'{other}' is no argument of the url"), ("a", "x//y", "a screen's name"),
      ("a/{id}", "{id}", "a screen's name"), ("a", "x?y=\u{F0000}", "characters for private use"),
      ("a", "x?y=\u{F0000}\u{301}", "characters for private use"),
      ("a/{k}/{v}", "x?{k}={v}", "the path 'x?{k}={v}': '{k}' stands for values only"),
      ("a/{k}", "x:{\"y\":[{\"n{k}\":1}]}", "'{k}' stands for values only"),
      ("a/{k}", "tabs{a=x?{k}=1}", "'{k}' stands for values only"),
    ])
  func refused(url: String, path: String, message: String) {
    let error = #expect(throws: DeepLink.PatternError.self) { try LinkPattern(url: url, path: path) }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
  }
}
