// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Testing

@Suite("Coordinator: an ask waits until its worker has ended what was cancelled")
struct CoordinatorHeldAskTests {
  /// home/list; list decides what is shown, guards itself, and is being asked to show detail.
  private static func bench(
    _ unanswered: Routable.Unanswered = .allow
  ) throws -> (bench: Bench, running: CommandID, token: Ask.Token) {
    var bench = Bench()
    var routable = Routable.asked
    routable.guards = true
    routable.unanswered = unanswered
    bench.register("home", ["home": .asked]) { $0.root = ["home"] }
    bench.register("list", ["list": routable])
    bench.replace("home/list")
    let running = bench.command(.show(["detail"]), from: "busy")
    bench.pass(20)
    return (bench, running, try #require(bench.asks(of: "list").last).token)
  }

  /// Leaves list in place of what runs.
  private static func leave(_ bench: inout Bench, from name: String = "client") -> CommandID {
    bench.command(.navigator(.goBack(to: .screen(AnyScreen("home")))), from: name) { $0.ifBusy = .supersede }
  }

  /// How a handler ends whose ask is cancelled.
  enum End: CaseIterable { case abandoned, lateAnswer }

  private static func end(_ token: Ask.Token, _ end: End, in bench: inout Bench) {
    switch end {
    case .abandoned: bench.process("list", sends: .abandoned(Abandoned(token: token)))
    case .lateAnswer:
      bench.process("list", sends: .answer(AnswerMessage(token: token, answer: .instruction(.push(nil)))))
    }
  }

  @Test(
    "What supersedes passes over no guard: it is asked as soon as its handler has ended, and its veto counts",
    arguments: End.allCases)
  func guarded(by end: End) throws {
    var (bench, running, token) = try Self.bench()
    let leaving = Self.leave(&bench)
    #expect(bench.ending(of: running) == "superseded")
    #expect(bench.verdicts(of: "list").map(\.token) == [token])
    #expect(bench.asks(of: "list").count == 1 && bench.ending(of: leaving) == "")
    bench.pass(100)
    Self.end(token, end, in: &bench)
    let ask = try #require(bench.asks(of: "list").last)
    #expect(ask.question == .leave && ask.deadlineMs == 1000)
    try bench.answer(.deny(code: "dirty", message: "unsaved"), by: "list")
    #expect(bench.ending(of: leaving) == "vetoed guard")
    #expect(bench.trace(of: leaving) == ["list: leave deny"])
    #expect(bench.path == "home/list")
  }

  @Test("A handler that does not end by the deadline of its ask is passed over, and from then on at once")
  func deadline() throws {
    var (bench, _, _) = try Self.bench()
    let leaving = Self.leave(&bench)
    bench.pass(479)
    #expect(bench.ending(of: leaving) == "")
    bench.pass(1)
    #expect(bench.ending(of: leaving) == "committed" && bench.trace(of: leaving) == ["list: leave skipped"])
    #expect(bench.asks(of: "list").count == 1)
    bench.replace("home/list")
    let again = bench.command(.show(["detail"]))
    #expect(bench.asks(of: "list") == [] && bench.asks(of: "home").count == 1)
    try bench.answer(.instruction(.push(nil)), by: "home")
    #expect(bench.trace(of: again) == ["list: show detail skipped", "home: show detail push"])
  }

  @Test("Then a guard's silence means what it registered")
  func denies() throws {
    var (bench, _, _) = try Self.bench(.deny)
    let leaving = Self.leave(&bench)
    bench.pass(480)
    #expect(bench.ending(of: leaving) == "vetoed noAnswer")
    #expect(
      bench.outcome(of: leaving)?.message == "the guard of list was not asked: it does not answer, or owes an answer")
  }

  @Test("A command whose own time is shorter leaves the handler as long as its ask may take")
  func shortCommand() throws {
    var (bench, running, token) = try Self.bench()
    bench.client("busy", sends: .cancel(Cancel(id: running)))
    Self.end(token, .abandoned, in: &bench)
    let short = bench.command(.show(["map"]), from: "short") { $0.deadlineMs = 150 }
    bench.pass(150)
    #expect(bench.ending(of: short) == "timedOut")
    let leaving = Self.leave(&bench)
    bench.pass(349)
    #expect(bench.ending(of: leaving) == "")
    try bench.abandon(by: "list")
    try bench.answer(.deny(code: nil, message: nil), by: "list")
    #expect(bench.ending(of: leaving) == "vetoed guard")
  }

  @Test("Behind CANCEL the same handler decides the next command")
  func cancelled() throws {
    var (bench, running, token) = try Self.bench()
    bench.client("busy", sends: .cancel(Cancel(id: running)))
    let next = bench.command(.show(["map"]))
    #expect(bench.ending(of: running) == "cancelled" && bench.asks(of: "list").count == 1)
    Self.end(token, .abandoned, in: &bench)
    try bench.answer(.instruction(.push(nil)), by: "list")
    #expect(bench.trace(of: next) == ["list: show map push"] && bench.path == "home/list/map")
  }

  @Test("A command that ends while its ask is held has asked nobody: no worker is told")
  func heldIsCancelled() throws {
    var (bench, _, token) = try Self.bench()
    let leaving = Self.leave(&bench)
    bench.client(sends: .cancel(Cancel(id: leaving)))
    #expect(bench.ending(of: leaving) == "cancelled" && bench.trace(of: leaving) == ["list: leave skipped"])
    Self.end(token, .abandoned, in: &bench)
    #expect(bench.asks(of: "list").count == 1 && bench.verdicts(of: "list").count == 1)
    let next = bench.command(.show(["map"]))
    try bench.answer(.instruction(.push(nil)), by: "list")
    #expect(bench.ending(of: next) == "committed")
  }

  @Test(
    "Tokens grow in the order of sending, also where another scene asks meanwhile: a worker takes a lower one for a copy"
  )
  func tokens() throws {
    var bench = Bench()
    var routable = Routable.asked
    routable.guards = true
    bench.register("list", ["list": routable]) { $0.scenes = nil }
    for scene in ["main", "side"] as [SceneName] { bench.replace("list/list", in: scene) }
    bench.command(.show(["detail"]), from: "busy")
    let token = try #require(bench.asks(of: "list").last).token
    _ = bench.command(.navigator(.goBack(to: .id(.root)))) { $0.ifBusy = .supersede }
    bench.command(.show(["detail"]), from: "other") { $0.scene = "side" }
    Self.end(token, .abandoned, in: &bench)
    let asks = bench.asks(of: "list")
    #expect(asks.map(\.scene) == ["main", "side", "main"] && asks.last?.question == .leave)
    #expect(asks.map(\.token) == asks.map(\.token).sorted() && Set(asks.map(\.token)).count == 3)
  }

  @Test("A standing answer counts behind a handler that was cancelled: nobody has to be asked")
  func standing() throws {
    var bench = Bench()
    var routable = Routable(handles: [RequestPattern(.show, "detail")])
    routable.standing = [RequestPattern(.show, "map"): .push(nil)]
    bench.register("list", ["list": routable])
    bench.replace("list")
    bench.command(.show(["detail"]), from: "busy")
    let id = bench.command(.show(["map"])) { $0.ifBusy = .supersede }
    #expect(bench.ending(of: id) == "committed" && bench.trace(of: id) == ["list: show map push standing"])
  }

  @Test("Whoever asks while an ask is held is not told that its worker is asked")
  func underWay() throws {
    var (bench, _, token) = try Self.bench()
    _ = Self.leave(&bench)
    #expect(bench.scene?.underWay != nil && bench.scene?.underWay?.asking == nil)
    Self.end(token, .abandoned, in: &bench)
    #expect(bench.scene?.underWay?.asking?.request == "leave")
  }

  @Test("Where the worker dies meanwhile, it is passed over as a dead one")
  func died() throws {
    var (bench, _, _) = try Self.bench(.deny)
    let leaving = Self.leave(&bench)
    bench.feed(.connectionLost(Bench.connection("list")))
    #expect(bench.ending(of: leaving) == "committed" && bench.trace(of: leaving) == ["list: leave died"])
  }

  @Test("A newer process of the worker is asked in place of the older one where it guards the element, too")
  func replaced() throws {
    var (bench, _, _) = try Self.bench()
    let leaving = Self.leave(&bench)
    var routable = Routable.asked
    routable.guards = true
    bench.process("list#2", sends: .hello(bench.registration("list#2", ["list": routable])))
    #expect(bench.asks(of: "list#2").map(\.question) == [.leave])
    try bench.answer(.deny(code: nil, message: nil), by: "list#2")
    #expect(bench.ending(of: leaving) == "vetoed guard")
  }

  @Test("One that does not guard it is not: it leaves, as behind a guard that died")
  func replacedByOther() throws {
    var (bench, _, _) = try Self.bench(.deny)
    let leaving = Self.leave(&bench)
    bench.process("list#2", sends: .hello(bench.registration("list#2", ["list": .asked])))
    #expect(bench.asks(of: "list#2") == [] && bench.ending(of: leaving) == "committed")
    #expect(bench.trace(of: leaving) == ["list: leave died"])
  }

  @Test("Where the whole process stood still, the handler has as much more time to end")
  func stalled() throws {
    var (bench, _, token) = try Self.bench()
    let leaving = Self.leave(&bench)
    bench.now = bench.now.advanced(byMs: 60_000)
    bench.feed(.tick)
    #expect(bench.ending(of: leaving) == "")
    Self.end(token, .abandoned, in: &bench)
    try bench.answer(.allow, by: "list")
    #expect(bench.ending(of: leaving) == "committed" && bench.trace(of: leaving) == ["list: leave allow"])
  }

  @Test("A host that prepares is asked behind the handler that was cancelled; without time left it was not asked")
  func host() throws {
    for isFree in [true, false] {
      var bench = Bench()
      bench.register("list", ["list": .asked, "map": Routable(prepares: true)])
      bench.replace("list")
      bench.command(.show(["detail"]), from: "busy")
      let token = try #require(bench.asks(of: "list").last).token
      let going = bench.command(.navigator(.replace(path: literals("list/map"), in: nil))) { $0.ifBusy = .supersede }
      #expect(bench.asks(of: "list").count == 1)
      if isFree {
        Self.end(token, .abandoned, in: &bench)
        try bench.answer(.instruction(.done), by: "list")
        #expect(bench.ending(of: going) == "committed")
      } else {
        bench.pass(500)
        #expect(bench.outcome(of: going)?.word == "timedOut")
        #expect(
          bench.outcome(of: going)?.message == "its host was not asked: it does not answer, or owes an answer")
      }
    }
  }

  @Test("Commands that supersede each other all the time do not starve: those that run commit")
  func storm() throws {
    var (bench, _, _) = try Self.bench()
    var ends: [(at: Instant, token: Ask.Token)] = []
    var (read, settled) = (0, 0)
    for number in 0..<300 {
      bench.command(.show(["detail"]), from: "client\(number)") { $0.ifBusy = .supersede }
      // A handler takes 30 ms, or ends at once when it is cancelled.
      let verdicts = bench.verdicts(of: "list")
      for token in verdicts.dropFirst(settled).map(\.token) where ends.contains(where: { $0.token == token }) {
        ends.removeAll { $0.token == token }
        Self.end(token, .abandoned, in: &bench)
      }
      settled = verdicts.count
      let asks = bench.asks(of: "list")
      for ask in asks.dropFirst(read) { ends.append((bench.now.advanced(byMs: 30), ask.token)) }
      read = asks.count
      bench.pass(10)
      for end in ends where end.at <= bench.now {
        bench.process("list", sends: .answer(AnswerMessage(token: end.token, answer: .instruction(.done))))
      }
      ends.removeAll { $0.at <= bench.now }
    }
    let outcomes = (0..<300).flatMap { bench.outcomes(of: "client\($0)") }
    #expect(outcomes.count { $0.word == "unhandled" } == 0)
    #expect(outcomes.count { $0.isAsAsked } > 40, "\(Dictionary(grouping: outcomes, by: \.word).mapValues(\.count))")
  }
}
