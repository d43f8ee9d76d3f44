// SPDX-License-Identifier: Apache-2.0

import Testing
import Waykeeper

@testable import way

@Suite("The tree as people see it") struct TreeTextTests {
  private func lines(_ objects: String..., coloured: Bool = false) throws -> [String] {
    TreeText(try trees(objects), palette: Palette(isColoured: coloured)).lines.map(\.text)
  }

  /// The trees that these reports are about; each stands for a scene's part.
  private func trees(_ objects: [String]) throws -> [SceneTree] {
    var trees: [SceneTree] = []
    for object in objects {
      let part = try JSONLine.report(object, as: TreeNode.PartReport.self)
      if trees.last?.scene != part.scene { trees.append(SceneTree(part.scene)) }
      trees[trees.count - 1].parts.append(part)
    }
    return trees
  }

  @Test("Parts are drawn with who declares them, what is asked, and what is missing")
  func drawing() throws {
    let kiosk = """
      {"scene":"main","worker":"kiosk","live":true,"tree":{"screen":"home","onAppear":"k","nesting":["list",
        {"onDismiss":"k","of":"exhibit","tree":{"screen":"exhibit","nesting":[{"remote":"settings"},{"remote":"help"}]}},
        {"if":"account","then":{"dynamic":"k","then":"account","else":"login"},"else":"map"},
        {"anyOf":[{"screen":"section","virtual":true,"nesting":"list"},{"wildcard":"page?title=none","tree":"page"}]}]}}
      """
    let settings = #"{"scene":"main","part":"settings","worker":"prefs","live":false,"tree":["settings"]}"#
    #expect(
      try lines(kiosk, settings) == [
        "main",
        "paths begin           kiosk",
        "└─ home               onAppear",
        "   ├─ list",
        "   ├─ exhibit         onDismiss of exhibit",
        "   │  ├─ → settings   prefs",
        "   │  └─ → help       missing: nobody declares it",
        "   ├─ if account",
        "   │  ├─ ?            its worker is asked",
        "   │  │  └─ account",
        "   │  └─ else",
        "   │     └─ login",
        "   ├─ else",
        "   │  └─ map",
        "   ├─ section         virtual",
        "   │  └─ list",
        "   └─ * any, as page?title=none",
        "      └─ page",
        "→ settings            prefs, not connected",
        "└─ settings",
      ])
  }

  @Test(
    "A wildcard that builds nothing says so",
    arguments: [
      #"{"wildcard":"sorry"}"#, #"{"wildcard":"sorry","tree":[null,{"if":"a"}]}"#,
      #"{"wildcard":"sorry","tree":{"onDismiss":"k"}}"#,
    ])
  func barren(node: String) throws {
    let lines = try lines(#"{"scene":"a","worker":"kiosk","live":true,"tree":["home",\#(node)]}"#)
    #expect(
      lines == [
        "a", "paths begin    kiosk", "├─ home",
        "└─ * nothing   wildcard sorry has no `tree` that builds anything",
      ])
  }

  @Test("Scenes are apart; without what begins a path every path is allowed, and it says so")
  func scenes() throws {
    #expect(try lines() == ["no worker declares a tree: every path is allowed"])
    #expect(
      try lines(
        #"{"scene":"a","worker":"kiosk","live":true,"tree":"home"}"#,
        #"{"scene":"b","part":"p","worker":"kiosk","live":true,"tree":null}"#) == [
          "a", "paths begin   kiosk", "└─ home", "", "b",
          "nobody declares what begins a path: every path is allowed", "→ p           kiosk",
        ])
  }

  @Test("Colours do not shift columns")
  func colours() throws {
    let plain = try lines(#"{"scene":"a","worker":"k","live":false,"tree":["home",{"remote":"x"}]}"#)
    let coloured = try lines(#"{"scene":"a","worker":"k","live":false,"tree":["home",{"remote":"x"}]}"#, coloured: true)
    #expect(coloured != plain)
    #expect(coloured.map { $0.replacing(/\u{1B}\[\d*m/, with: "") } == plain)
  }

  @Test(
    "One word with a scheme is a URL, everything else is a path",
    arguments: [
      ("museum://exhibit/7", true), ("museum:exhibit/7", true), ("home/list", false), ("sheet:help", false),
      (#"exhibit:{"id":7}"#, false), ("https://example.org/home?x=1#y", true),
    ])
  func words(word: String, isURL: Bool) throws {
    let verb = try Resolve.verb([word])
    if isURL {
      #expect(verb == .open(word))
    } else {
      #expect(verb == .navigator(.replace(path: try PathItem.path(parsing: word), in: nil)))
    }
  }

  @Test("Several words are one path; what is none is told")
  func path() throws {
    #expect(
      try Resolve.verb(["home/list", "exhibit?id=7"])
        == .navigator(.replace(path: try PathItem.path(parsing: "home/list/exhibit?id=7"), in: nil)))
    #expect(throws: (any Error).self) { try Resolve.verb(["home//list"]) }
  }
}
