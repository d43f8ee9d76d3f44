// SPDX-License-Identifier: Apache-2.0

import RouteModel
import Testing
import Waykeeper

@testable import way

@Suite("Trees and links in worker files") struct WorkerFileTreeTests {
  @Test("Every form of a node")
  func nodes() throws {
    let declaration = try WorkerFile(
      """
      worker: kiosk
      tree:
        screen: home
        onAppear: home-shown
        nesting:
          - list
          - { screen: section, virtual: true, nesting: [list, map] }
          - anyOf: [a, b]
          - { if: account, then: account, else: { remote: settings } }
          - { wildcard: "page?title=none", tree: page }
          - dynamic: { after: 20ms, then: declined }
            then: secret
            else:
          - onDismiss: left
            of: exhibit
            tree: exhibit
          - { onDismiss: any, tree: { dynamic: { redirect: show login }, then: x } }
      parts:
        settings: [settings]
        nothing:
      """, file: "k.yaml"
    ).declaration
    #expect(
      declaration.tree
        == .screen(
          "home",
          nesting: .anyOf([
            .screen("list"), .screen("section", nesting: .anyOf([.screen("list"), .screen("map")]), isVirtual: true),
            .anyOf([.screen("a"), .screen("b")]),
            .conditional(on: "account", then: .screen("account"), otherwise: .remote("settings")),
            .wildcard(try AnyScreen(parsing: "page?title=none"), .screen("page")),
            .dynamic("n1", then: .screen("secret"), otherwise: .empty),
            .onDismiss("left", of: "exhibit", .screen("exhibit")),
            .onDismiss("any", of: nil, .dynamic("n2", then: .screen("x"), otherwise: .empty)),
          ]), onAppear: "home-shown"))
    #expect(declaration.parts == ["settings": .anyOf([.screen("settings")]), "nothing": .empty])
    #expect(declaration.reactions["n1"]?.description == "declined after 20ms")
    #expect(declaration.reactions["n2"]?.description == "redirect to show login")
  }

  @Test("Links are patterns, and patterns that the worker is asked about")
  func links() throws {
    let file = try WorkerFile(
      """
      worker: kiosk
      links:
        schemes: [Museum]
        patterns: [{ url: "exhibit/{id:int}", path: "home/exhibit?id={id}" }]
        parses: { url: today, path: home }
      """, file: "k.yaml")
    let links = try #require(file.declaration.links)
    #expect(links.schemes == ["museum"] && links.patterns.map(\.url) == ["exhibit/{id:int}"] && links.parses)
    #expect(file.declaration.parses.map(\.end) == [.path("home")])
    #expect(
      file.summary(Palette(isColoured: false)).dropFirst() == [
        "  museum://exhibit/{id:int} → home/exhibit?id={id}", "  museum://today → home, when asked",
      ])
  }

  @Test(
    "Each fault is told with its line, its column and what was probably meant",
    arguments: [
      ("tree: 9lives", "2:7: '9lives' is no name of a screen: a letter, then up to 63 of"),
      ("tree: { scren: home }", "2:9: unknown node key 'scren' (did you mean 'screen'?)"),
      ("tree: { nesting: home }", "2:7: a node begins with one of screen, anyOf, if, wildcard, dynamic, remote, onDi"),
      (
        "tree: { screen: home, then: list }", "2:29: 'then' does not stand beside 'screen'; known are nesting, onAppear"
      ),
      ("tree: { dynamic: push, then: list }", "2:18: 'push' cannot be done here; known are allow, declined, deny"),
      ("tree: { screen: home, virtual: yes }", "2:32: 'yes' is no truth value: one of true, false"),
      ("tree: { onDismiss: two words, tree: list }", "2:20: 'two words' is no key: 1 to 128 printable"),
      ("tree: { wildcard: \"a//b\", tree: list }", "2:19: 'a//b' is no screen: "),
      ("parts: { 7: home }", "2:10: '7' is no name of a part"),
      ("parts: home", "2:8: a mapping is expected here, 'part: value'"),
      ("links: { schemes: [no scheme] }", "2:20: 'no scheme' is not a scheme: a letter, then letters"),
      ("links: { patterns: [{ url: a }] }", "2:21: a pattern is written { url: TEXT, path: PATH }"),
      ("links: { patterns: [{ url: \"a/{b\", path: home }] }", "2:21: no pattern: "),
      ("links: { parse: [] }", "2:10: unknown links key 'parse' (did you mean 'parses'?)"),
    ])
  func faults(yaml: String, problem: String) {
    let failure = #expect(throws: CommandFailure.self) { try WorkerFile("worker: k\n\(yaml)", file: "k.yaml") }
    let lines = failure?.message.split(separator: "\n").dropFirst() ?? []
    #expect(lines.count == 1, "\(failure?.message ?? "")")
    #expect(lines.first?.hasPrefix("k.yaml:\(problem)") == true, "\(failure?.message ?? "")")
  }

  @Test("Null and `{}` build nothing; in quotes null is the name of a screen")
  func null() throws {
    let declaration = try WorkerFile(
      """
      worker: kiosk
      tree: [a, null, ~, { if: b, then: null, else: ~ }, {}, "null"]
      """, file: "k.yaml"
    ).declaration
    #expect(
      declaration.tree
        == .anyOf([
          .screen("a"), .empty, .empty, .conditional(on: "b", then: .empty, otherwise: .empty), .empty, .screen("null"),
        ]))
  }

  @Test("96 nodes lie in each other, and no more; what builds nothing is no level")
  func depth() throws {
    func nested(_ levels: Int, _ inner: String) throws -> WorkerFile {
      let (start, end) = ("{ onDismiss: k, tree: ", " }")
      let tree = String(repeating: start, count: levels) + inner + String(repeating: end, count: levels)
      return try WorkerFile("worker: k\ntree: \(tree)", file: "k.yaml")
    }
    #expect(try nested(95, "home").declaration.tree?.nodeCount == 96)
    #expect(try nested(96, "null").declaration.tree?.nodeCount == 96)
    #expect(throws: CommandFailure.self) { try nested(96, "home") }
  }

  @Test("A tree that nests too deep, or is too large, is told")
  func limits() {
    let deep = String(repeating: "{ onDismiss: k, tree: ", count: 200) + "home" + String(repeating: " }", count: 200)
    func list(_ count: Int) -> String { "[" + Array(repeating: "a", count: count).joined(separator: ",") + "]" }
    for (yaml, problem) in [
      (deep, "nodes stand in each other deeper than"), (list(10_001), "10001 items; at most 10000 belong here"),
      ("[\(list(5000)), \(list(5000))]", "a worker declares at most 10000 nodes"),
    ] {
      let failure = #expect(throws: CommandFailure.self) { try WorkerFile("worker: k\ntree: \(yaml)", file: "k.yaml") }
      #expect(failure?.message.contains(problem) == true)
    }
  }
}
