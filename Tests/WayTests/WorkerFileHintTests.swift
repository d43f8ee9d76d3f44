// SPDX-License-Identifier: Apache-2.0

import Testing
import Waykeeper

@testable import way

@Suite("What worker files are told to say instead") struct WorkerFileHintTests {
  @Test(
    "The form that would be right is told, and one mistake once",
    arguments: [
      ("on-death: fallback", "3:18: 'fallback' is no on-death: one of keep, pop or { fallback: SCREEN }"),
      ("on-death: dismiss", "3:18: 'dismiss' is no on-death: one of keep, pop or { fallback: SCREEN }"),
      ("on-death: { pop: true }", "3:20: 'pop' is no key but a word, which stands alone: on-death is keep, pop or"),
      ("guard: deny unsaved", #"3:15: 'deny unsaved' cannot be done here; did you mean { deny: "unsaved" }?"#),
      ("guard: 'deny  unsaved '", #"3:15: 'deny  unsaved ' cannot be done here; did you mean { deny: "unsaved" }?"#),
      (
        "guard: redirect login",
        #"3:15: 'redirect login' cannot be done here; did you mean { redirect: "show login" }?"#
      ),
      (
        "guard: redirect show b",
        #"3:15: 'redirect show b' cannot be done here; did you mean { redirect: "show b" }?"#
      ),
      ("guard: redirect bak", #"3:15: 'redirect bak' cannot be done here; did you mean { redirect: "back" }?"#),
      ("guard: redirect 9lives", "3:15: 'redirect 9lives' cannot be done here; known are allow, deny, "),
      ("guard: maybe", "3:15: 'maybe' cannot be done here; known are allow, deny, fail, hang, crash, { deny: WHY }, "),
      ("guard: { allow: true }", "3:17: 'allow' is no key but a word, which stands alone: allow"),
      ("guard: { redirect: login }", "3:27: 'login' is no verb; did you mean 'show login'?"),
      ("guard: { redirect: shop }", "3:27: 'shop' is no verb; did you mean 'show shop'?"),
      ("guard: { redirect: bak }", "3:27: 'bak' is no verb: 'bak' is unknown (did you mean 'back'?)"),
      (
        "handles: { show b: { dismiss: hard } }",
        "3:29: 'dismiss' is no key but a word, which stands alone: dismiss hard"
      ),
      (
        "handles: { show b: { dismiss: soft } }",
        "3:29: 'dismiss' is no key but a word, which stands alone: dismiss soft"
      ),
      (
        #"handles: { "to child b": { complete: none } }"#,
        "3:45: 'none' cannot be done here (did you mean 'complete none'?)"
      ),
      (
        #"handles: { "to child b": { complete: none, merge: true } }"#,
        "3:45: 'none' cannot be done here (did you mean 'complete none'?)"
      ),
      (
        #"handles: { "to child b": { after: 1s, then: none } }"#,
        "3:52: 'none' cannot be done here (did you mean 'complete none'?)"
      ),
      (
        #"handles: { "to child b": None }"#, "3:33: 'None' cannot be done here (did you mean 'complete none'?)"
      ),
      ("handles: { show b: soft }", "3:27: 'soft' cannot be done here (did you mean 'dismiss soft'?)"),
      (
        "handles: { show b: dismiss }",
        "3:27: 'dismiss' cannot be done here (did you mean 'dismiss hard' or 'dismiss soft'?)"
      ),
      (
        "handles: { show b:push }",
        "3:19: 'show b:push' is no request; did you mean 'show b: push', with a space behind the colon?"
      ),
      (
        "handles: { show b: { push: c, then: push } }",
        "3:44: 'then' does not stand beside 'push'; it can be { push: SCREEN }, "
      ),
      ("guard: { redirect: show b, deny: no }", "3:27: 'redirect' does not stand beside 'deny'; it can be "),
      ("guard: { after: 1s, then: allow, within: 5s }", "3:49: 'within' does not stand beside 'after'"),
      ("handles: { show b: { popTo: home } }", "3:29: 'popTo' is no key but a word, which stands alone: popTo home"),
      ("handles: { show b: { popTo: 9lives } }", "3:29: 'popTo' is no key but a word, which stands alone: popTo NAME"),
      ("handles: { show b: push a//b }", "3:27: 'push a//b' cannot be done here; known are push, present, "),
      ("handles: { show b: { pop: true } }", "3:29: 'pop' is no key but a word, which stands alone: pop"),
      ("handles: { show b: push c?d=1 }", #"3:27: 'push c?d=1' cannot be done here; did you mean { push: "c?d=1" }?"#),
      ("tabs: [b, c]", "3:14: a mapping is expected here, 'branch: value' on lines of their own"),
      ("tabs: [b, c], selected: b", "3:14: a mapping is expected here, 'branch: value' on lines of their own"),
      ("tabs: {}", "3:14: a container has at least one branch"),
    ])
  func forms(text: String, problem: String) throws {
    let file = "worker: w\nscreens:\n  a: { \(text) }\n"
    let error = #expect(throws: CommandFailure.self) { try WorkerFile(file, file: "w.yaml") }
    let lines = try #require(error).message.split(separator: "\n").dropFirst()
    #expect(lines.count == 1 && lines.first?.hasPrefix("w.yaml:\(problem)") == true, "\(lines)")
  }

  @Test(
    "What every coordinator refuses is told by the file alone, in the coordinator's words and where it stands",
    arguments: [
      (
        "tree: [{ screen: home, route: a }, { screen: list, route: a }]",
        "w.yaml:2:59: route 'a' is declared twice, by w: home and by w: list"
      ),
      (
        "tree: [{ screen: home, route: a }, { remote: more }]\nparts:\n  more: { screen: list, nesting: { screen: b, route: { id: a } } }",
        "w.yaml:4:60: route 'a' is declared twice, by w: home and by w: list/b"
      ),
      ("parts: { a: { remote: a } }", "w.yaml:2:10: parts of the tree lead in a circle: a → a; put a screen between"),
      (
        "screens: { home: { tabs: { a: home } } }",
        "w.yaml:2:12: screen 'home': its declared branches would hold it again, without end: home → home; leave one of"
      ),
      (
        "screens: { home: { tabs: { a: list/b } }, b: { split: { c: , d: home } } }",
        "w.yaml:2:43: screen 'b': its declared branches would hold it again, without end: b → home → b; leave one of"
      ),
      ("scenes: []\nroot: [home]", "w.yaml:2:9: a worker serves one scene at least, or \"*\" for all"),
    ])
  func refused(text: String, problem: String) throws {
    let error = #expect(throws: CommandFailure.self) { try WorkerFile("worker: w\n\(text)\n", file: "w.yaml") }
    let lines = try #require(error).message.split(separator: "\n").dropFirst()
    #expect(lines.count == 1 && lines.first?.hasPrefix(problem) == true, "\(lines)")
  }

  @Test("A container in a branch of another is no circle, and a scene that is named twice is served once")
  func accepted() throws {
    let file = try WorkerFile(
      """
      worker: w
      scenes: [main, side, main]
      screens: { home: { tabs: { a: b, c: b } }, b: { split: { d: list } } }
      """, file: "w.yaml")
    #expect(file.scenes == ["main", "side"])
    #expect(file.refusal == nil)
  }

  @Test("What does nothing is noted")
  func effects() throws {
    let file = try WorkerFile(
      """
      worker: w
      screens:
        home: { unanswered: deny, on-death: { fallback: list } }
        list: { unanswered: deny, guard: allow, on-death: { fallback: elsewhere } }
      tree: [home, { wildcard: "sorry?x=1" }, { onDismiss: k, tree: { wildcard: list, tree: [] } }]
      parts: { rest: { wildcard: list, tree: list } }
      links:
        schemes: [museum]
        patterns: [{ url: "Museum://a", path: home }, { url: "app://b", path: home }, { url: c, path: home }]
        parses: { url: "web://d/{x}", path: home }
      """, file: "w.yaml")
    #expect(
      file.notes == [
        "home: `unanswered` does nothing without `guard`",
        "home, on-death: 'list' is hosted by this worker too, and nobody shows it when that has died; "
          + "name a screen of another worker",
        "tree: the wildcard sorry?x=1 has no `tree` that builds anything, such as tree: sorry",
        "tree: the wildcard list has no `tree` that builds anything, such as tree: list",
        "link app://b: it is never read, for its scheme 'app' is not among `schemes`",
        "link web://d/{x}: it is never read, for its scheme 'web' is not among `schemes`",
      ])
    let links = file.summary(Palette(isColoured: false)).map(\.text).filter { $0.contains("→") }
    #expect(
      links == [
        "  Museum://a → home", "  app://b → home", "  museum://c → home", "  web://d/{x} → home, when asked",
      ])
  }

  @Test("A death policy that does nothing where the file puts its screen is noted, and a sheet that is pushed")
  func lostEffects() throws {
    let file = try WorkerFile(
      """
      worker: w
      root: [home]
      screens:
        home: { on-death: pop, handles: { show help: push, show list: push, show about: present } }
        hall: { split: { list: rooms/room, detail: } }
        rooms: { on-death: pop }
        room: { on-death: pop }
        help: { presentation: sheet }
        about: { presentation: sheet }
        list: { on-death: pop, handles: { show map: { push: help }, show room: { push: rooms }, show help: { push: room } } }
      """, file: "w.yaml")
    func pop(_ screen: String, _ place: String) -> String {
      "\(screen), on-death: `pop` does nothing where the screen is the first of a path or of a branch, as in \(place); "
        + "{ fallback: SCREEN } puts another in its place"
    }
    #expect(
      file.notes == [
        pop("home", "root"), "home, show help: `push` brings no sheet, though 'help' is one; `present` does",
        pop("rooms", "hall, branch list"),
        "list, show map: `push` brings no sheet, though 'help' is one; `present` does",
      ])
  }

  @Test("A screen that the tree has as a virtual one needs no host, and is not taken for another that has one")
  func virtualScreen() throws {
    let file = try WorkerFile(
      """
      worker: w
      root: [gallerie]
      screens: { home: { handles: { show gallerie: push } }, gallery: {} }
      tree: [home, { screen: gallerie, virtual: true, nesting: gallery }]
      destinations: { rooms: [{ find: gallerie, make: gallerie, action: push }, root] }
      """, file: "w.yaml")
    #expect(file.notes == [])
  }

  @Test("Without schemes every scheme is read")
  func anyScheme() throws {
    let file = try WorkerFile(
      "worker: w\nscreens: { a: {} }\nlinks: { patterns: [{ url: \"app://b\", path: a }] }\n", file: "w.yaml")
    #expect(file.notes == [])
  }

  @Test("The example says everything that one can say, and an empty file leads to it")
  func example() throws {
    let keys = [
      "working", "change map", "merge", "fallback", "standing", "always-shown", "keeps-selection",
      "onAppear", "virtual", "requires", "takes", "if", "then", "else", "dynamic", "onDismiss", "of", "anyOf",
      "wildcard",
      "remote", "parses", "finder", "condition", "conversion", "factory", "make", "action", "edit", "interceptor",
      "contextTask", "value", "postTask", "whileMoving", "context", "steps", "in", "start", "presented", "interceptors",
      "contextTasks", "postTasks", "adapt", "from", "switch", "found", "custom", "default",
    ]
    for key in keys {
      #expect(WorkerFile.example.contains(try Regex("\\b\(key):\\s")), "\(key)")
    }
    let file = try WorkerFile(WorkerFile.example, file: "example")
    #expect(Set(file.declaration.tasks.keys) == Set(Destination.TaskKind.allCases))
    let empty = #expect(throws: CommandFailure.self) { try WorkerFile("", file: "w.yaml") }
    #expect(empty?.message.contains("`way worker --example`") == true)
  }
}
