// SPDX-License-Identifier: Apache-2.0

import RouteModel
import TestSupport
import Testing

@Suite("Path syntax")
struct PathSyntaxTests {
  @Test(
    "A screen is a name with a prefix for sheets and content behind",
    arguments: [
      ("home", AnyScreen("home"), "home"),
      ("exhibit?id=7", AnyScreen("exhibit", content: .object([("id", .integer(7))])), "exhibit?id=7"),
      ("exhibit:{\"id\": 7.0}", AnyScreen("exhibit", content: .object([("id", .integer(7))])), "exhibit?id=7"),
      ("^help", AnyScreen("help", presentation: .sheet(allowsPush: true)), "sheet:help"),
      ("sheet:help", AnyScreen("help", presentation: .sheet(allowsPush: true)), "sheet:help"),
      ("^!help", AnyScreen("help", presentation: .sheet(allowsPush: false)), "sheet!:help"),
      ("sheet!:sheets", AnyScreen("sheets", presentation: .sheet(allowsPush: false)), "sheet!:sheets"),
      ("a:7", AnyScreen("a", content: .integer(7)), "a:7"), ("a:{}", AnyScreen("a"), "a"),
      (
        "a:[1,{\"b\":2}]", AnyScreen("a", content: .array([.integer(1), .object([("b", .integer(2))])])),
        "a:[1,{\"b\":2}]"
      ),
      (
        "a?q=true&r=1.5e3&s=x",
        AnyScreen("a", content: .object([("q", .bool(true)), ("r", .integer(1500)), ("s", .string("x"))])),
        "a?q=true&r=1500&s=x"
      ),
      ("a?q=", AnyScreen("a", content: .object([("q", .string(""))])), "a?q="),
      (
        "a?q=null&t=01", AnyScreen("a", content: .object([("q", .string("null")), ("t", .string("01"))])),
        "a?q=null&t=01"
      ),
      ("a?q=%37", AnyScreen("a", content: .object([("q", .string("7"))])), "a:{\"q\":\"7\"}"),
      (
        "a?q=x%20y%2Fz%2520&k%3D=é",
        AnyScreen("a", content: .object([("q", .string("x y/z%20")), ("k=", .string("é"))])),
        "a?k%3D=é&q=x%20y%2Fz%2520"
      ),
      (
        "a?q=!$();<>[\\]^`|\u{7F}~:@+", AnyScreen("a", content: .object([("q", .string("!$();<>[\\]^`|\u{7F}~:@+"))])),
        "a?q=%21%24%28%29%3B%3C%3E%5B%5C%5D%5E%60%7C%7F~:@+"
      ),
      ("a?q=b=c", AnyScreen("a", content: .object([("q", .string("b=c"))])), "a?q=b%3Dc"),
      ("a?q=1e400", AnyScreen("a", content: .object([("q", .string("1e400"))])), "a?q=1e400"),
    ])
  func screens(text: String, screen: AnyScreen, printed: String) throws {
    #expect(try AnyScreen(parsing: text) == screen)
    #expect(screen.text == printed)
    #expect(try AnyScreen(parsing: printed) == screen)
  }

  @Test("A path is its steps, with white space between them or not")
  func paths() throws {
    let path = try PathItem.path(parsing: "home/list / exhibit:{\"id\":7} /^help ")
    #expect(path.map(\.screen.name) == ["home", "list", "exhibit", "help"])
    #expect(PathItem.text(of: path) == "home/list/exhibit?id=7/sheet:help")
    #expect(PathItem.text(of: path, separator: " / ") == "home / list / exhibit?id=7 / sheet:help")
    #expect(try PathItem.path(parsing: PathItem.text(of: path, separator: " / ")) == path)
    #expect(try PathItem.path(parsing: "  ") == [])
    #expect(try PathItem.path(parsing: "\t^help: {}\n/\r\nlist").map(\.screen.name) == ["help", "list"])
    #expect(try Target(parsing: " @0 { search } ") == .branch(.root, "search"))
  }

  @Test(
    "Branches hold paths, and a star marks the selected one",
    arguments: [
      ("tabs{*map=floor?n=1/room,search=}", "tabs{*map=floor?n=1/room,search=}"),
      ("tabs{ a = x , *b = y / z }/top", "tabs{a=x,*b=y/z}/top"),
      ("tabs:7{a=in{*left=,right=w:{\"k\":[]}}}", "tabs:7{a=in{*left=,right=w:{\"k\":[]}}}"),
      ("tabs{*b}", "tabs{*b}"), ("tabs { * b , a = }", "tabs{a=,*b}"),
    ])
  func branches(text: String, printed: String) throws {
    let path = try PathItem.path(parsing: text)
    #expect(try PathItem.path(parsing: PathItem.text(of: path)) == path)
    #expect(PathItem.text(of: path) == printed)
  }

  @Test(
    "A mistake is named with its place and what would have fitted",
    arguments: [
      ("/", 0, "a screen's name"), ("home/", 5, "a screen's name"), ("home//list", 5, "a screen's name"),
      ("sheet", 0, "a screen's name after 'sheet:'"), ("sheet:", 6, "a screen's name"),
      ("7up", 0, "a name: a letter, then up to 63 of letters, digits, - _ ."),
      ("home list", 5, "'/' or the end"), ("a?", 2, "a key"), ("a?b", 3, "'='"),
      ("a?b=1&b=2", 6, "each key once: key 'b' stands twice"),
      ("a?b=%4", 4, "two hexadecimal digits after '%'"), ("a?b=%ff", 4, "UTF-8"), ("a:", 2, "a JSON value"),
      ("a:{\"b\":}", 7, "a JSON value"), ("t{}", 2, "a branch's name"), ("t{a}", 3, "'='"),
      ("t{a=x", 5, "'/', ',' or '}'"),
      ("t{a=,a=}", 5, "each branch once: branch 'a' stands twice"),
      ("t{*a,a=x}", 5, "each branch once: branch 'a' stands twice"),
      ("t{*a,*a}", 6, "each branch once: branch 'a' stands twice"), ("t{*a=,*b=}", 7, "one branch with '*' only"),
      ("home}", 4, "'/' or the end"), ("^ h", 1, "a screen's name"), ("h ?a=1", 2, "'/' or the end"),
      ("h :7", 2, "'/' or the end"), ("h? a=1", 2, "a key"), ("h?a =1", 3, "'='"),
    ])
  func mistakes(text: String, offset: Int, expected: String) {
    #expect(throws: Path.SyntaxError(text: text, offset: offset, expected: expected)) {
      try PathItem.path(parsing: text)
    }
  }

  @Test("An error reads as a sentence")
  func sentence() throws {
    let error = #expect(throws: Path.SyntaxError.self) { try PathItem.path(parsing: "home//list") }
    #expect(error?.description == "'home//list', after 'home/': expected a screen's name, not '/list'")
    let early = #expect(throws: Path.SyntaxError.self) { try PathItem.path(parsing: "home/") }
    #expect(early?.description == "'home/', after 'home/': expected a screen's name, not the end")
  }

  @Test("An error in a long path tells the reason and what stands round it, cut at characters")
  func longSentence() throws {
    let text = String(repeating: "é", count: 8) + "x?k=%"
    let long =
      Array(repeating: "home", count: 40).joined(separator: "/") + "/" + text + String(repeating: "z", count: 200)
    let error = #expect(throws: Path.SyntaxError.self) { try PathItem.path(parsing: long) }
    let sentence = try #require(error?.description)
    #expect(sentence.contains("': expected "), "\(sentence)")
    #expect(sentence.utf8.count < 400 && sentence.contains("after '…"), "\(sentence)")
  }

  @Test("Branches nest to 32 levels and no deeper, whatever the text")
  func nesting() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "t{a=", count: depth) + String(repeating: "}", count: depth)
    }
    _ = try PathItem.path(parsing: nested(32))
    #expect(throws: Path.SyntaxError.self) { try PathItem.path(parsing: nested(33)) }
    #expect(throws: Path.SyntaxError.self) { try PathItem.path(parsing: String(repeating: "t{a=", count: 100_000)) }
  }

  @Test(
    "A target is an element, a branch, the asked element or a screen",
    arguments: [
      ("@3", .id(ElementID(3))), ("@0{search}", .branch(.root, "search")), ("@self", .asked),
      ("exhibit?id=7", .screen(AnyScreen("exhibit", content: .object([("id", .integer(7))])))),
    ] as [(String, Target)])
  func targets(text: String, target: Target) throws {
    #expect(try Target(parsing: text) == target)
    #expect(target.text == text)
  }

  @Test(
    "A wrong target is refused",
    arguments: ["@", "@x", "@-1", "@3{", "@3{}", "@3/home", "@ 3", "@+3", "@-0", "a/b"])
  func wrongTargets(text: String) {
    #expect(throws: Path.SyntaxError.self) { try Target(parsing: text) }
  }

  @Test("An element's number is one that a message can hold")
  func numbers() throws {
    #expect(try Target(parsing: "@9223372036854775807") == .id(ElementID(UInt64(Int64.max))))
    for text in ["@9223372036854775808", "@18446744073709551616"] {
      let error = #expect(throws: Path.SyntaxError.self) { try Target(parsing: text) }
      #expect(error?.expected == "an element's number up to 9223372036854775807 after '@'")
    }
  }

  @Test("Whatever is printed reads back the same", arguments: 1...4)
  func roundTrip(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let path = (0..<Int.random(in: 1...3, using: &random)).map { _ in PathItem.random(using: &random, depth: 2) }
      for separator in ["/", " / "] {
        let text = PathItem.text(of: path, separator: separator)
        #expect(try PathItem.path(parsing: text) == path, "\(text)")
      }
    }
  }

  @Test(
    "Verbs are told in people's words",
    arguments: [
      (.show(["list", "map"]), "show list map"), (.back, "back"), (.start("home"), "start home"),
      (.hide("x", atomic: false), "hide x"), (.hide("x", atomic: true), "hide x --atomic"),
      (.navigate(["home", "list"]), "navigate home list"),
      (.navigator(.goPath(to: [], on: .id(.root))), "go nothing on @0"),
      (
        .navigator(.replace(path: [PathItem(AnyScreen("home")), PathItem(AnyScreen("list"))], in: nil)),
        "replace home/list"
      ),
      (.navigator(.replace(path: [], in: .branch(.root, "a"))), "replace nothing in @0{a}"),
      (
        .batch([.goBack(to: .screen(AnyScreen("home"))), .dismiss(.id(ElementID(2)))]), "go-back home; dismiss @2"
      ),
      (.navigator(.dismissSuccessor(of: .id(.root))), "dismiss-successor @0"),
      (.navigator(.replaceContent(of: .id(.root), with: AnyScreen("home"))), "replace-content @0 home"),
      (.navigator(.replaceScreen(AnyScreen("a"), with: AnyScreen("b"))), "replace-screen a b"),
      (.navigator(.removeBranch("a", of: .id(.root))), "remove-branch a of @0"),
      (.drive(Drive(.subTree("help"))), "drive-sub help"), (.drive(Drive(.parent)), "drive-parent"),
      (.navigator(.didAppear(.asked)), "appeared @self"), (.navigator(.select("a", of: .id(.root))), "select a of @0"),
    ] as [(Verb, String)])
  func verbs(verb: Verb, text: String) {
    #expect(verb.verbText == text)
  }

  @Test("Keys, branches and screens have limits, and repeated ones are found among many")
  func limits() throws {
    func keys(_ count: Int) -> String { "a?" + (0..<count).map { "k\($0)=1" }.joined(separator: "&") }
    func branches(_ count: Int) -> String { "a{" + (0..<count).map { "b\($0)=" }.joined(separator: ",") + "}" }
    func screens(_ count: Int) -> String { Array(repeating: "a", count: count).joined(separator: "/") }
    for text in [keys(256), branches(256), screens(256)] { _ = try PathItem.path(parsing: text) }
    for (text, expected) in [
      (keys(257), "at most 256 keys"), (branches(257), "at most 256 branches"), (screens(257), "at most 256 screens"),
      (keys(200) + "&k7=2", "key 'k7' stands twice"), ("a{b=c,d=,b=e}", "branch 'b' stands twice"),
    ] {
      let error = try #require(throws: Path.SyntaxError.self) { try PathItem.path(parsing: text) }
      #expect(error.expected.contains(expected))
    }
  }

  @Test("Content with more keys than a path may have is written as JSON, which can be read again")
  func manyKeys() throws {
    let screen = AnyScreen("a", content: .object((0..<257).map { ("k\($0)", .integer(1)) }))
    let text = "\(Path([Element(id: .root, screen: screen)]))"
    let read = try PathItem.path(parsing: text).map(\.screen)
    #expect(text.hasPrefix("a:{") && read == [screen])
  }

  @Test("No screen is called sheet")
  func noSheet() {
    let word = "sheet"
    #expect(ScreenName(word) == nil)
    #expect(BranchName(word)?.rawValue == word)
  }
}

extension PathItem {
  static func random(using random: inout SeededGenerator, depth: Int) -> PathItem {
    let names: [ScreenName] = ["home", "sheets", "a-b_c.d", "x7"]
    let presentations: [Presentation] = [.push, .sheet(allowsPush: true), .sheet(allowsPush: false)]
    let screen = AnyScreen(
      names[Int.random(in: 0..<4, using: &random)], content: .random(using: &random, depth: 2),
      presentation: presentations[Int.random(in: 0..<3, using: &random)])
    guard depth > 0, Bool.random(using: &random) else { return PathItem(screen) }
    let branches = (["a", "b", "sheet"] as [BranchName]).prefix(Int.random(in: 0...3, using: &random)).map { name in
      Branch(
        name, path: (0..<Int.random(in: 0...2, using: &random)).map { _ in .random(using: &random, depth: depth - 1) })
    }
    let selections: [BranchName?] = [nil, "a", "c"]
    return PathItem(screen, branches: branches, selected: selections[Int.random(in: 0..<3, using: &random)])
  }
}
