// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Testing

@Suite("Coordinator: guards of what leaves, hosts that prepare what comes")
struct CoordinatorGuardTests {
  /// home/list/form, the last two guarded.
  static func bench(_ unanswered: Routable.Unanswered = .allow) -> Bench {
    var bench = Bench()
    bench.register("list", ["list": .guarding])
    bench.register("form", ["form": Routable(guards: true, unanswered: unanswered)])
    bench.replace("home/list/form")
    return bench
  }

  @Test("Those that leave are asked topmost first, and every one that allows lets it happen")
  func allow() throws {
    var bench = Self.bench()
    let id = bench.command(.navigator(.replace(path: literals("home"), in: nil)))
    #expect(bench.asks(of: "list") == [])
    #expect(bench.asks(of: "form").last?.question == .leave)
    #expect(bench.asks(of: "form").last?.deadlineMs == 1000)
    try bench.answer(.allow, by: "form")
    try bench.answer(.allow, by: "list")
    #expect(bench.ending(of: id) == "committed")
    #expect(bench.trace(of: id) == ["form: leave allow", "list: leave allow"])
  }

  @Test("A deny vetoes with the guard's words; the guards that allowed before are told that it was in vain")
  func veto() throws {
    var bench = Self.bench()
    let id = bench.command(.navigator(.replace(path: literals("home"), in: nil)))
    try bench.answer(.allow, by: "form")
    bench.inboxes["form"] = nil
    try bench.answer(.deny(code: "dirty", message: "unsaved"), by: "list")
    let by = Outcome.Party(worker: "list", screen: "list", element: ElementID(1))
    #expect(bench.outcome(of: id)?.kind == .vetoed(by: by, .guard, code: "dirty"))
    #expect(bench.outcome(of: id)?.message == "unsaved")
    #expect(bench.verdicts(of: "form").map(\.used) == [false])
    #expect(bench.verdicts(of: "list") == [])
    #expect(bench.path == "home/list/form")
  }

  @Test("Guards are not asked where the command skips them, and the cause says so")
  func skip() {
    var bench = Self.bench()
    let id = bench.command(.back) { $0.skipsGuards = true }
    #expect(bench.ending(of: id) == "committed")
    #expect(bench.asks(of: "form") == [])
    #expect(bench.updates.last?.cause.skippedGuards == true)
  }

  @Test("A silent guard means what it registered", arguments: [Routable.Unanswered.allow, .deny])
  func silent(_ unanswered: Routable.Unanswered) {
    var bench = Self.bench(unanswered)
    let id = bench.command(.back)
    bench.pass(999)
    #expect(bench.ending(of: id) == "")
    bench.pass(1)
    #expect(bench.ending(of: id) == (unanswered == .allow ? "committed" : "vetoed noAnswer"))
    #expect(bench.trace(of: id) == ["form: leave noAnswer"])
    #expect(bench.verdicts(of: "form").map(\.used) == [false])
  }

  @Test("A dead guard always allows")
  func dead() {
    var bench = Self.bench(.deny)
    bench.feed(.connectionLost(Bench.connection("form")))
    let id = bench.command(.back)
    #expect(bench.ending(of: id) == "committed")
    #expect(bench.trace(of: id) == ["form: leave died"])
  }

  @Test("A guard that dies while it is asked allows")
  func dies() {
    var bench = Self.bench(.deny)
    let id = bench.command(.back)
    bench.feed(.connectionLost(Bench.connection("form")))
    #expect(bench.ending(of: id) == "committed")
  }

  @Test(
    "A worker that is replaced in the midst of a transition is not gone: its other guards are asked in its new session",
    arguments: ["both", "both#2"])
  func replaced(_ next: String) throws {
    var bench = Bench()
    let routables: [ScreenName: Routable] = ["list": .guarding, "form": .guarding]
    bench.register("both", routables)
    bench.replace("home/list/form")
    let id = bench.command(.navigator(.replace(path: literals("home"), in: nil)))
    bench.process(next, sends: .hello(bench.registration(next, routables) { $0.takeover = true }))
    #expect(bench.asks(of: next).last?.screen.name == "list")
    let sent = bench.inboxes[next]?.map(\.kind) ?? []
    let welcomed = try #require(sent.lastIndex(of: .welcome))
    #expect(sent[welcomed...].firstIndex(of: .ask).map { $0 > welcomed } == true, "\(sent)")
    try bench.answer(.deny(code: nil, message: nil), by: next)
    #expect(bench.ending(of: id) == "vetoed guard")
    #expect(bench.trace(of: id) == ["form: leave died", "list: leave deny"])
    #expect(bench.path == "home/list/form")
  }

  @Test("What comes is prepared by hosts that want it, root first, after the guards")
  func prepares() throws {
    var bench = Self.bench()
    bench.register("map", ["map": Routable(prepares: true), "pin": Routable(prepares: true)])
    let id = bench.command(.navigator(.replace(path: literals("home/list/map/pin"), in: nil)))
    #expect(bench.asks(of: "map") == [])
    try bench.answer(.allow, by: "form")
    #expect(bench.asks(of: "map").map(\.question) == [.host])
    #expect(bench.asks(of: "map").first?.isDraft == true)
    try bench.answer(.allow, by: "map")
    #expect(bench.asks(of: "map").last?.screen.name == "pin")
    try bench.answer(.instruction(.done), by: "map")
    #expect(bench.ending(of: id) == "committed")
    #expect(bench.trace(of: id) == ["form: leave allow", "map: host allow", "pin: host done"])
    #expect(bench.verdicts(of: "map").map(\.used) == [true, true])
  }

  @Test(
    "Where hosts are required, one that has prepared and died has not: a newer process has prepared nothing, a new connection has",
    arguments: [true, false])
  func preparedAndDied(isOther: Bool) throws {
    var bench = Bench(requiresHosts: true)
    bench.register("home", ["home": Routable()])
    for name in ["map", "pin"] { bench.register(name, [ScreenName(name) ?? "home": Routable(prepares: true)]) }
    bench.replace("home")
    let id = bench.command(.navigator(.replace(path: literals("home/map/pin"), in: nil)))
    try bench.answer(.allow, by: "map")
    bench.feed(.connectionLost(Bench.connection("map")))
    let process = isOther ? "map#2" : "map"
    bench.process(process, sends: .hello(bench.registration(process, ["map": Routable(prepares: true)])))
    try bench.answer(.allow, by: "pin")
    #expect(bench.ending(of: id) == (isOther ? "failed died" : "committed"))
    #expect(bench.outcome(of: id)?.message == (isOther ? "the host of 'map' died" : nil))
    #expect(bench.path == (isOther ? "home" : "home/map/pin"))
  }

  @Test("A host that is silent, dies or denies while it prepares ends the command")
  func unprepared() throws {
    var bench = Self.bench()
    bench.register("map", ["map": Routable(prepares: true)])
    let go = Verb.navigator(.go(to: PathItem(AnyScreen("map")), on: .id(.root)))
    let silent = bench.command(go) { $0.skipsGuards = true }
    bench.pass(500)
    let who = Outcome.Party(worker: "map", screen: "map", element: ElementID(3))
    #expect(bench.outcome(of: silent)?.kind == .timedOut(phase: .host, who: who))
    bench.process("map", sends: .abandoned(Abandoned(token: Ask.Token(epoch: 1, number: 1))))
    let denied = bench.command(go) { $0.skipsGuards = true }
    try bench.answer(.deny(code: nil, message: nil), by: "map")
    #expect(bench.ending(of: denied) == "vetoed guard")
    let died = bench.command(go) { $0.skipsGuards = true }
    bench.feed(.connectionLost(Bench.connection("map")))
    #expect(bench.ending(of: died) == "failed died")
    #expect(bench.path == "home/list/form")
  }
}
