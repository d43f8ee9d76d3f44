// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Testing

/// What one registration brings to many scenes, and is done a few at a time.
@Suite("Coordinator: what is left over for another turn")
struct CoordinatorOwnWorkTests {
  private static let perTurn = Limits.ownWorkPerTurn / Limits.rebuildWork
  private static let scenes = (0..<12).map { SceneName("s\(10 + $0)") ?? "main" }
  private static let list = Verb.navigator(.replace(path: literals("home/list"), in: nil))

  /// Scenes on `home/list`, whose tree kiosk declares.
  private static func planted() -> Bench {
    var bench = Bench { $0.treeChange = .trim }
    bench.register("kiosk") { ($0.tree, $0.scenes) = (CoordinatorTreeTests.tree, scenes) }
    for scene in scenes { bench.replace("home/list", in: scene) }
    return bench
  }

  /// kiosk declares another tree, or none.
  private static func declare(_ tree: TreeNode?, in bench: inout Bench) {
    let registration = bench.registration("kiosk") { ($0.tree, $0.scenes, $0.generation) = (tree, scenes, 2) }
    bench.process("kiosk", sends: .register(registration))
  }

  private static func path(_ scene: SceneName, in bench: Bench) -> String? { bench.state(scene)?.path.path.description }

  private static func isLeft(in bench: Bench) -> Bool {
    bench.coordinator.nextDeadline <= bench.now
  }

  @Test("Paths are built anew a few in a turn, to the end")
  func rebuilds() {
    var bench = Self.planted()
    Self.declare(.screen("home"), in: &bench)
    #expect(bench.updates.count { $0.cause.kind == .tree } == Self.perTurn && Self.isLeft(in: bench))
    #expect(Self.path(Self.scenes[11], in: bench) == "home/list")
    bench.pass(0)
    #expect(bench.updates.count { $0.cause.kind == .tree } == Self.scenes.count)
    #expect(Self.scenes.allSatisfy { Self.path($0, in: bench) == "home" })
  }

  @Test("While workers send without a pause it goes on, and nothing passes its time")
  func goesOn() {
    var bench = Self.planted()
    Self.declare(.screen("home"), in: &bench)
    bench.forgetAll()
    for done in 1...2 {
      bench.feed(.goOn)
      #expect(bench.updates.count == done * Self.perTurn)
    }
    #expect(Self.scenes.allSatisfy { Self.path($0, in: bench) == "home" } && !Self.isLeft(in: bench))
    // By steps: a longer pause would be a halt of the whole process.
    for _ in 0..<6 {
      bench.now = bench.now.advanced(byMs: 400)
      bench.feed(.goOn)
    }
    #expect(bench.published.count == bench.updates.count && Self.isLeft(in: bench))
    bench.feed(.tick)
    #expect(bench.published.count == bench.updates.count + 1)
  }

  @Test(
    "A command finds a scene whose path is still to be built as if it were",
    arguments: [Contention.queue, .reject, .supersede])
  func commands(ifBusy: Contention) {
    var bench = Self.planted()
    Self.declare(.screen("home"), in: &bench)
    let ending = bench.run(Self.list) { ($0.scene, $0.ifBusy) = (Self.scenes[11], ifBusy) }
    #expect(ending == "rejected notInTree" && Self.path(Self.scenes[11], in: bench) == "home")
  }

  @Test("A tree that has gone before a path was built by it leaves nothing outside")
  func withdrawnTree() {
    var bench = Self.planted()
    Self.declare(.screen("home"), in: &bench)
    let kept = Self.scenes.filter { Self.path($0, in: bench) == "home/list" }
    Self.declare(nil, in: &bench)
    bench.pass(0)
    for scene in kept {
      #expect(Self.path(scene, in: bench) == "home/list")
      #expect(bench.state(scene)?.path.hosts.values.contains { $0.presence == .notInTree } == false)
    }
    #expect(kept.count == Self.scenes.count - Self.perTurn)
  }

  @Test("Trees that change with every turn leave no scene behind")
  func fairness() {
    var bench = Self.planted()
    let trees = [TreeNode.screen("home"), .screen("home", nesting: .screen("x"))]
    for round in 0..<12 {
      Self.declare(trees[round % 2], in: &bench)
      bench.now = bench.now.advanced(byMs: 1)
      bench.feed(.tick)
    }
    #expect(Self.scenes.allSatisfy { Self.path($0, in: bench) == "home" })
  }

  /// Sixteen links of one client in each of three scenes wait for a host.
  private static func withLinks() throws -> Bench {
    var bench = Bench(requiresHosts: true)
    let pattern = try LinkPattern(url: "exhibit/{id:int}", path: "home/exhibit?id={id}")
    bench.register("kiosk", ["home": Routable()]) {
      $0.scenes = Array(scenes.prefix(3))
      $0.links = LinkReading(schemes: ["museum"], patterns: [pattern])
    }
    for scene in scenes.prefix(3) {
      bench.replace("home", in: scene)
      for number in 0..<16 { bench.command(.open("museum://exhibit/\(number)")) { $0.scene = scene } }
    }
    return bench
  }

  @Test("Links are read again a few in a turn, to the end")
  func links() throws {
    var bench = try Self.withLinks()
    #expect(!Self.isLeft(in: bench))
    bench.process("other", sends: .hello(bench.registration("other")))
    #expect(Self.isLeft(in: bench))
    bench.feed(.tick)
    #expect(!Self.isLeft(in: bench))
    bench.register("exhibits", ["exhibit": Routable()]) { $0.scenes = Array(Self.scenes.prefix(3)) }
    bench.pass(0)
    for scene in Self.scenes.prefix(3) { #expect(Self.path(scene, in: bench) == "home/exhibit?id=15") }
  }

  @Test(
    "Links that are still to be read wait outside the queue",
    arguments: [Contention.queue, .reject, .supersede])
  func linksAside(ifBusy: Contention) throws {
    var bench = try Self.withLinks()
    bench.process("other", sends: .hello(bench.registration("other")))
    bench.forgetAll()
    let scene = Self.scenes[2]
    let ending = bench.run(.navigator(.replace(path: literals("home/home"), in: nil))) {
      ($0.scene, $0.ifBusy) = (scene, ifBusy)
    }
    #expect(ending == "committed")
    #expect(bench.outcomes(of: "client").map(\.word) == ["committed"])
  }

  @Test("Of workers whose time is over at once each has a turn of its own for its policies, one turn after the other")
  func policiesOfMany() {
    var bench = Bench()
    let names: [ScreenName] = ["a", "b", "c"]
    for name in names { bench.register(name.rawValue, [name: Routable(onDeath: .pop)]) }
    bench.register("keeps", ["d": Routable()])
    bench.replace("home/d/c/b/a")
    for process in names.map(\.rawValue) + ["keeps"] { bench.feed(.connectionLost(Bench.connection(process))) }
    bench.pass(999)
    bench.forgetAll()
    bench.now = bench.now.advanced(byMs: 1)
    var paths: [String] = []
    while bench.coordinator.nextDeadline <= bench.now, paths.count < 10 {
      bench.feed(.tick)
      paths.append(bench.path)
    }
    #expect(paths == ["home/d/c/b", "home/d/c", "home/d", "home/d"])
  }

  @Test("Of workers that do not come back after a restart each has a turn of its own, too")
  func lastWishesOfMany() {
    var bench = Bench()
    let names: [ScreenName] = ["a", "b", "c"]
    for name in names { bench.register(name.rawValue, [name: Routable(onDeath: .pop)]) }
    bench.replace("home/c/b/a")
    bench.restart()
    bench.register("home#2", ["home": Routable()])
    var paths: [String] = []
    for _ in 0..<500 where bench.path != "home" {
      bench.now = max(bench.now, bench.coordinator.nextDeadline)
      bench.feed(.tick)
      if paths.last != bench.path { paths.append(bench.path) }
      bench.process("home#2", sends: .pong(Pong(applied: [:])))
    }
    #expect(paths == ["home/c/b/a", "home/c/b", "home/c", "home"])
  }
}
