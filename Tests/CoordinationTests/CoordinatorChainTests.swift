// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Testing

@Suite("Coordinator: the chain of show, hide, back and start")
struct CoordinatorChainTests {
  /// home/list, each asked.
  static func bench() -> Bench {
    var bench = Bench()
    bench.register("home", ["home": .asked]) { $0.root = ["home"] }
    bench.register("list", ["list": .asked])
    bench.replace("home/list")
    return bench
  }

  @Test("Show asks topmost first; after a decline the one beneath decides, and the trace says both")
  func declines() throws {
    var bench = Self.bench()
    let id = bench.command(.show(["detail"]))
    #expect(bench.asks(of: "home") == [])
    try bench.answer(.declined, by: "list")
    try bench.answer(.instruction(.push(nil)), by: "home")
    #expect(bench.ending(of: id) == "committed")
    #expect(bench.path == "home/list/detail")
    #expect(bench.trace(of: id) == ["list: show detail declined", "home: show detail push"])
  }

  @Test("One command asks 256 times; where it would ask once more it ends, and nobody is passed over")
  func asksMax() throws {
    var bench = Self.bench()
    let count = 200
    bench.replace("home" + String(repeating: "/list", count: count))
    let id = bench.command(.show(["detail", "map"]))
    for _ in 0..<count { try bench.answer(.declined, by: "list") }
    try bench.answer(.instruction(.push(nil)), by: "home")
    for _ in 0..<(Limits.asksMax - count - 1) { try bench.answer(.declined, by: "list") }
    #expect(bench.asks(of: "home").count + bench.asks(of: "list").count == Limits.asksMax)
    let outcome = try #require(bench.outcome(of: id))
    #expect(outcome.kind == .rejected(.tooLarge))
    #expect(outcome.message == "one command asks at most 256 questions")
    #expect(outcome.asked.count == Limits.asksMax)
    #expect(outcome.asked.allSatisfy { $0.answer == .declined || $0.answer == .push })
  }

  @Test("A guard that would be asked beyond them is not passed over either")
  func asksMaxOfGuards() throws {
    var bench = Bench()
    bench.register("home", ["home": .asked])
    bench.register("list", ["list": Routable(handles: [RequestPattern(.hide, nil)], guards: true)])
    let count = 129
    bench.replace("home" + String(repeating: "/list", count: count))
    let id = bench.command(.navigate(["home"]))
    for _ in 0..<Limits.asksMax {
      guard bench.ending(of: id) == "", let ask = bench.asks(of: "list").last else { break }
      try bench.answer(ask.question == .leave ? .allow : .instruction(.pop), by: "list")
    }
    #expect(bench.ending(of: id) == "rejected tooLarge")
    #expect(bench.path.hasSuffix("/list"))
  }

  @Test("Hide of a screen that handles nothing asks those beneath it; when none handles it, the outcome says so")
  func hideOffTheLine() throws {
    var bench = Self.bench()
    bench.replace("home/list/map")
    let id = bench.command(.hide("map", atomic: false))
    try bench.answer(.declined, by: "list")
    try bench.answer(.declined, by: "home")
    #expect(bench.ending(of: id) == "unhandled")
    #expect(bench.outcome(of: id)?.message == "nobody handles 'hide map'")
    let hidden = bench.command(.hide("map", atomic: false))
    try bench.answer(.instruction(.pop), by: "list")
    #expect(bench.ending(of: hidden) == "committed")
    #expect(bench.path == "home/list")
  }

  @Test(
    "A target that is not there is told by its name, with the one that was probably meant",
    arguments: [
      (.hide("lst", atomic: false), "nothing on the route is 'lst'; did you mean 'list'?"),
      (.hide("zzz", atomic: false), "nothing on the route is 'zzz'"),
      (
        .navigator(.go(to: PathItem(AnyScreen("x")), on: .screen(AnyScreen("lst")))),
        "nothing on the route is 'lst'; did you mean 'list'?"
      ),
      (.batch([.dismiss(.screen(AnyScreen("hme")))]), "nothing on the route is 'hme'; did you mean 'home'?"),
      (.navigator(.goBack(to: .id(ElementID(9)))), "there is no element @9"),
      (
        .navigator(.dismiss(.screen(AnyScreen("list", content: .integer(1))))),
        "'list' is on the route with other content or presentation, as @1"
      ),
    ] as [(Verb, String)])
  func targets(_ verb: Verb, _ message: String) {
    var bench = Self.bench()
    let id = bench.command(verb)
    #expect(bench.ending(of: id) == "unchanged targetNotFound")
    #expect(bench.outcome(of: id)?.message == message)
  }

  @Test("A batch with too many elements hears whether that is so at its end, or between two verbs")
  func batchMax() {
    var bench = Bench()
    bench.register("floor", ["tabs": Routable(branches: DeclaredBranches(.tabs, [.init("a")]))])
    bench.replace("tabs")
    let branch = Array(repeating: PathItem(AnyScreen("x")), count: 256)
    let messages = [1, 2].map { count in
      let names = (0..<count).map { BranchName(stringLiteral: "b\($0)") }
      let id = bench.command(.batch(names.map { .insertBranch($0, branch, at: nil, of: .id(.root)) }))
      return bench.outcome(of: id)?.message
    }
    #expect(messages[0]?.hasPrefix("a route has at most 256 elements") == true, "\(messages)")
    #expect(messages[1]?.hasPrefix("between two verbs of a batch a route has at most 512 elements") == true)
  }

  @Test("When nobody handles it nothing changes, and the outcome is unhandled")
  func unhandled() throws {
    var bench = Self.bench()
    let id = bench.command(.show(["detail"]))
    try bench.answer(.declined, by: "list")
    try bench.answer(.declined, by: "home")
    #expect(bench.ending(of: id) == "unhandled")
    #expect(bench.trace(of: id).last == "detail: install detail unregistered")
    #expect(bench.path == "home/list")
    #expect(bench.revision == 1)
  }

  @Test(
    "What nobody handles is told with the name that was probably meant, and where a root is installed instead",
    arguments: [
      (Verb.show(["lst"]), "main", "did you mean 'list'?"),
      (.start("hme"), "main", "did you mean 'home'? (roots: home)"),
      (.start("panel"), "main", "worker 'panel' installs 'panel', but serves cluster only"),
      (.show(["zzz"]), "main", "nobody handles 'show zzz'"),
    ])
  func hints(_ verb: Verb, _ scene: SceneName, _ hint: String) throws {
    var bench = Self.bench()
    bench.register("panel", ["panel": Routable()]) {
      $0.root = ["panel"]
      $0.scenes = ["cluster"]
    }
    let id = bench.command(verb) { $0.scene = scene }
    if case .show = verb {
      try bench.answer(.declined, by: "list")
      try bench.answer(.declined, by: "home")
    }
    #expect(bench.outcome(of: id)?.message?.hasSuffix(hint) == true, "\(bench.outcome(of: id)?.message ?? "")")
  }

  @Test("A scene that a command would have begun, and did not, is none")
  func unborn() {
    var bench = Bench()
    let id = bench.command(.start("home")) { $0.scene = "typo" }
    #expect(bench.ending(of: id) == "unhandled")
    bench.client(sends: .snapshotRequest(SnapshotRequest()))
    #expect(bench.take("client").last == .snapshot(Snapshot(scenes: [])))
    for number in 0..<300 { bench.command(.start("home")) { $0.scene = SceneName("typo\(number)") ?? "typo" } }
    #expect(bench.run(.navigator(.replace(path: [PathItem(AnyScreen("home"))], in: nil))) == "committed")
  }

  @Test("Hide asks the element itself first")
  func hide() throws {
    var bench = Self.bench()
    let id = bench.command(.hide("list", atomic: false))
    try bench.answer(.instruction(.pop), by: "list")
    #expect(bench.ending(of: id) == "committed")
    #expect(bench.path == "home")
  }

  @Test("Back is decided at once where the tip does not want to know")
  func back() {
    var bench = Self.bench()
    let id = bench.command(.back)
    #expect(bench.ending(of: id) == "committed")
    #expect(bench.path == "home")
  }

  @Test("Back asks a tip that wants to know; declined, it goes back")
  func backAsked() throws {
    var bench = Self.bench()
    bench.register("list", ["list": Routable(back: true)])
    let handled = bench.command(.back)
    try bench.answer(.instruction(.done), by: "list")
    #expect(bench.ending(of: handled) == "unchanged same")
    #expect(bench.path == "home/list")
    let declined = bench.command(.back)
    try bench.answer(.declined, by: "list")
    #expect(bench.ending(of: declined) == "committed")
    #expect(bench.path == "home")
  }

  @Test("Back asks for no screen, so an answer that brings one says which", arguments: [nil, AnyScreen("map")])
  func backBrings(_ screen: AnyScreen?) throws {
    for answer in [Instruction.push(screen), .present(screen)] {
      var bench = Self.bench()
      bench.register("list", ["list": Routable(back: true)])
      let id = bench.command(.back)
      try bench.answer(.instruction(answer), by: "list")
      #expect(bench.ending(of: id) == (screen == nil ? "rejected invalid" : "committed"))
    }
  }

  @Test("Back at the root stays there, or leads to the scene's own path for that")
  func backAtRoot() {
    var bench = Self.bench()
    bench.replace("home")
    #expect(bench.run(.back) == "unchanged atRoot")
    bench = Bench { $0.scenes["main"] = .init(start: literals("list"), backAtRoot: literals("home")) }
    let id = bench.command(.back)
    #expect(bench.ending(of: id) == "committed")
    #expect(bench.path == "home")
    #expect(bench.run(.back) == "unchanged atRoot")
  }

  @Test("Start asks the installer of the root name")
  func start() throws {
    var bench = Self.bench()
    let id = bench.command(.start("home")) { $0.context = .integer(7) }
    let ask = try #require(bench.asks(of: "home").last)
    #expect(ask.question == .handle(.install("home")))
    #expect(ask.element == nil)
    try bench.answer(.instruction(.done), by: "home")
    #expect(bench.ending(of: id) == "committed")
    #expect(bench.path == "home:7")
  }

  @Test("An installer that declines is told by its name")
  func installerDeclines() throws {
    var bench = Self.bench()
    let id = bench.command(.start("home"))
    try bench.answer(.declined, by: "home")
    #expect(bench.ending(of: id) == "unhandled")
    #expect(bench.outcome(of: id)?.message == "worker 'home' declined to install 'home'")
  }

  @Test("An ask carries what the handler needs to decide")
  func askContent() throws {
    var bench = Self.bench()
    let id = bench.command(.show(["detail"])) { command in
      command.context = .string("x")
      command.animated = true
      command.deadlineMs = 300
      command.depth = 2
    }
    let ask = try #require(bench.asks(of: "list").first)
    #expect(ask.token == Ask.Token(epoch: 1, number: 1))
    #expect(ask.command == id)
    #expect(ask.revision == 1)
    #expect(ask.screen == AnyScreen("list"))
    #expect(ask.element == ElementID(1))
    #expect(!ask.isDraft)
    #expect(ask.route.description == "home/list")
    #expect(ask.context == .string("x"))
    #expect(ask.animated)
    #expect(ask.deadlineMs == 300)
    #expect(ask.depth == 2)
  }

  @Test("A later ask of the same command sees the draft, and says so")
  func draft() throws {
    var bench = Self.bench()
    bench.register("detail", ["detail": .asked])
    bench.command(.show(["detail", "more"]))
    try bench.answer(.instruction(.push(nil)), by: "list")
    let ask = try #require(bench.asks(of: "detail").last)
    #expect(ask.isDraft)
    #expect(ask.route.description == "home/list/detail")
    #expect(bench.path == "home/list")
  }

  @Test("A standing answer speaks without an ask, and the trace says so")
  func standing() {
    var bench = Self.bench()
    var routable = Routable.asked
    routable.standing = [RequestPattern(.show, "detail"): .push(nil)]
    bench.register("list", ["list": routable])
    let id = bench.command(.show(["detail"]))
    #expect(bench.ending(of: id) == "committed")
    #expect(bench.trace(of: id) == ["list: show detail push standing"])
    #expect(bench.asks(of: "list") == [])
  }

  @Test("A standing answer for any screen comes before a handler of the one that is asked for")
  func standingFirst() {
    var bench = Self.bench()
    let exact = RequestPattern(.show, "detail")
    bench.register("list", ["list": Routable(handles: [exact], standing: [RequestPattern(.show, nil): .push(nil)])])
    let id = bench.command(.show(["detail"]))
    #expect(bench.trace(of: id) == ["list: show detail push standing"])
  }

  @Test("A screen that has standing answers only is on the line for these")
  func standingAlone() {
    var bench = Self.bench()
    bench.register("list", ["list": Routable(standing: [RequestPattern(.show, "detail"): .push(nil)])])
    let id = bench.command(.show(["detail"]))
    #expect(bench.ending(of: id) == "committed")
    #expect(bench.trace(of: id) == ["list: show detail push standing"])
    #expect(bench.asks(of: "list") == [])
  }

  @Test("Where a handler died or gave no answer, nobody is said to have none")
  func troubledHandlers() throws {
    var bench = Self.bench()
    bench.feed(.connectionLost(Bench.connection("list")))
    let id = bench.command(.show(["detail"]))
    bench.pass(500)
    let outcome = try #require(bench.outcome(of: id))
    #expect(outcome.kind == .unhandled)
    #expect(
      outcome.message == "list (list) is gone, home (home) did not answer, and nobody else handles 'show detail'")
  }

  @Test(
    "What nobody handles may be installed: an installer without an answer is told, and one that declines",
    arguments: [true, false])
  func troubledInstaller(declines: Bool) throws {
    var bench = Self.bench()
    bench.register("kiosk", ["kiosk": Routable()]) { $0.root = ["detail"] }
    let id = bench.command(.show(["detail"]))
    for worker in ["list", "home"] { try bench.answer(.declined, by: worker) }
    if declines { try bench.answer(.declined, by: "kiosk") } else { bench.pass(500) }
    let outcome = try #require(bench.outcome(of: id))
    #expect(outcome.kind == .unhandled)
    #expect(
      outcome.message
        == (declines
          ? "nobody handles 'show detail', and worker 'kiosk' declined to install 'detail'"
          : "detail (kiosk) did not answer, and nobody else handles 'show detail'"))
  }

  @Test("A standing answer does not count while its worker is dead")
  func standingDead() throws {
    var bench = Self.bench()
    var routable = Routable.asked
    routable.standing = [RequestPattern(.show, "detail"): .push(nil)]
    bench.register("list", ["list": routable])
    bench.feed(.connectionLost(Bench.connection("list")))
    let id = bench.command(.show(["detail"]))
    try bench.answer(.instruction(.push(nil)), by: "home")
    #expect(bench.trace(of: id) == ["list: show detail died", "home: show detail push"])
  }

  @Test("A handler that fails ends the command with its own words")
  func handlerFails() throws {
    var bench = Self.bench()
    let id = bench.command(.show(["detail"]))
    try bench.answer(.failed(code: "noFilm", message: "empty"), by: "list")
    let outcome = try #require(bench.outcome(of: id))
    let list = Outcome.Party(worker: "list", screen: "list", element: ElementID(1))
    #expect(outcome.kind == .failed(who: list, .handler, code: "noFilm"))
    #expect(outcome.message == "empty")
  }

  @Test("An answer that does not fit its question ends the command, not the coordinator")
  func misfit() throws {
    var bench = Self.bench()
    let id = bench.command(.show(["detail"]))
    try bench.answer(.allow, by: "list")
    #expect(bench.ending(of: id) == "failed handler")
    #expect(bench.path == "home/list")
  }
}
