// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Testing

@Suite("Coordinator: what a host declares that a command has waited for")
struct CoordinatorHostWaitTests {
  private static let split = DeclaredBranches(
    .split, [.init("map", path: [AnyScreen("navi")]), .init("media", path: [AnyScreen("player")])])
  private static let dash = "dash{*map=navi,media=player}"

  /// home with its host, where hosts are required and waited for.
  private static func bench(_ home: Routable = Routable()) -> Bench {
    var bench = Bench(requiresHosts: true) { $0.hostWaitMs = 1000 }
    bench.register("home", ["home": home])
    bench.replace("home")
    return bench
  }

  /// The car comes, which shows the dash of two branches, and the player once.
  private static func start(
    _ name: String = "car", in bench: inout Bench, _ adjust: (inout Registration) -> Void = { _ in }
  ) {
    let screens: [ScreenName: Routable] = [
      "dash": Routable(branches: split), "navi": Routable(), "player": Routable(instance: .single),
    ]
    bench.process(name, sends: .hello(bench.registration(name, screens, adjust)))
  }

  private static func replace(_ path: String) -> Verb { .navigator(.replace(path: literals(path), in: nil)) }

  @Test(
    "A start path has the branches of a container whose host came after the coordinator", arguments: ["dash", dash])
  func startPath(path: String) {
    var bench = Bench(requiresHosts: true) { $0.scenes["main"] = .init(start: literals(path)) }
    Self.start(in: &bench)
    #expect(bench.path == Self.dash)
    #expect(bench.updates.map(\.cause.kind) == [.start])
  }

  @Test(
    "So has every path that is given",
    arguments: [("dash", dash), ("dash{map=navi:1,*media=player}", "dash{map=navi:1,*media=player}")]
  )
  func given(path: String, end: String) {
    var bench = Self.bench()
    let id = bench.command(Self.replace(path))
    bench.pass(700)
    #expect(bench.ending(of: id) == "")
    Self.start(in: &bench)
    #expect(bench.ending(of: id) == "committed" && bench.path == end)
    #expect(bench.trace(of: id) == [])
  }

  @Test("Branches of a container that nobody hosts are refused as any missing host, after the same wait")
  func nobodyComes() throws {
    var bench = Self.bench()
    let id = bench.command(Self.replace("dash{map=navi}"))
    bench.pass(999)
    #expect(bench.ending(of: id) == "")
    bench.pass(1)
    #expect(bench.ending(of: id) == "rejected noHost")
    #expect(try #require(bench.outcome(of: id)?.message).hasPrefix("no worker hosts 'dash'"))
    let dry = bench.command(Self.replace("dash{map=navi}")) { $0.isDryRun = true }
    #expect(bench.ending(of: dry) == "rejected noHost")
  }

  @Test("A branch that the container does not have ends the wait as soon as its host says so")
  func noSuchBranch() {
    var bench = Self.bench()
    let id = bench.command(Self.replace("dash{roof=navi}"))
    Self.start(in: &bench)
    #expect(bench.ending(of: id) == "rejected noSuchBranch")
    #expect(bench.run(Self.replace("dash{roof=navi}")) == "rejected noSuchBranch", "it does not wait")
    #expect(bench.path == "home")
  }

  @Test("The time to wait is that of the first look, whoever comes meanwhile")
  func until() {
    var bench = Self.bench()
    let id = bench.command(Self.replace("dash"))
    bench.pass(600)
    bench.process("list", sends: .hello(bench.registration("list", ["list": Routable()])))
    bench.pass(399)
    #expect(bench.ending(of: id) == "")
    bench.pass(1)
    #expect(bench.ending(of: id) == "rejected noHost")
  }

  @Test("The hosts of its branches are waited for too")
  func nested() {
    var bench = Self.bench()
    let id = bench.command(Self.replace("dash"))
    bench.process("car", sends: .hello(bench.registration("car", ["dash": Routable(branches: Self.split)])))
    #expect(bench.ending(of: id) == "")
    bench.process("rest", sends: .hello(bench.registration("rest", ["navi": Routable(), "player": Routable()])))
    #expect(bench.ending(of: id) == "committed" && bench.path == Self.dash)
  }

  @Test("A screen that its host registers as single does not come twice")
  func single() {
    var bench = Self.bench()
    let twice = bench.command(.navigator(.goPath(to: literals("player?a=1/player?a=2"), on: .id(.root))))
    Self.start(in: &bench)
    #expect(bench.ending(of: twice) == "rejected invalid" && bench.path == "home")
  }

  @Test("What a handler has answered is not asked again, and its screen gets its branches all the same")
  func handled() throws {
    var bench = Self.bench(.asked)
    let id = bench.command(.show(["dash"]))
    try bench.answer(.instruction(.push(nil)), by: "home")
    #expect(bench.ending(of: id) == "")
    Self.start(in: &bench)
    #expect(bench.ending(of: id) == "committed" && bench.path == "home/\(Self.dash)")
    #expect(bench.asks(of: "home").count == 1 && bench.trace(of: id) == ["home: show dash push"])
    #expect(bench.verdicts(of: "home").map(\.used) == [true])
    let ids = try #require(bench.state()?.path.path.elements.last?.branches).branches.flatMap {
      $0.path.elements.map(\.id)
    }
    #expect(Set(ids).count == 2 && !ids.contains(.root))
    #expect(bench.run(.navigator(.go(to: literals("home")[0], on: .id(.root)))) == "committed")
    #expect(bench.state()?.path.path.elements.last.map { last in ids.allSatisfy { $0 < last.id } } == true)
  }

  @Test("Where an answer has put a single screen twice, the command is refused")
  func handledTwice() throws {
    var bench = Self.bench(.asked)
    let id = bench.command(.show(["player", "player"]))
    try bench.answer(.instruction(.push(nil)), by: "home")
    try bench.answer(.instruction(.push(nil)), by: "home")
    Self.start(in: &bench)
    #expect(bench.ending(of: id) == "rejected invalid" && bench.path == "home")
    #expect(bench.verdicts(of: "home").map(\.used) == [false, false])
  }

  @Test("A host that registers while a handler is asked gives its container the branches all the same")
  func comesMeanwhile() throws {
    var bench = Self.bench(.asked)
    let id = bench.command(.show(["dash"]))
    Self.start(in: &bench)
    #expect(bench.ending(of: id) == "")
    try bench.answer(.instruction(.push(nil)), by: "home")
    #expect(bench.ending(of: id) == "committed" && bench.path == "home/\(Self.dash)")
    #expect(bench.asks(of: "home").count == 1)
  }

  @Test("A host that registers behind the first of two answers does so too")
  func comesBetween() throws {
    var bench = Self.bench(.asked)
    let id = bench.command(.show(["dash", "list"]))
    try bench.answer(.instruction(.push(nil)), by: "home")
    Self.start(in: &bench)
    bench.process("list", sends: .hello(bench.registration("list", ["list": Routable()])))
    try bench.answer(.instruction(.push(nil)), by: "home")
    #expect(bench.ending(of: id) == "committed" && bench.path == "home/\(Self.dash)/list")
  }

  @Test("Who registers something else does not have a standing answer sought again that is away for a moment")
  func standingAway() throws {
    var bench = Self.bench(Routable(standing: [RequestPattern(.show, nil): .push(nil)]))
    let id = bench.command(.show(["dash"]))
    bench.process("home", sends: .bye(Bye(restartingMs: 5000)))
    bench.process("list", sends: .hello(bench.registration("list", ["list": Routable()])))
    #expect(bench.ending(of: id) == "")
    Self.start(in: &bench)
    #expect(bench.ending(of: id) == "committed" && bench.path == "home/\(Self.dash)")
  }

  @Test("A branch that a known container does not have is refused at once, whoever hosts the others")
  func otherContainer() {
    var bench = Self.bench()
    Self.start(in: &bench)
    let id = bench.command(Self.replace("home/dash{roof=navi}/ghost{a=navi}"))
    #expect(bench.ending(of: id) == "rejected noSuchBranch")
  }

  @Test("A standing answer stands, and is in the trace once")
  func standing() {
    var bench = Self.bench(Routable(standing: [RequestPattern(.show, nil): .push(nil)]))
    let id = bench.command(.show(["dash"]))
    Self.start(in: &bench)
    #expect(bench.ending(of: id) == "committed" && bench.path == "home/\(Self.dash)")
    #expect(bench.trace(of: id) == ["home: show dash push standing"])
  }

  @Test("A command that waits for a part of the tree has the branches that come with it")
  func part() {
    var bench = Bench(requiresHosts: true) { $0.hostWaitMs = 1000 }
    bench.register("home", ["home": Routable()]) { $0.tree = .screen("home", nesting: .remote("car")) }
    bench.replace("home")
    let id = bench.command(Self.replace("home/dash"))
    #expect(bench.ending(of: id) == "")
    Self.start(in: &bench) {
      $0.parts = ["car": .screen("dash", nesting: .anyOf([.screen("navi"), .screen("player")]))]
    }
    #expect(bench.ending(of: id) == "committed" && bench.path == "home/\(Self.dash)")
    #expect(bench.run(Self.replace("home/dash")) == "unchanged same")
  }

  @Test("A screen that a tree makes virtual needs no host any more")
  func virtual() {
    var bench = Self.bench()
    let id = bench.command(Self.replace("home/frame"))
    #expect(bench.ending(of: id) == "")
    let tree = TreeNode.screen("home", nesting: .screen("frame", isVirtual: true))
    bench.process("kiosk", sends: .hello(bench.registration("kiosk", ["list": Routable()]) { $0.tree = tree }))
    #expect(bench.ending(of: id) == "committed" && bench.path == "home/frame")
  }

  @Test("One that it makes virtual while the tree before is asked needs none either")
  func virtualMeanwhile() throws {
    func rooms(isVirtual: Bool) -> (inout Registration) -> Void {
      { registration in
        registration.generation = isVirtual ? 2 : 1
        let frame = TreeNode.screen("frame", isVirtual: isVirtual)
        registration.parts = ["rooms": .dynamic("room", then: frame, otherwise: .empty)]
      }
    }
    var bench = Bench(requiresHosts: true) { $0.hostWaitMs = 1000 }
    bench.register("home", ["home": Routable()]) { $0.tree = .screen("home", nesting: .remote("rooms")) }
    bench.register("rooms", [:], rooms(isVirtual: false))
    bench.replace("home")
    let id = bench.command(Self.replace("home/frame"))
    bench.process("rooms", sends: .register(bench.registration("rooms", [:], rooms(isVirtual: true))))
    try bench.answer(.allow, by: "rooms")
    #expect(bench.ending(of: id) == "", "the tree that came asks its own question")
    #expect(bench.asks(of: "rooms").map(\.question) == [.build("room"), .build("room")])
    try bench.answer(.allow, by: "rooms")
    #expect(bench.ending(of: id) == "committed" && bench.path == "home/frame")
  }

  @Test("A part of the tree that comes while the tree is asked counts")
  func partMeanwhile() throws {
    var bench = Bench(requiresHosts: true) { $0.hostWaitMs = 1000 }
    let slow = TreeNode.screen("slow", nesting: .remote("shop"))
    bench.register("home", ["home": Routable(), "slow": Routable()]) {
      $0.tree = .screen("home", nesting: .dynamic("room", then: slow, otherwise: .empty))
    }
    bench.replace("home")
    let id = bench.command(Self.replace("home/slow/item"))
    bench.process(
      "shop", sends: .hello(bench.registration("shop", ["item": Routable()]) { $0.parts = ["shop": .screen("item")] }))
    try bench.answer(.allow, by: "home")
    // The tree that came asks its own question.
    try bench.answer(.allow, by: "home")
    #expect(bench.ending(of: id) == "committed" && bench.path == "home/slow/item")
  }

  @Test("What the tree does not build of them is refused when they are known")
  func partWithout() {
    var bench = Bench(requiresHosts: true) { $0.hostWaitMs = 1000 }
    bench.register("home", ["home": Routable()]) { $0.tree = .screen("home", nesting: .remote("car")) }
    bench.replace("home")
    let id = bench.command(Self.replace("home/dash"))
    Self.start(in: &bench) { $0.parts = ["car": .screen("dash")] }
    #expect(bench.ending(of: id) == "rejected notInTree" && bench.path == "home")
  }

  @Test("A link to a branch of a container that nobody hosts waits as any link, and is read again")
  func link() {
    var bench = Bench(requiresHosts: true) {
      $0.links = LinkReading(patterns: [CoordinatorLinkTests.pattern("media", "dash{map=navi,*media=player}")])
    }
    bench.register("home", ["home": Routable()])
    bench.replace("home")
    let id = bench.command(.open("car://media"))
    #expect(bench.ending(of: id) == "")
    Self.start(in: &bench)
    #expect(bench.ending(of: id) == "committed" && bench.path == "dash{map=navi,*media=player}")
  }

  @Test("Back at the root is planned anew too")
  func backAtRoot() {
    var bench = Bench(requiresHosts: true) {
      $0.hostWaitMs = 1000
      $0.scenes["main"] = .init(backAtRoot: literals("dash"))
    }
    bench.register("home", ["home": Routable()])
    bench.replace("home")
    let id = bench.command(.back)
    Self.start(in: &bench)
    #expect(bench.ending(of: id) == "committed" && bench.path == Self.dash)
  }
}
