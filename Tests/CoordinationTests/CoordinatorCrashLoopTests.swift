// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Testing

@Suite("Coordinator: workers that die again and again, and workers that never return")
struct CoordinatorCrashLoopTests {
  private static let sorry = AnyScreen("sorry")

  /// home/list, with the list's host about to come; 3 deaths within 10 s are too many.
  private static func bench(
    _ policy: Routable.DeathPolicy = .fallback(sorry), requiresHosts: Bool = true, deaths: Int = 3
  ) -> Bench {
    var bench = Bench(requiresHosts: requiresHosts) {
      $0.crashLoop?.deaths = deaths
      $0.crashLoop?.withinMs = 10_000
    }
    bench.register("home", ["home": Routable()])
    bench.register("sorry", ["sorry": Routable()])
    start(1, policy, in: &bench)
    bench.replace("home/list")
    return bench
  }

  /// A process of the worker starts.
  private static func start(
    _ number: Int, _ policy: Routable.DeathPolicy = .fallback(sorry), version: String = "", in bench: inout Bench
  ) {
    bench.process(
      "list#\(number)",
      sends: .hello(
        bench.registration("list#\(number)", ["list": Routable(handles: [.init(.show, nil)], onDeath: policy)]) {
          $0.version = version
        }))
  }

  private static func kill(_ number: Int, in bench: inout Bench) {
    bench.feed(.connectionLost(Bench.connection("list#\(number)")))
  }

  /// Processes 1 to 3 live for a second each.
  private static func crash(_ policy: Routable.DeathPolicy = .fallback(sorry), in bench: inout Bench) {
    for number in 1...3 {
      if number > 1 { start(number, policy, in: &bench) }
      pass(900, in: &bench)
      kill(number, in: &bench)
    }
  }

  /// Time passes, and the other workers live.
  private static func pass(_ ms: Int64, in bench: inout Bench) {
    var rest = ms
    while rest > 0 {
      bench.pass(min(rest, 500))
      rest -= 500
      for process in ["home", "sorry"] { bench.process(process, sends: .pong(Pong(applied: [:]))) }
    }
  }

  private static func status(_ bench: Bench) -> WorkerStatus? { bench.workers.first { $0.name == "list" } }

  @Test("The last death of too many quarantines the worker: its fallback shows at once, and nobody waits for it")
  func quarantines() {
    var bench = Self.bench()
    Self.crash(in: &bench)
    bench.pass(0)
    #expect(bench.path == "home/sorry")
    #expect(Self.status(bench)?.state == .quarantined)
    #expect(bench.coordinator.load.workers[.quarantined] == 1)
    #expect(bench.presences.contains { $0.presence == .quarantined && $0.worker == "list" && $0.message != nil })
    #expect(bench.notices.filter { if case .quarantined("list", _) = $0 { true } else { false } }.count == 1)
  }

  @Test("A process of a quarantined worker is refused with what to do, told once, and never asked")
  func refused() {
    var bench = Self.bench()
    Self.crash(in: &bench)
    bench.forgetAll()
    for _ in 0..<5 {
      Self.start(4, in: &bench)
      Self.pass(2000, in: &bench)
    }
    guard case .error(let error)? = bench.take("list#4").first else {
      Issue.record("list#4 was not refused")
      return
    }
    #expect(error.code == .full)
    #expect(
      error.message
        == "worker 'list' is quarantined after 3 deaths within 10s; mend it, then `way workers --clear list` lets it in "
        + "again")
    #expect(bench.notices.filter { if case .knocked("list", _) = $0 { true } else { false } }.count == 1)
    #expect(bench.workers.map(\.state) == [.live, .quarantined, .live])
    #expect(Self.status(bench)?.pid == 50)
    #expect(bench.run(.show(["x"])) == "unhandled")
    #expect(bench.asks(of: "list#4").isEmpty)
    #expect(bench.run(.navigator(.go(to: PathItem(AnyScreen("list")), on: .id(.root)))) == "rejected noHost")
    #expect(bench.outcomes().last?.message?.contains("`way workers --clear list`") == true)
  }

  @Test("CLEAR lets it in again, and its deaths count from there")
  func clears() {
    var bench = Self.bench()
    Self.crash(in: &bench)
    bench.client(sends: .clear(Clear(worker: "list")))
    guard case .report(let report)? = bench.take("client").last, case .worker(let worker)? = report.objects.first else {
      Issue.record("CLEAR is not answered")
      return
    }
    #expect(worker.state == .gone)
    Self.start(4, in: &bench)
    #expect(bench.kinds("list#4").first == .welcome)
    Self.kill(4, in: &bench)
    #expect(Self.status(bench)?.state == .gone)
    bench.client(sends: .clear(Clear(worker: "nobody")))
    #expect(bench.take("client") == [.report(Report(objects: []))])
  }

  @Test("Clearing tells observers of the elements that the quarantine left")
  func clearedPresence() {
    var bench = Self.bench(.keep)
    bench.replace("list")
    Self.crash(.keep, in: &bench)
    bench.pass(0)
    #expect(bench.path == "list" && bench.presence(of: 0) == .quarantined)
    bench.client(sends: .clear(Clear(worker: "list")))
    #expect(bench.presence(of: 0) == .unattended)
  }

  @Test("Another version of the worker is welcome, for it may be the mended one")
  func otherVersion() {
    var bench = Self.bench()
    Self.crash(in: &bench)
    Self.start(4, version: "2.0", in: &bench)
    #expect(bench.kinds("list#4").first == .welcome)
    #expect(Self.status(bench)?.state == .live)
  }

  @Test("A process that lost its connection and comes back as it was has not died")
  func comesBack() {
    var bench = Self.bench()
    for _ in 0..<6 {
      Self.kill(1, in: &bench)
      Self.pass(500, in: &bench)
      Self.start(1, in: &bench)
      #expect(Self.status(bench)?.state == .live)
      #expect(Self.status(bench)?.deaths == 0 && Self.status(bench)?.lastDeath == nil)
    }
  }

  @Test("A death stays told when another process has come and lost its connection alone")
  func diedBefore() {
    var bench = Self.bench()
    Self.kill(1, in: &bench)
    Self.start(2, in: &bench)
    let death = Self.status(bench)?.lastDeath
    Self.kill(2, in: &bench)
    #expect(Self.status(bench)?.deaths == 2)
    Self.start(2, in: &bench)
    #expect(Self.status(bench)?.deaths == 1 && Self.status(bench)?.lastDeath == death)
  }

  @Test("Deaths that lie apart, goodbyes, and planned restarts make no crash loop")
  func apart() {
    var bench = Self.bench(.keep)
    for number in 1...5 {
      if number > 1 { Self.start(number, .keep, in: &bench) }
      Self.kill(number, in: &bench)
      Self.pass(6000, in: &bench)
    }
    for number in 6...10 {
      Self.start(number, .keep, in: &bench)
      bench.process("list#\(number)", sends: .bye(Bye(restartingMs: number % 2 == 0 ? 1000 : nil)))
    }
    #expect(Self.status(bench)?.state == .leaving || Self.status(bench)?.state == .gone)
  }

  @Test("With the limit off nobody is quarantined")
  func off() {
    var bench = Self.bench(.keep)
    var settings = bench.settings
    settings.crashLoop = nil
    bench.feed(.configured(settings))
    Self.crash(.keep, in: &bench)
    #expect(Self.status(bench)?.state == .gone)
  }

  @Test(
    "A screen that nobody will show is dismissed where it has no fallback, or one that cannot be",
    arguments: [Routable.DeathPolicy.keep, .pop, .fallback(AnyScreen("nowhere")), .fallback(AnyScreen("list"))])
  func withoutFallback(_ policy: Routable.DeathPolicy) {
    var bench = Self.bench(policy)
    Self.crash(policy, in: &bench)
    bench.pass(0)
    #expect(bench.path == "home")
    #expect(bench.updates.allSatisfy { $0.cause.kind == .death || $0.isMinor })
  }

  @Test("A restart of the coordinator is another chance")
  func restart() {
    var bench = Self.bench()
    Self.crash(in: &bench)
    bench.restart()
    Self.start(4, in: &bench)
    #expect(bench.kinds("list#4").first == .welcome)
  }

  @Test(
    "Where a worker does not return after a restart, the journal knows what becomes of its screens",
    arguments: [
      (Routable.DeathPolicy.keep, "home/list"), (.pop, "home"), (.fallback(sorry), "home/sorry"),
      (.fallback(AnyScreen("nowhere")), "home"),
    ])
  func neverReturns(_ policy: Routable.DeathPolicy, _ path: String) {
    var bench = Self.bench(policy)
    bench.restart()
    bench.register("home", ["home": Routable()])
    bench.register("sorry", ["sorry": Routable()])
    Self.pass(29_000, in: &bench)
    #expect(bench.path == "home/list")
    Self.pass(1500, in: &bench)
    #expect(bench.path == path)
    #expect(bench.notices.contains(.missed("list")) == (policy != .keep))
  }

  @Test("What becomes of the screens of a worker that never returns becomes of them in the scenes alone that it served")
  func neverReturnsToItsScenes() {
    var bench = Bench()
    bench.register("left", ["list": Routable()]) { $0.scenes = ["left"] }
    bench.register("right", ["list": Routable(onDeath: .pop)]) { $0.scenes = ["right"] }
    for scene: SceneName in ["left", "right"] { bench.replace("home/list", in: scene) }
    bench.restart()
    Self.pass(31_000, in: &bench)
    #expect(bench.state("right")?.path.path.description == "home")
    #expect(bench.state("left")?.path.path.description == "home/list")
  }

  @Test("A worker that returns, or another that shows its screen, is left alone")
  func returns() {
    var bench = Self.bench()
    bench.restart()
    bench.register("home", ["home": Routable()])
    Self.start(2, in: &bench)
    Self.pass(40_000, in: &bench)
    #expect(!bench.notices.contains(.missed("list")))
    var other = Self.bench()
    other.restart()
    other.register("home", ["home": Routable(), "list": Routable()])
    Self.pass(40_000, in: &other)
    #expect(other.path == "home/list")
  }

  @Test("The policy of a worker that no longer held the screen when the coordinator ended says nothing of it")
  func returnsToAnother() {
    var bench = Self.bench(.pop)
    Self.kill(1, in: &bench)
    bench.register("board", ["list": Routable()])
    bench.restart()
    bench.register("home", ["home": Routable()])
    Self.pass(40_000, in: &bench)
    #expect(bench.path == "home/list")
    #expect(!bench.notices.contains(.missed("list")))
  }

  @Test("So it is where the other worker came after a restart: in this start, though it lets go again, and in the next")
  func returnsToAnotherLater() {
    var bench = Self.bench(.pop)
    bench.restart()
    bench.register("board", ["list": Routable()])
    var same = bench
    same.process("board", sends: .register(same.registration("board") { $0.generation = 2 }))
    bench.restart()
    bench.register("home", ["home": Routable()])
    for var later in [same, bench] {
      Self.pass(40_000, in: &later)
      #expect(later.path == "home/list")
      #expect(!later.notices.contains(.missed("list")))
    }
  }

  @Test("A worker of other scenes takes no screen over")
  func missedBesideOtherScenes() {
    var bench = Self.bench(.pop)
    bench.restart()
    bench.register("board", ["list": Routable()]) { $0.scenes = ["side"] }
    bench.restart()
    bench.register("home", ["home": Routable()])
    Self.pass(40_000, in: &bench)
    #expect(bench.path == "home")
  }

  @Test("The fallback of a sensitive screen goes into the journal without its content")
  func redacted() {
    var bench = Self.bench(requiresHosts: false)
    bench.register("pin", ["pin": Routable(sensitive: true)])
    bench.register("pay", ["pay": Routable(onDeath: .fallback(AnyScreen("pin", content: .string("1234"))))])
    let written = bench.records.compactMap {
      if case .worker(let worker, _) = $0, worker.name == "pay" { worker.onDeath["pay"] } else { nil }
    }
    #expect(written == [.fallback(AnyScreen("pin", content: .string("1234")).redacted)])
  }
}
