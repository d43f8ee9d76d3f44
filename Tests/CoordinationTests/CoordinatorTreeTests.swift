// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Testing

@Suite("Coordinator: the navigation tree")
struct CoordinatorTreeTests {
  static let tree = TreeNode.screen(
    "home", nesting: .anyOf([.screen("list", nesting: .screen("detail")), .remote("settings")]))

  /// kiosk, which declares the tree, and a scene on a path.
  static func planted(
    _ tree: TreeNode = tree, at path: String = "home/list", _ adjust: (inout Settings) -> Void = { _ in }
  ) -> Bench {
    var bench = Bench { adjust(&$0) }
    bench.register("kiosk", ["home": .asked]) { $0.tree = tree }
    bench.replace(path)
    return bench
  }

  private static func go(_ path: String, on target: String) -> Verb {
    .navigator(.goPath(to: literals(path), on: .screen(AnyScreen(ScreenName(target) ?? "home"))))
  }

  @Test(
    "What every verb leads to is built by it, and what it does not build is refused",
    arguments: [
      (go("detail", on: "list"), "committed", "home/list/detail"),
      (go("detail", on: "home"), "rejected notInTree", "home/list"),
      (.navigator(.replace(path: literals("list"), in: nil)), "rejected notInTree", "home/list"),
      (
        .navigator(.replaceContent(of: .id(ElementID(1)), with: AnyScreen("detail"))), "rejected notInTree", "home/list"
      ),
      (.navigator(.replaceScreen(AnyScreen("home"), with: AnyScreen("list"))), "rejected notInTree", "home/list"),
      (
        .batch([.dismiss(.id(ElementID(1))), .go(to: literals("x")[0], on: .id(.root))]), "rejected notInTree",
        "home/list"
      ),
      (.navigator(.dismiss(.id(ElementID(1)))), "committed", "home"), (.back, "committed", "home"),
    ])
  func verbs(verb: Verb, ending: String, path: String) {
    var bench = Self.planted()
    #expect(bench.run(verb) == ending)
    #expect(bench.path == path)
  }

  @Test("Where the host of what a changed tree builds is missing, what stands is held to that tree all the same")
  func rebuildWithoutHost() {
    var bench = Self.planted(.screen("home", nesting: .screen("list", nesting: .screen("x")))) {
      $0.requiresHosts = true
    }
    bench.register("others", ["list": Routable(), "x": Routable()])
    bench.register("kiosk#2", ["home": Routable()]) {
      $0.tree = .screen("home", nesting: .screen("list", nesting: .screen("x")))
    }
    bench.replace("home/list")
    #expect(bench.path == "home/list")
    bench.process(
      "kiosk#2",
      sends: .register(
        bench.registration("kiosk#2", ["home": Routable()]) {
          $0.generation = 2
          $0.tree = .screen("home", nesting: .wildcard(AnyScreen("sorry"), .screen("sorry")))
        }))
    bench.pass(10_000)
    bench.process("kiosk#2", sends: .pong(Pong(applied: [:])))
    #expect(bench.path == "home/list")
    #expect(bench.run(Self.go("x", on: "list")) == "rejected notInTree")
    bench.register("sorry", ["sorry": Routable()])
    #expect(bench.path == "home/sorry")
  }

  @Test("A stepwise command goes on from what the tree has made of a step")
  func steps() throws {
    let tree = TreeNode.screen(
      "home", nesting: .wildcard(AnyScreen("sorry"), .screen("sorry", nesting: .screen("y"))))
    var bench = Self.planted(tree, at: "home")
    bench.register("sorry", ["sorry": .asked])
    let id = bench.command(.show(["x", "y"])) { $0.stepwise = true }
    try bench.answer(.instruction(.push(nil)), by: "kiosk")
    #expect(bench.path == "home/sorry")
    #expect(bench.asks(of: "sorry").map(\.screen.name) == ["sorry"])
    try bench.answer(.instruction(.push(nil)), by: "sorry")
    #expect(bench.ending(of: id) == "committed" && bench.path == "home/sorry/y")
  }

  @Test("What a handler pushes is built too")
  func instruction() throws {
    var bench = Self.planted()
    bench.replace("home")
    let id = bench.command(.show(["detail"]))
    try bench.answer(.instruction(.push(nil)), by: "kiosk")
    #expect(bench.ending(of: id) == "rejected notInTree")
    #expect(bench.verdicts(of: "kiosk").map(\.used) == [false])
  }

  @Test("The refusal says where, what, what would be allowed, and which part is missing")
  func told() throws {
    var bench = Self.planted()
    let id = bench.command(Self.go("detail?id=7", on: "home"))
    let outcome = try #require(bench.outcome(of: id))
    #expect(
      outcome.stop
        == TreeNode.Stop(
          index: 1, screen: AnyScreen("detail", content: .object([("id", .integer(7))])), allowed: ["list"],
          missing: ["settings"]))
    let typo = bench.command(Self.go("lsit", on: "home"))
    #expect(bench.outcome(of: typo)?.message?.contains("did you mean 'list'?") == true)
    #expect(
      outcome.message == "'detail' cannot stand at 1; allowed there: list; nobody declares the part 'settings'")
  }

  @Test("In a branch, the refusal says which")
  func toldOfBranch() {
    var bench = Bench()
    let tabs = DeclaredBranches(.tabs, [.init("a")], selected: "a")
    bench.register("kiosk", ["home": Routable(branches: tabs)]) {
      $0.tree = .screen("home", nesting: .screen("map"))
    }
    let id = bench.command(.navigator(.replace(path: literals("home{a=zzz}"), in: nil)))
    #expect(
      bench.outcome(of: id)?.message == "'zzz' cannot stand at 0 in branch 'a' of 'home'; allowed there: map")
  }

  @Test("Without a tree everything is allowed, also where parts are declared")
  func noTree() {
    var bench = Bench()
    bench.register("kiosk") { $0.parts = ["settings": .screen("wifi")] }
    bench.replace("anything/at/all")
    #expect(bench.path == "anything/at/all")
  }

  @Test("A part that another worker declares is used as soon as it is there, and stays while that worker is dead")
  func remote() {
    var bench = Self.planted()
    #expect(bench.run(Self.go("wifi", on: "home")) == "rejected notInTree")
    bench.register("system") { $0.parts = ["settings": .screen("wifi")] }
    #expect(bench.run(Self.go("wifi", on: "home")) == "committed")
    bench.feed(.connectionLost(Bench.connection("system")))
    #expect(bench.run(Self.go("wifi?again=true", on: "home")) == "committed")
  }

  @Test("A command that may wait for hosts waits for a missing part too")
  func waitsForPart() throws {
    var bench = Self.planted(Self.tree) { $0.hostWaitMs = 500 }
    let id = bench.command(Self.go("wifi", on: "home"))
    #expect(bench.ending(of: id) == "")
    bench.register("system") { $0.parts = ["settings": .screen("wifi")] }
    #expect(bench.path == "home/wifi")
    let late = bench.command(Self.go("tv", on: "home"))
    bench.pass(500)
    #expect(bench.ending(of: late) == "rejected notInTree")
  }

  @Test("Parts that lead in a circle refuse the registration that closes it, and one part has one live worker")
  func refused() {
    var bench = Self.planted()
    bench.process("a", sends: .hello(bench.registration("a") { $0.parts = ["a": .remote("b")] }))
    #expect(bench.errors(of: "a") == [])
    bench.process("b", sends: .hello(bench.registration("b") { $0.parts = ["b": .remote("a")] }))
    #expect(bench.errors(of: "b") == [.malformed])
    bench.process("c", sends: .hello(bench.registration("c") { $0.parts = ["a": .screen("x")] }))
    #expect(bench.errors(of: "c") == [.nameTaken])
    bench.feed(.connectionLost(Bench.connection("a")))
    bench.process("c", sends: .hello(bench.registration("c") { $0.parts = ["a": .screen("x")] }))
    #expect(bench.errors(of: "c") == [.nameTaken])
    #expect(bench.kinds("c").contains(.welcome))
  }

  private func refusal(of process: String, in bench: Bench) throws -> String {
    try #require(
      bench.inboxes[process]?.compactMap { if case .error(let error) = $0 { error.message } else { nil } }.last)
  }

  @Test("A worker that has left and whose part closes a circle is named, with how long it holds that, and what to do")
  func refusedForAbsent() throws {
    var bench = Self.planted()
    bench.process("a", sends: .hello(bench.registration("a") { $0.parts = ["a": .remote("b")] }))
    bench.feed(.connectionLost(Bench.connection("a")))
    bench.pass(61_000)
    bench.process("b", sends: .hello(bench.registration("b") { $0.parts = ["b": .remote("a")] }))
    #expect(
      try refusal(of: "b", in: bench) == "parts of the tree lead in a circle: a → b → a; put a screen between them; "
        + "worker 'a', which has left, still holds 'a' for 9 min more at least, and as long as a scene that it serves shows "
        + "something. Start that worker with a tree that does not lead there, or declare its part here")
    // What has lasted longer has no such time, and what has given way nobody holds.
    bench.pass(600_000)
    bench.process("b", sends: .hello(bench.registration("b") { $0.parts = ["b": .remote("a")] }))
    #expect(try refusal(of: "b", in: bench).contains("still holds 'a' as long as a scene"))
    bench.process(
      "b", sends: .hello(bench.registration("b") { $0.parts = ["b": .remote("a"), "a": .remote("b")] }))
    #expect(
      try refusal(of: "b", in: bench) == "parts of the tree lead in a circle: a → b → a; put a screen between them")
    // What is advised helps.
    bench.process("b", sends: .hello(bench.registration("b") { $0.parts = ["b": .remote("a"), "a": .screen("x")] }))
    #expect(bench.kinds("b").contains(.welcome))
  }

  @Test("A wildcard replaces the screen in the same commit, and the element keeps its id")
  func wildcard() {
    var bench = Self.planted(
      .screen("home", nesting: .anyOf([.screen("list"), .wildcard(AnyScreen("sorry"), .screen("sorry"))])))
    bench.forgetAll()
    #expect(bench.run(Self.go("nowhere?id=1", on: "home")) == "committed")
    #expect(bench.path == "home/sorry")
    #expect(bench.updates.count == 1)
    #expect(bench.run(.navigator(.goBack(to: .id(.root)))) == "committed")
  }

  @Test("The content of a wildcard is held to the limits as any other")
  func largeWildcard() {
    let large = AnyScreen("sorry", content: .string(String(repeating: "x", count: Limits.contentBytesMax + 1)))
    var bench = Self.planted(
      .screen("home", nesting: .anyOf([.screen("list"), .wildcard(large, .screen("sorry"))])))
    #expect(bench.run(Self.go("nowhere", on: "home")) == "rejected tooLarge")
  }

  @Test("A virtual node's screen needs no host and is attended; others need theirs")
  func virtual() {
    var bench = Bench(requiresHosts: true)
    bench.register("kiosk", ["home": Routable()]) {
      $0.tree = .screen("home", nesting: .anyOf([.screen("frame", isVirtual: true), .screen("list")]))
    }
    #expect(bench.run(.navigator(.replace(path: literals("home/frame"), in: nil))) == "committed")
    #expect(bench.presence(of: 1) == .attended)
    #expect(bench.run(Self.go("list", on: "home")) == "rejected noHost")
  }

  @Test("Stepwise, each step is built, and what was committed stays")
  func stepwise() throws {
    var bench = Self.planted()
    bench.register("lists", ["list": .asked])
    bench.replace("home")
    let id = bench.command(.show(["list", "other"])) { $0.stepwise = true }
    try bench.answer(.instruction(.push(nil)), by: "kiosk")
    try bench.answer(.instruction(.push(nil)), by: "lists")
    #expect(bench.ending(of: id) == "rejected notInTree")
    #expect(bench.path == "home/list")
  }

  @Test("What a death policy puts is not held against the tree")
  func deathPolicy() {
    var bench = Self.planted()
    bench.register("lists", ["list": Routable(onDeath: .fallback(AnyScreen("sorry")))])
    bench.feed(.connectionLost(Bench.connection("lists")))
    bench.pass(2000)
    #expect(bench.path == "home/sorry")
    #expect(bench.run(.back) == "committed")
  }

  @Test("It stands when a worker registers that changes nothing of the tree, and is built when one changes it")
  func deathPolicyStays() {
    for change in Settings.TreeChange.allCases {
      var bench = Self.planted { $0.treeChange = change }
      bench.register("lists", ["list": Routable(onDeath: .fallback(AnyScreen("sorry")))])
      bench.register("sorry", ["sorry": Routable()])
      bench.feed(.connectionLost(Bench.connection("lists")))
      bench.pass(1000)
      #expect(bench.path == "home/sorry" && bench.presence(of: 1) == .attended)
      let revision = bench.revision
      bench.register("other", ["x": Routable()])
      #expect(bench.path == "home/sorry" && bench.presence(of: 1) == .attended, "\(change)")
      #expect(bench.revision == revision)
      let changed = bench.registration("kiosk", ["home": .asked]) {
        $0.generation = 2
        $0.tree = .screen("home", nesting: .screen("list"))
      }
      bench.process("kiosk", sends: .register(changed))
      let (path, presence): (String, Presence?) = change == .trim ? ("home", nil) : ("home/sorry", .notInTree)
      #expect(bench.path == path && bench.presence(of: 1) == presence)
    }
  }

  @Test("A dry run says who would build each element, and does nothing")
  func dryRun() throws {
    var bench = Self.planted()
    bench.register("system", ["wifi": Routable()]) { $0.parts = ["settings": .screen("wifi")] }
    let id = bench.command(.navigator(.replace(path: literals("home/wifi?x=1"), in: nil))) { $0.isDryRun = true }
    #expect(bench.ending(of: id) == "unchanged dryRun")
    #expect(
      bench.outcome(of: id)?.steps == [
        BuildStep(screen: AnyScreen("home"), worker: "kiosk", host: "kiosk"),
        BuildStep(
          screen: AnyScreen("wifi", content: .object([("x", .integer(1))])), worker: "system", part: "settings",
          host: "system"),
      ])
    #expect(bench.path == "home/list")
    let same = bench.command(.navigator(.replace(path: literals("home/list"), in: nil))) { $0.isDryRun = true }
    #expect(bench.outcome(of: same)?.steps.count == 2)
    let stops = bench.command(.navigator(.replace(path: literals("home/x"), in: nil))) { $0.isDryRun = true }
    #expect(bench.outcome(of: stops)?.stop?.index == 1)
    #expect(bench.run(.back) { $0.isDryRun = true } == "rejected unsupported")
  }

  @Test("The report shows each part, who declares it, and what is missing")
  func report() throws {
    var bench = Self.planted()
    bench.register("other") { $0.scenes = ["elsewhere"] }
    bench.client(sends: .inspect(Inspect(.tree, scene: "main")))
    guard case .report(let report) = bench.take("client").last else { throw Missing() }
    let home = TreeNode.screen(
      TreeNode.Screen("home", nesting: .anyOf([.screen("list", nesting: .screen("detail")), .remote("settings")])))
    #expect(
      report.objects == [
        .part(TreeNode.PartReport(scene: "main", part: nil, worker: "kiosk", isLive: true, tree: home)),
        .missing(MissingParts(scene: "main", parts: ["settings"])),
      ])
  }

  private struct Missing: Error {}
}
