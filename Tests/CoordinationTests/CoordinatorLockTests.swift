// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Testing

@Suite("Coordinator: a scene that is locked to some screens")
struct CoordinatorLockTests {
  static let lock = Settings.Lock(allow: ["home", "list", "exhibit", "main"], out: "staff")

  static func bench(from path: String = "home/list", requiresHosts: Bool = false) -> Bench {
    var bench = Bench(requiresHosts: requiresHosts) {
      $0.scenes["main"] = .init(start: literals("home"), lock: lock)
    }
    bench.register("app", ["main": tabs, "staff": tabs])
    bench.replace(path)
    return bench
  }

  /// A container with two branches that are empty at first.
  static let tabs = Routable(
    branches: DeclaredBranches(.tabs, [.init("floor", path: []), .init("shop", path: [])], selected: "floor"))

  static let home = Target.id(.root)

  @Test(
    "A verb that would bring a screen that is not allowed is rejected, and nothing has changed",
    arguments: [
      .navigator(.go(to: literals("video")[0], on: home)), .navigator(.goPath(to: literals("list/video"), on: home)),
      .navigator(.replace(path: literals("video"), in: nil)),
      .navigator(.replace(path: literals("home/^video"), in: nil)),
      .navigator(.replaceContent(of: .id(ElementID(1)), with: AnyScreen("video"))),
      .navigator(.replaceScreen(AnyScreen("list"), with: AnyScreen("video"))),
      .batch([.go(to: literals("exhibit")[0], on: home), .go(to: literals("video")[0], on: home)]),
      .navigator(.replace(path: literals("main{floor=home,shop=list/video}"), in: nil)),
      .navigator(.replace(path: literals("main{*floor=home,shop=video/staff}/list"), in: nil)),
      .navigator(.replace(path: literals("main{floor=staff,shop=video}"), in: nil)),
      .navigator(.replace(path: literals("main{floor=staff}/^video"), in: nil)),
    ] as [Verb])
  func refused(_ verb: Verb) throws {
    var bench = Self.bench()
    let id = bench.command(verb)
    #expect(bench.ending(of: id) == "rejected locked")
    #expect(
      bench.outcome(of: id)?.message
        == "the lock of scene main keeps 'video' out; above 'staff' every screen may stand"
        + " (allowed: exhibit home list main)")
    #expect(bench.path == "home/list")
    #expect(bench.updates.isEmpty)
  }

  @Test("A tree that changes brings no screen that is not allowed into the path")
  func rebuilt() {
    var bench = Self.bench(from: "home")
    bench.register("tree") { $0.tree = .wildcard(AnyScreen("video"), .screen("video")) }
    bench.pass(5000)
    #expect(bench.path == "home")
  }

  @Test("Of a screen that is nearly an allowed one, that one is told")
  func misspelt() {
    var bench = Self.bench()
    let id = bench.command(.navigator(.replace(path: literals("exhibt"), in: nil)))
    #expect(
      bench.outcome(of: id)?.message?.hasSuffix("(allowed: exhibit home list main); did you mean 'exhibit'?") == true)
  }

  @Test(
    "What is allowed may stand anywhere, the way out too, and above it everything",
    arguments: [
      "home/list/exhibit?id=7", "home/staff", "staff/video", "home/^staff/video/^help", "home/staff/main{floor=video}",
      "main{floor=home/staff/video,shop=list}", "staff{floor=video}/help", "list/exhibit/home",
    ])
  func allowed(_ path: String) {
    var bench = Self.bench()
    #expect(bench.run(.navigator(.replace(path: literals(path), in: nil))) == "committed")
  }

  @Test("Leaving the way out locks again, whichever verb takes it away from beneath the others")
  func leaving() {
    var bench = Self.bench(from: "home/staff/video/help")
    #expect(
      bench.run(.navigator(.replaceContent(of: .screen(AnyScreen("staff")), with: AnyScreen("list"))))
        == "rejected locked")
    #expect(bench.run(.navigator(.replaceScreen(AnyScreen("staff"), with: AnyScreen("home")))) == "rejected locked")
    #expect(bench.run(.navigator(.go(to: literals("map")[0], on: .screen(AnyScreen("help"))))) == "committed")
    #expect(bench.run(.navigator(.dismiss(.screen(AnyScreen("staff"))))) == "committed")
    #expect(bench.path == "home")
    #expect(bench.run(.navigator(.go(to: literals("video")[0], on: Self.home))) == "rejected locked")
  }

  @Test("A handler's answer is no way past it, and its worker hears that the answer was for nothing")
  func handler() throws {
    var bench = Self.bench()
    bench.register("list", ["list": .asked])
    let id = bench.command(.show(["video"]))
    try bench.answer(.instruction(.push(nil)), by: "list")
    #expect(bench.ending(of: id) == "rejected locked")
    #expect(bench.verdicts(of: "list").map(\.used) == [false])
  }

  @Test("Skipping guards is no way past it; guards and hosts are not asked about what is refused")
  func guards() {
    var bench = Self.bench()
    bench.register("list", ["list": .guarding])
    let verb = Verb.navigator(.replace(path: literals("video"), in: nil))
    #expect(bench.run(verb) { $0.skipsGuards = true } == "rejected locked")
    #expect(bench.run(verb) == "rejected locked")
    #expect(bench.asks(of: "list") == [])
  }

  @Test("A dry run says so")
  func dryRun() {
    var bench = Self.bench()
    let verb = Verb.navigator(.replace(path: literals("video"), in: nil))
    #expect(bench.run(verb) { $0.isDryRun = true } == "rejected locked")
  }

  @Test(
    "A link and a destination are no way past it", arguments: [.open("x:video"), .route(.named("video"))] as [Verb])
  func leads(_ verb: Verb) throws {
    let pattern = try LinkPattern(url: "video", path: "home/video")
    var bench = Bench {
      $0.scenes["main"] = .init(start: literals("home"), lock: Self.lock)
      $0.links = LinkReading(patterns: [pattern])
      $0.destinations["video"] = Destination([
        .screen(Destination.ScreenStep(find: .screen("video"), make: .screen("video"), action: .push)),
        .screen(Destination.ScreenStep(find: .screen("home"))),
      ])
    }
    #expect(bench.run(verb) == "rejected locked")
    #expect(bench.path == "home")
  }

  @Test("A stepwise command stops before the step that is refused, and what was done stays")
  func stepwise() {
    var bench = Self.bench(from: "home")
    let verbs: [NavigatorVerb] = [.go(to: literals("list")[0], on: Self.home)]
    #expect(bench.run(.batch(verbs)) == "committed")
    bench.register(
      "list",
      ["list": Routable(handles: [RequestPattern(.show, nil)], standing: [RequestPattern(.show, nil): .push(nil)])])
    let id = bench.command(.show(["exhibit", "video"])) { $0.stepwise = true }
    #expect(bench.ending(of: id) == "rejected locked")
    #expect(bench.path == "home/list/exhibit")
  }

  @Test("A superseder that the lock refuses supersedes nobody")
  func supersedes() throws {
    var bench = Self.bench()
    bench.register("list", ["list": .guarding])
    let first = bench.command(.navigator(.dismiss(.id(ElementID(1)))))
    let verb = Verb.navigator(.replace(path: literals("video"), in: nil))
    #expect(bench.run(verb) { $0.ifBusy = .supersede } == "rejected locked")
    try bench.answer(.allow, by: "list")
    #expect(bench.ending(of: first) == "committed")
  }

  @Test("What a gate wants first is subject to it")
  func redirect() throws {
    var bench = Self.bench()
    bench.register("list", ["list": .asked])
    let id = bench.command(.show(["exhibit"]))
    try bench.answer(
      .redirect(to: .navigator(.go(to: literals("login")[0], on: Self.home)), within: .seconds(9)), by: "list")
    #expect(bench.ending(of: id) == "vetoed redirected")
    #expect(bench.path == "home/list")
  }

  @Test("A fallback that is not allowed does not come; the element is dismissed")
  func fallback() throws {
    var bench = Self.bench()
    var routable = Routable()
    routable.onDeath = .fallback(AnyScreen("video"))
    bench.register("list", ["list": routable])
    bench.feed(.connectionLost(Bench.connection("list")))
    bench.pass(2000)
    #expect(bench.path == "home")
  }

  @Test("A path of before the lock begins anew with the start path; one that the lock allows comes back")
  func restored() {
    var bench = Bench { $0.scenes["main"] = .init(start: literals("home")) }
    var locked = bench.settings
    locked.scenes["main"]?.lock = Self.lock
    bench.replace("home/video")
    bench.restart(settings: locked)
    #expect(bench.path == "home")
    #expect(bench.revision == 3)
    bench.replace("home/staff/video")
    bench.restart(settings: locked)
    #expect(bench.path == "home/staff/video")
  }

  @Test("Other scenes are not concerned")
  func others() {
    var bench = Bench {
      $0.scenes["main"] = .init(start: literals("home"), lock: Self.lock)
      $0.scenes["left"] = .init(start: literals("home"))
    }
    #expect(bench.run(.navigator(.replace(path: literals("video"), in: nil))) { $0.scene = "left" } == "committed")
  }

  @Test("The report of the scene says the lock, and whether it is open")
  func report() {
    var bench = Self.bench()
    let closed = SceneStatus.Lock(allow: ["exhibit", "home", "list", "main"], out: "staff", isOpen: false)
    #expect(bench.scene?.lock == closed)
    bench.replace("home/staff")
    #expect(bench.scene?.lock?.isOpen == true)
  }
}
