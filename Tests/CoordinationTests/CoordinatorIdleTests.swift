// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Testing

extension Bench {
  /// Lets time pass in which the worker `list`, if it is there, says that it lives, and nobody does anything else.
  fileprivate mutating func wait(_ ms: Int64) {
    var rest = ms
    while rest > 0 {
      let step = min(rest, 1000)
      pass(step)
      rest -= step
      if watched.contains(Bench.connection("list")) { process("list", sends: .pong(Pong(applied: [:]))) }
    }
  }
}

@Suite("Coordinator: a scene in which nobody does anything")
struct CoordinatorIdleTests {
  static let idle = Settings.Idle(afterMs: 60_000, replace: literals("home"), unless: ["video"])

  static func bench(from path: String = "home/list", _ adjust: (inout Settings) -> Void = { _ in }) -> Bench {
    var bench = Bench {
      $0.scenes["main"] = .init(start: literals("home"), idle: idle)
      adjust(&$0)
    }
    bench.replace(path)
    return bench
  }

  @Test("After the time the coordinator itself replaces the path, and says why")
  func fires() throws {
    var bench = Self.bench()
    bench.wait(59_999)
    #expect(bench.path == "home/list")
    bench.wait(1)
    #expect(bench.path == "home")
    let cause = try #require(bench.updates.last?.cause)
    #expect(cause.kind == .idle)
    #expect(cause.verb == "replace home")
    #expect(cause.origin == .coordinator)
    #expect(cause.command == nil)
    #expect(cause.because == "the idle rule, after 1m")
    let decided = bench.records.compactMap { if case .decided(let record) = $0 { record } else { nil } }
    #expect(decided.last?.verb == "replace home" && decided.last?.because == cause.because)
    #expect(decided.last?.outcome.kind == .committed)
  }

  /// A scene in which a guard has parked what the rule has begun, and the ask that it answered so.
  private static func parked() throws -> (Bench, Ask) {
    var bench = Self.bench(from: "home")
    bench.register("list", ["list": .guarding])
    bench.replace("home/list")
    bench.wait(60_000)
    let ask = try #require(bench.asks(of: "list").last)
    let login = Verb.navigator(.go(to: PathItem(AnyScreen("login")), on: .id(.root)))
    try bench.answer(.redirect(to: login, within: .milliseconds(1_000_000)), by: "list")
    return (bench, ask)
  }

  @Test("Where a guard has parked it, whoever comes ends it too")
  func parkedItself() throws {
    var (bench, _) = try Self.parked()
    #expect(bench.scene?.parked == 1)
    bench.command(.navigator(.select("x", of: .id(.root))))
    #expect(bench.scene?.parked == 0)
  }

  @Test("Whoever resumes it ends it too, and hears that it is parked no longer")
  func resumesItself() throws {
    var (bench, ask) = try Self.parked()
    let resume = Resume(id: endsCommand("resume"), target: ask.command)
    bench.process("list", sends: .resume(resume))
    #expect(bench.ending(of: resume.id) == "rejected notParked")
    #expect(bench.scene?.parked == 0)
    let decided = bench.records.compactMap { if case .decided(let record) = $0 { record.outcome } else { nil } }
    #expect(decided.last { $0.id == ask.command }?.kind == .superseded(by: resume.id))
  }

  @Test("Where the path is there already nothing happens, however long")
  func isThere() {
    var bench = Self.bench(from: "home")
    let count = bench.records.count
    bench.wait(1_000_000)
    #expect(bench.records.count == count)
    #expect(bench.scene?.idle?.remaining == nil)
  }

  @Test(
    "As long as a screen of `unless` is on top nothing happens; beneath others it does not count",
    arguments: [
      ("home/video", false), ("video/list", true), ("home/^video", false), ("home/video/^help", true),
      ("main{*floor=video,shop=list}", false), ("main{floor=video,*shop=list}", true),
    ] as [(String, Bool)])
  func unless(_ path: String, happens: Bool) {
    var bench = Self.bench()
    bench.register("main", ["main": CoordinatorLockTests.tabs])
    bench.replace(path)
    bench.wait(200_000)
    #expect(bench.updates.map(\.cause.kind) == (happens ? [.idle] : []))
    #expect(bench.scene?.idle?.heldBy == (happens ? nil : "video"))
  }

  @Test("When the screen of `unless` has gone, the wait begins then")
  func afterUnless() {
    var bench = Self.bench(from: "home/list/video")
    bench.wait(90_000)
    bench.command(.back)
    bench.wait(59_999)
    #expect(bench.path == "home/list")
    bench.wait(1)
    #expect(bench.path == "home")
  }

  /// What somebody may do, and whether it counts.
  enum Deed: String, CaseIterable, Sendable {
    case command, refused, unknownURL, active, activeOfWorker
    case dryRun, query, snapshot, appeared, otherScene, copy
  }

  @Test(
    "Each command counts, whatever its outcome, and so does a sign of life; questions do not", arguments: Deed.allCases)
  func counts(_ deed: Deed) {
    var bench = Self.bench { $0.scenes["left"] = .init(start: literals("home")) }
    bench.register("list", ["list": Routable()])
    let known = bench.command(.navigator(.didAppear(.id(ElementID(1)))), id: endsCommand("somebody"))
    bench.wait(40_000)
    bench.forgetAll()
    switch deed {
    case .command: bench.command(.navigator(.didAppear(.id(ElementID(0)))))
    case .refused: bench.command(.navigator(.dismiss(.id(ElementID(99)))))
    case .unknownURL: bench.command(.open("no url"))
    case .active: bench.client(sends: .active(Active()))
    case .activeOfWorker: bench.process("list", sends: .active(Active(scene: "main")))
    case .dryRun: bench.command(.navigator(.replace(path: literals("home/map"), in: nil))) { $0.isDryRun = true }
    case .query: bench.client(sends: .query(Query(id: known.description)))
    case .snapshot: bench.client(sends: .snapshotRequest(SnapshotRequest(scenes: ["main"])))
    case .appeared: bench.process("list", sends: .appeared(Appeared(scene: "main", elements: [ElementID(1)])))
    case .otherScene: bench.command(.back) { $0.scene = "left" }
    case .copy: bench.command(.navigator(.didAppear(.id(ElementID(1)))), id: known)
    }
    bench.wait(20_000)
    let doesCount = [.command, .refused, .unknownURL, .active, .activeOfWorker].contains(deed)
    #expect(bench.path == (doesCount ? "home/list" : "home"))
    bench.wait(40_000)
    #expect(bench.path == "home")
  }

  @Test("A client hears how the scene stands after its sign of life, of an unknown scene nothing; a worker never")
  func answers() {
    var bench = Self.bench()
    bench.register("list", ["list": Routable()])
    bench.wait(30_000)
    bench.forgetAll()
    bench.client(sends: .active(Active()))
    guard case .report(let report)? = bench.take("client").last, case .scene(let status)? = report.objects.first else {
      Issue.record("no report")
      return
    }
    #expect(
      status.idle
        == SceneStatus.Idle(after: .seconds(60), path: "home", unless: ["video"], remaining: .seconds(60)))
    bench.client(sends: .active(Active(scene: "nowhere")))
    #expect(bench.take("client") == [.report(Report(objects: []))])
    bench.process("list", sends: .active(Active()))
    #expect(bench.take("list") == [])
  }

  @Test("A guard is asked, and where it denies, or does not answer, it is asked again after the same time")
  func guarded() throws {
    var bench = Self.bench()
    var routable = Routable.guarding
    routable.unanswered = .deny
    bench.register("list", ["list": routable])
    bench.wait(60_000)
    #expect(bench.asks(of: "list").map(\.question.description) == ["leave"])
    try bench.answer(.deny(code: nil, message: "unsaved"), by: "list")
    #expect(bench.path == "home/list")
    bench.wait(59_999)
    #expect(bench.asks(of: "list").count == 1)
    bench.wait(1)
    #expect(bench.asks(of: "list").count == 2)
    bench.wait(1000)
    #expect(bench.path == "home/list")
    let late = try #require(bench.asks(of: "list").last?.token)
    bench.process("list", sends: .abandoned(Abandoned(token: late)))
    bench.wait(60_000)
    try bench.answer(.allow, by: "list")
    #expect(bench.path == "home")
  }

  @Test("Somebody who comes while the guard still thinks finds everything as it was", arguments: [true, false])
  func givesWay(byCommand: Bool) throws {
    var bench = Self.bench()
    bench.register("list", ["list": .guarding])
    bench.wait(60_000)
    let ask = try #require(bench.asks(of: "list").last)
    if byCommand {
      let id = bench.command(.navigator(.go(to: literals("exhibit")[0], on: .id(ElementID(1)))))
      #expect(bench.ending(of: id) == "committed")
      #expect(bench.path == "home/list/exhibit")
    } else {
      bench.client(sends: .active(Active()))
      #expect(bench.path == "home/list")
    }
    #expect(bench.verdicts(of: "list") == [Settled(token: ask.token, used: false)])
    let decided = bench.records.compactMap { if case .decided(let record) = $0 { record.outcome } else { nil } }
    #expect(decided.contains { $0.word == (byCommand ? "superseded" : "cancelled") && $0.id == ask.command })
    bench.process("list", sends: .answer(AnswerMessage(token: ask.token, answer: .allow)))
    #expect(bench.path != "home")
  }

  @Test("What a guard commands from inside the ask is no sign of life: the path is replaced all the same")
  func withinAsk() throws {
    var bench = Self.bench()
    bench.register("list", ["list": .guarding])
    bench.wait(60_000)
    let token = try #require(bench.asks(of: "list").last?.token)
    var command = Command(id: endsCommand("from-inside"), verb: .navigator(.didAppear(.id(.root))))
    command.within = token
    bench.process("list", sends: .command(command))
    try bench.answer(.allow, by: "list")
    #expect(bench.path == "home")
  }

  @Test("A long command is not interrupted: the wait begins anew while it runs")
  func running() throws {
    var bench = Self.bench { $0.workingMaxMs = 200_000 }
    var routable = Routable.asked
    routable.askMs = 150_000
    bench.register("list", ["list": routable])
    let id = bench.command(.show(["exhibit"])) { $0.deadlineMs = 200_000 }
    bench.wait(100_000)
    try bench.answer(.instruction(.push(nil)), by: "list")
    #expect(bench.ending(of: id) == "committed")
    #expect(bench.path == "home/list/exhibit")
    bench.wait(59_999)
    #expect(bench.path == "home/list/exhibit")
    bench.wait(1)
    #expect(bench.path == "home")
  }

  @Test("What a gate has parked was somebody's who has gone: it ends with the path")
  func parked() throws {
    var bench = Self.bench { $0.parkedMs = 1_000_000 }
    bench.register("list", ["list": .asked])
    let id = bench.command(.show(["account"]))
    let login = Verb.navigator(.go(to: literals("login")[0], on: .id(ElementID(1))))
    try bench.answer(.redirect(to: login, within: .seconds(900)), by: "list")
    #expect(bench.path == "home/list/login")
    bench.wait(60_000)
    #expect(bench.path == "home")
    #expect(bench.ending(of: id) == "superseded")
  }

  @Test("A lock holds for it too, and it is tried again after the same time")
  func locked() {
    var bench = Self.bench {
      $0.scenes["main"]?.lock = Settings.Lock(allow: ["list"], out: "home")
      $0.scenes["main"]?.idle?.replace = literals("video")
      $0.scenes["main"]?.idle?.unless = []
    }
    bench.wait(180_000)
    #expect(bench.path == "home/list")
    let endings = bench.records.compactMap { if case .decided(let record) = $0 { record.outcome.reason } else { nil } }
    #expect(endings.count { $0 == "locked" } == 3)
  }

  @Test("A restart begins the wait anew")
  func restart() {
    var bench = Self.bench()
    bench.wait(59_000)
    bench.restart()
    bench.wait(59_999)
    #expect(bench.path == "home/list")
    bench.wait(1)
    #expect(bench.path == "home")
  }

  @Test("In a stall of the coordinator nobody could do anything: the wait is longer by it")
  func stall() {
    var bench = Self.bench()
    bench.wait(30_000)
    bench.now = bench.now.advanced(byMs: 100_000)
    bench.feed(.tick)
    #expect(bench.path == "home/list")
    bench.wait(28_000)
    #expect(bench.path == "home/list")
    bench.wait(2000)
    #expect(bench.path == "home")
  }

  @Test("A scene without a route waits for its start path")
  func empty() {
    var bench = Bench(requiresHosts: true) {
      $0.scenes["main"] = .init(start: literals("home"), idle: Self.idle)
    }
    let count = bench.records.count
    bench.wait(200_000)
    #expect(bench.path == "")
    let verbs = bench.records[count...].compactMap {
      if case .decided(let record) = $0 { record.outcome.id } else { nil }
    }
    #expect(verbs.count == 1)
  }
}
