// SPDX-License-Identifier: Apache-2.0

import RouteModel
import Testing

@Suite("Words")
struct WordTests {
  @Test("A name is a letter, then up to 63 of letters, digits, - _ .", arguments: ["a", "Z9", "a-b_c.d", "sheets"])
  func names(text: String) {
    #expect(ScreenName(text)?.rawValue == text)
    #expect(ScreenName(text + String(repeating: "x", count: 64 - text.count)) != nil)
    #expect(ScreenName(text + String(repeating: "x", count: 65 - text.count)) == nil)
  }

  @Test("Anything else is no name", arguments: ["", "9", "-a", ".a", "a b", "a/b", "é", "aé", "a\u{0}", "*", "sheet"])
  func noNames(text: String) {
    #expect(ScreenName(text) == nil)
  }

  @Test("Names are ordered by their bytes")
  func order() {
    #expect((["b", "a", "B", "a-", "aa"] as [ScreenName]).sorted() == ["B", "a", "a-", "aa", "b"])
  }

  @Test(
    "A pattern matches one name or all of its kind",
    arguments: [
      ("show list", Request.show("list"), true), ("show list", .show("map"), false), ("show *", .show("map"), true),
      ("show *", .hide("map"), false), ("hide x", .hide("x"), true), ("change", .change(from: "a", to: "b"), true),
      ("change b", .change(from: "a", to: "b"), true), ("change a", .change(from: "a", to: "b"), false),
      ("show *", .install("x"), false), ("show *", .back, false),
    ])
  func patterns(text: String, request: Request, matches: Bool) {
    #expect(RequestPattern(text)?.matches(request) == matches)
  }

  @Test("Other words are no pattern", arguments: ["", "show", "hide", "back", "show a b", "show 9", "SHOW a"])
  func noPatterns(text: String) {
    #expect(RequestPattern(text) == nil)
  }

  @Test(
    "A slip of the finger finds the word that was meant, a far one none",
    arguments: [
      ("exibit", "exhibit"), ("exhibti", "exhibit"), ("hom", "home"), ("lits", "list"), ("zebra", nil), ("", nil),
    ] as [(String, String?)])
  func spelling(word: String, nearest: String?) {
    let known = ["exhibit", "home", "list"]
    #expect(Spelling.nearest(to: word, among: known) == nearest)
    let question = nearest.map { "did you mean '\($0)'?" }
    #expect(Spelling.hint(word, among: known) == (question.map { "; \($0)" } ?? ""))
    #expect(Spelling.aside(word, among: known) == (question.map { " (\($0))" } ?? ""))
    #expect(Spelling.aside(word, among: known, otherwise: ": none") == (question.map { " (\($0))" } ?? ": none"))
  }
}
