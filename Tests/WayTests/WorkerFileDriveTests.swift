// SPDX-License-Identifier: Apache-2.0

import RouteModel
import Testing
import Waykeeper

@testable import way

@Suite("Drives in worker files") struct WorkerFileDriveTests {
  private static func file(_ text: String) throws -> WorkerFile {
    try WorkerFile("worker: w\n\(text)\n", file: "w.yaml")
  }

  @Test("Screens of the tree are routes, with what they depend on or without")
  func routes() throws {
    let file = try Self.file(
      """
      tree:
        screen: home
        route: start
        nesting:
          - { screen: exhibit, route: { id: exhibit, requires: [id], takes: [zoom, page] } }
          - { screen: map, route: { id: map, takes: floor } }
      screens: {}
      """)
    let exhibit = RoutePoint("exhibit", requires: ["id"], takes: ["zoom", "page"])
    #expect(
      file.declaration.tree
        == .screen(
          "home",
          nesting: .anyOf([
            .screen("exhibit", route: exhibit), .screen("map", route: RoutePoint("map", takes: ["floor"])),
          ]), route: RoutePoint("start")))
  }

  @Test(
    "Steps are taken in every way that a worker can",
    arguments: [
      ("to child list", "complete", Answer.complete), ("to child *", "complete none", .declined),
      ("to parent", "decline", .declined), ("to self", "declined", .declined), ("to parent", "pop", .pop),
      ("to child list", "push", .push), ("to child list", "{ push: map }", .push(AnyScreen("map"))),
      ("to child list", "{ push: map, merge: true }", .complete(by: .push(AnyScreen("map")), merging: true)),
      ("to child list", "{ present: map, merge: false }", .present(AnyScreen("map"))),
      ("to parent", "{ complete: popTo home, merge: true }", .complete(by: .popTo("home"), merging: true)),
      ("to self", "{ complete: complete }", .complete), ("to self", "{ fail: why }", .fail("why")),
    ])
  func steps(request: String, text: String, answer: Answer) throws {
    let entry = try #require(try Self.file("screens: { a: { handles: { \(request): \(text) } } }").screens.first)
    #expect(entry.handles.map(\.pattern) == [try #require(RequestPattern(request))])
    guard case .answer(answer)? = entry.handles.first?.reaction else {
      Issue.record("\(entry.handles)")
      return
    }
  }

  @Test("A check tells how each step is taken")
  func summary() throws {
    let file = try Self.file(
      "screens: { a: { handles: { to child *: complete, to parent: { complete: pop, merge: true } } } }")
    #expect(
      file.summary(Palette(isColoured: false)).dropFirst() == [
        "  a  to child *  complete", "     to parent   pop, merging the input",
      ])
  }

  @Test(
    "What is wrong is told with its place and the nearest word",
    arguments: [
      ("to chld x: complete", "2:28: 'to chld x' is no request; did you mean 'to child x'?"),
      ("to paren: complete", "2:28: 'to paren' is no request; did you mean 'to parent'?"),
      ("to parent x: complete", "2:28: 'to parent x' is no request; requests are"),
      ("to parent: complet", "2:39: 'complet' cannot be done here (did you mean 'complete'?)"),
      ("to parent: { complete: hang, merge: true }", "2:39: a step is completed by what changes the path"),
      ("to parent: { push: x, merge: yes }", "2:57: 'yes' is no truth value"),
      ("to parent: { complete: pop, push: x }", "2:51: 'complete' does not stand beside 'push'; it can be"),
      ("to parent: { complete: pop, merge: true, after: 1s }", "2:51: 'complete' does not stand beside 'after'"),
      ("to parent: { redirect: show login, deny: no }", "2:69: 'deny' does not stand beside 'redirect'"),
      ("to parent: { redirect: show login, after: 1s, then: pop }", "2:70: 'after' does not stand beside 'redirect'"),
      ("to parent: { merge: true }", "2:39: this cannot be done here; it can be { push: SCREEN }"),
      ("show x: { push: x, merge: true }", "2:54: 'merge' does not stand beside 'push'"),
    ])
  func faults(text: String, fault: String) throws {
    let error = #expect(throws: CommandFailure.self) { try Self.file("screens: { a: { handles: { \(text) } } }") }
    let message = try #require(error).message
    #expect(message.contains("w.yaml:\(fault)"), "\(message)")
  }

  @Test(
    "Routes that cannot be read are told",
    arguments: [
      ("9", "'9' is no name of a route"), ("{ requires: [id] }", "a route is written ID, or { id: ID"),
      ("{ id: a, require: b }", "unknown route key 'require' (did you mean 'requires'?)"),
    ])
  func routeFaults(text: String, fault: String) throws {
    let error = #expect(throws: CommandFailure.self) {
      try Self.file("tree: { screen: home, route: \(text) }\nscreens: {}")
    }
    #expect(try #require(error).message.contains(fault), "\(String(describing: error))")
  }
}

@Suite("Drives as people see them") struct DriveTextTests {
  @Test("The plan is drawn as a tree, with what stands for each route, scene by scene")
  func plan() throws {
    let objects = [
      #"{"scene":"main","route":"home","screen":"home","worker":"kiosk","live":true,"elements":[{"element":0,"isTop":false}]}"#,
      #"{"scene":"main","route":"list","screen":"list","parent":"home","worker":"kiosk","live":true,"takes":["filter"],"elements":[]}"#,
      #"{"scene":"main","route":"account","screen":"panel","parent":"list","worker":"prefs","live":false,"requires":["user"],"elements":[{"element":4,"origin":0,"isTop":true}]}"#,
      #"{"scene":"side","route":"map","screen":"map","worker":"kiosk","live":true,"elements":[]}"#,
    ]
    let text = PlanText(
      try objects.map { try JSONLine.report($0, as: RouteReport.self) }, palette: Palette(isColoured: false))
    #expect(
      text.lines == [
        "main",
        "home                                    kiosk                  @0",
        "└─ list                 takes filter    kiosk",
        "   └─ account (panel)   requires user   prefs, not connected   ● @4 from @0",
        "",
        "side",
        "map                                     kiosk",
      ])
    #expect(PlanText([]).lines == ["no worker declares routes: there is nowhere to drive to"])
  }

  @Test("A walk is told step by step, with who would be asked and what is missing")
  func walk() throws {
    var outcome = Outcome(
      id: try #require(CommandID("way-1")), kind: .unchanged(.dryRun), scene: "main", epoch: 1, revision: 3,
      path: PlacedPath(Path([])))
    outcome.walk = [
      Drive.PlannedStep(
        .up, to: "home", screen: "home", element: .root, from: "list", at: ElementID(1), worker: "kiosk", isAsked: true),
      Drive.PlannedStep(.down, to: "map", screen: "map", from: "home", at: .root, worker: "kiosk", missing: ["floor"]),
    ]
    let steps = [
      "  0  to parent     @1 list → @0 home  asked of kiosk",
      "  1  to child map  @0 home → map      asked of nobody  missing: floor",
    ]
    let plain = Palette(isColoured: false)
    #expect(WalkText(outcome: outcome, palette: plain).lines.map(\.text) == ["walks  main   home → map"] + steps)
    outcome.kind = .rejected(.missingDependency)
    outcome.message = "route 'map' requires floor"
    let head = "rejected (missingDependency)  route 'map' requires floor"
    #expect(WalkText(outcome: outcome, palette: plain).lines.map(\.text) == [head] + steps)
  }
}
