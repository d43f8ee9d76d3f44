// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import Foundation
import TestSupport
import Testing
import Waykeeper

@testable import way

@Suite("Worker files") struct WorkerFileTests {
  @Test("A file is read as it says")
  func read() throws {
    let file = try WorkerFile(
      """
      worker: kiosk
      version: "1.4"
      scenes: "*"
      root: [home, login]
      screens:
        home:
          handles:
            show list: push
            show map: { push: "map?floor=1" }
            show slow: { after: 200ms, working: 1s, then: present }
            show admin: { redirect: show login, within: 30s, then: push }
            hide *: popTo home
          standing: { show help: dismiss soft }
          guard: { deny: "unsaved notes" }
          unanswered: deny
          back: declined
          on-death: { fallback: sorry }
          instance: single-top
          appears: { after: 50ms }
          prepares: allow
          sensitive: true
          presentation: sheetNoPush
        sorry: {}
        off:
      """, file: "kiosk.yaml")
    #expect(file.worker == "kiosk" && file.version == "1.4" && file.scenes == nil && file.root == ["home", "login"])
    #expect(file.screens.map(\.name) == ["home", "sorry", "off"])
    let home = try #require(file.screens.first)
    #expect(
      home.handles.map { "\($0.pattern): \($0.reaction)" } == [
        "show list: push", "show map: push map?floor=1", "show slow: present after 200ms",
        "show admin: redirect to show login", "hide *: popTo home",
      ])
    #expect(home.standing.map { "\($0.pattern): \($0.reaction)" } == ["show help: dismiss soft"])
    #expect(home.guarding?.description == #"deny "unsaved notes""# && home.unanswered == .deny)
    #expect(home.back?.description == "declined" && home.prepares?.description == "allow")
    #expect(
      home.onDeath == .fallback(AnyScreen("sorry")) && home.instance == .singleTop
        && home.appears == .after(.milliseconds(50)))
    #expect(home.isSensitive && home.presentation == .sheet(allowsPush: false))
    let sorry = file.screens[1]
    #expect(sorry.handles.isEmpty && sorry.appears == .after(.zero) && sorry.onDeath == .keep && !sorry.isSensitive)
    #expect(file.summary(Palette(isColoured: false)).first == "kiosk 1.4   scenes: all   installs: home, login")
    #expect(
      file.summaryJSON.hasSuffix(
        #""scenes":"*","screens":["home","sorry","off"],"version":"1.4","worker":"kiosk"}"#))
    #expect(file.summaryJSON.hasPrefix(#"{"installs":["home","login"],"notes":["#))
  }

  @Test("Containers are read with their rules, in whatever order these stand")
  func containers() throws {
    let file = try WorkerFile(
      """
      worker: car
      screens:
        cockpit: { keeps-selection: true, selected: app, tabs: { dock: media, app: map }, always-shown: [dock] }
        cities: { split: { list: rooms, room: } }
      """, file: "car.yaml")
    #expect(
      file.screens[0].branches
        == DeclaredBranches(
          .tabs, [.init("dock", path: [AnyScreen("media")]), .init("app", path: [AnyScreen("map")])], selected: "app",
          alwaysShown: ["dock"], keepsSelection: true))
    #expect(
      file.screens[1].branches == DeclaredBranches(.split, [.init("list", path: [AnyScreen("rooms")]), .init("room")]))
    let summary = file.summary(Palette(isColoured: false)).map { $0.text.split(separator: " ").joined(separator: " ") }
    #expect(
      summary.filter { $0.contains("dock") || $0.contains("selection") } == [
        "cockpit tabs dock, app", "always shown dock", "keeps selection where a branch shows already",
      ])
  }

  @Test(
    "Each fault is told with its line, its column and what was probably meant",
    arguments: [
      ("versio: 1", "2:1: unknown key 'versio' (did you mean 'version'?)"),
      ("screens:\n  home:\n    handels: {}", "4:5: unknown screen key 'handels' (did you mean 'handles'?)"),
      ("screens:\n  9lives: {}", "3:3: '9lives' is no name of a screen: a letter, then up to 63 of"),
      ("screens:\n  sheet: {}", "3:3: no screen is named 'sheet': it begins a sheet in path syntax"),
      ("screens:\n  a: { handles: { shwo b: push } }", "3:19: 'shwo b' is no request; did you mean 'show b'?"),
      ("screens:\n  a: { handles: { show b: psh } }", "3:27: 'psh' cannot be done here (did you mean 'push'?)"),
      ("screens:\n  a: { handles: { show b: { psh: c } } }", "3:29: unknown reaction key 'psh' (did you mean 'push'?)"),
      ("screens:\n  a: { handles: { show b: { push: '?' } } }", "3:35: '?' is no screen"),
      (
        "screens:\n  a: { handles: { show b: { after: 1, then: push } } }",
        "3:36: '1' is not a time such as 500ms, 3s, 10m"
      ),
      ("screens:\n  a: { handles: { show b: { redirect: shw c } } }", "3:39: 'shw c' is no verb: 'shw' is unknown"),
      ("screens:\n  a: { handles: { show b: { redirect: show } } }", "it is written 'show NAME…'"),
      ("screens:\n  a: { guard: { push: b } }", "3:15: this cannot be done here; it can be { deny: WHY }"),
      ("screens:\n  a: { guard: push }", "3:15: 'push' cannot be done here"),
      ("screens:\n  a: { on-death: kep }", "3:18: 'kep' is no on-death (did you mean 'keep'?)"),
      ("screens:\n  a: { appears: soon }", "3:17: 'never' or '{ after: 50ms }' is expected here"),
      (
        "screens:\n  a: { appears: nevr }",
        "3:17: 'never' or '{ after: 50ms }' is expected here (did you mean 'never'?)"
      ),
      ("screens:\n  a: { standing: { show b: hang } }", "a standing answer says how the path changes"),
      ("screens: [a]", "2:10: a mapping is expected here, 'screen: value' on lines of their own"),
      ("screens: {}\nscreens: {}", "'screens' is given twice in this mapping"),
      (
        "screens:\n  a: { tabs: { dock: b }, always-shown: [dok] }",
        "3:41: there is no branch 'dok' to be always shown; did you mean 'dock'?"
      ),
      ("screens:\n  a: { always-shown: [dock] }", "3:22: this goes with tabs or split"),
      ("screens:\n  a: { split: { b: }, selected: c }", "there is no branch 'c' to be selected"),
      ("root: [", "3:1: no YAML: "),
    ])
  func faults(text: String, fault: String) throws {
    let error = #expect(throws: CommandFailure.self) { try WorkerFile("worker: w\n\(text)\n", file: "w.yaml") }
    let message = try #require(error).message
    #expect(message.contains(fault), "\(message)")
    #expect(message.split(separator: "\n").dropFirst().allSatisfy { $0.hasPrefix("w.yaml:") }, "\(message)")
  }

  @Test("A name that is nowhere in the file is noted where one of the file is near; it may be another worker's")
  func notes() throws {
    let file = try WorkerFile(
      """
      worker: w
      root: [hom]
      screens:
        home: { handles: { show lst: push, show other: push }, on-death: { fallback: prodct } }
        list: {}
        product: {}
        main: { tabs: { floor: hom, shop: elsewhere } }
      tree: { screen: home, nesting: produkt }
      destinations:
        product: [ { find: produkt, make: produkt, action: push }, { find: foreign }, root ]
      links: { patterns: [ { url: "p/{id:int}", destination: prodct }, { url: "q", destination: foreign } ] }
      """, file: "w.yaml")
    #expect(
      file.notes == [
        "root: no screen here is called 'hom'; did you mean 'home'?",
        "home: no screen here is called 'lst'; did you mean 'list'?",
        "home, on-death: no screen here is called 'prodct'; did you mean 'product'?",
        "main, branch floor: no screen here is called 'hom'; did you mean 'home'?",
        "tree: no screen here is called 'produkt'; did you mean 'product'?",
        "destination product, step 1: there is no screen 'produkt'; did you mean 'product'?",
        "link p/{id:int}: no destination here is called 'prodct'; did you mean 'product'?",
      ])
    #expect(try WorkerFile(WorkerFile.example, file: "example").notes == [])
  }

  @Test(
    "So is a name in what is answered, in what comes first, in the path of a link, and that of a route",
    arguments: [
      (
        "screens: { home: { handles: { show map: { push: mapp } } }, map: {} }", "home, show map: no screen", "mapp",
        "map"
      ),
      (
        "screens: { home: { handles: { show map: { after: 1s, then: { present: mapp } } } }, map: {} }",
        "home, show map: no screen", "mapp", "map"
      ),
      (
        "screens: { home: { handles: { show map: { redirect: show lgin } } }, map: {}, login: {} }",
        "home, show map: no screen", "lgin", "login"
      ),
      (
        "screens: { home: { guard: { redirect: go lgin on home } }, login: {} }", "home, guard: no screen", "lgin",
        "login"
      ),
      (
        "screens: { home: { handles: { hide list: popTo hmoe } }, list: {} }", "home, hide list: no screen", "hmoe",
        "home"
      ),
      (
        "screens: { home: {}, login: {} }\ntree: [home, { dynamic: { redirect: show lgin }, then: home }]",
        "tree: no screen", "lgin", "login"
      ),
      (
        "screens: { home: {}, login: {} }\ntasks: { interceptor: { in: { redirect: show lgin } } }",
        "interceptor in: no screen", "lgin", "login"
      ),
      (
        "screens: { home: {}, list: {} }\nlinks: { patterns: [{ url: 'a/{b}', path: 'home/lsit?b={b}' }] }",
        "link a/{b}: no screen", "lsit", "list"
      ),
      (
        "screens: { home: { handles: { to child lst: complete } }, list: {} }\n"
          + "tree: { screen: home, nesting: { screen: list, route: list } }", "home: no route", "lst", "list"
      ),
    ])
  func notesOfAnswers(text: String, place: String, name: String, meant: String) throws {
    let file = try WorkerFile("worker: w\n\(text)\n", file: "w.yaml")
    #expect(file.notes == ["\(place) here is called '\(name)'; did you mean '\(meant)'?"])
    let foreign = text.replacing(name, with: "elsewhere")
    #expect(try WorkerFile("worker: w\n\(foreign)\n", file: "w.yaml").notes == [])
  }

  @Test("Each step of a destination that cannot be read is told")
  func stepsAtOnce() throws {
    let text = """
      worker: w
      screens: { a: {} }
      destinations:
        a:
          - { find: a, interceptors: login }
          - { find: a, in: [visble] }
          - root
      """
    let error = #expect(throws: CommandFailure.self) { try WorkerFile(text, file: "w.yaml") }
    let lines = try #require(error).message.split(separator: "\n").dropFirst()
    #expect(lines.count == 2, "\(lines)")
    #expect(lines.first?.hasPrefix("w.yaml:5:32: ") == true && lines.last?.contains("visble") == true, "\(lines)")
  }

  @Test("The example is a file without a fault, narrow enough for every terminal")
  func example() throws {
    let file = try WorkerFile(WorkerFile.example, file: "example")
    #expect(file.worker == "kiosk" && file.screens.count == 11)
    #expect(WorkerFile.example.split(separator: "\n").allSatisfy { $0.count < 80 })
  }

  @Test("A file may be a pipe")
  func pipe() throws {
    let pipe = try #require(ProcessPipe())
    defer { close(pipe.reading) }
    let text = "worker: kiosk\nscreens: { home: {} }\n"
    #expect(write(pipe.writing, text, text.utf8.count) == text.utf8.count)
    close(pipe.writing)
    let file = try WorkerFile(contentsOf: "/dev/fd/\(pipe.reading)")
    #expect(file.worker == "kiosk" && file.screens.map(\.name) == ["home"])
  }

  @Test("What cannot be read is told with its reason")
  func unreadable() throws {
    let folder = try TemporaryFolder()
    try folder.write(Data([0x77, 0xFF]), "bytes.yaml")
    let reasons: KeyValuePairs = [
      folder.path: "it is a folder", folder.file("none.yaml"): "No such file or directory",
      folder.file("bytes.yaml"): "it is no UTF-8", "/dev/zero": "it has more than 1048576 bytes",
    ]
    for (path, reason) in reasons {
      let error = #expect(throws: CommandFailure.self) { try WorkerFile(contentsOf: path) }
      #expect(error?.message == "cannot read \(path): \(reason)" && error?.status == .usage)
    }
  }

  @Test("Everything that is wrong is told at once")
  func all() throws {
    let error = #expect(throws: CommandFailure.self) { try WorkerFile("versio: 1\nscrens: {}\n", file: "w.yaml") }
    let lines = try #require(error).message.split(separator: "\n")
    #expect(lines.count == 5, "\(lines)")
    #expect(throws: CommandFailure.self) { try WorkerFile("", file: "w.yaml") }
  }

  @Test(
    "Verbs are written as they are typed",
    arguments: [
      ("show login", "show login"), ("show a b", "show a b"), ("hide a", "hide a"), ("start home", "start home"),
      ("back", "back"), ("replace home/list", "replace home/list"), ("navigate a b", "navigate a b"),
      ("go list on @3", "go list on @3"),
    ])
  func verbs(text: String, verb: String) throws {
    #expect(try Verb(parsing: text).verbText == verb)
  }
}
