// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Testing

@Suite("Coordinator: asks, their deadlines and their verdicts")
struct CoordinatorDeadlineTests {
  @Test("A silent handler costs its own deadline, then the next one is asked")
  func silent() throws {
    var bench = CoordinatorChainTests.bench()
    let id = bench.command(.show(["detail"]))
    bench.pass(499)
    #expect(bench.asks(of: "home") == [])
    bench.pass(1)
    #expect(bench.verdicts(of: "list").map(\.used) == [false])
    try bench.answer(.instruction(.push(nil)), by: "home")
    #expect(bench.ending(of: id) == "committed")
    #expect(bench.trace(of: id) == ["list: show detail noAnswer", "home: show detail push"])
    #expect(bench.outcome(of: id)?.ms == 500)
  }

  @Test("A routable's own deadline counts instead")
  func ownDeadline() throws {
    var bench = CoordinatorChainTests.bench()
    var routable = Routable.asked
    routable.askMs = 2000
    bench.register("list", ["list": routable])
    bench.command(.show(["detail"]))
    #expect(bench.asks(of: "list").last?.deadlineMs == 2000)
    bench.pass(1999)
    #expect(bench.asks(of: "home") == [])
    bench.pass(1)
    #expect(bench.asks(of: "home").count == 1)
  }

  @Test("A deadline that no clock holds does no harm", arguments: [Int64.min, -1, 0, .max])
  func absurdDeadline(_ ms: Int64) {
    var bench = CoordinatorChainTests.bench()
    var routable = Routable.asked
    routable.askMs = ms
    routable.workingMaxMs = ms
    bench.register("list", ["list": routable])
    let id = bench.command(.show(["detail"])) { $0.deadlineMs = 600 }
    bench.pass(600)
    #expect(bench.ending(of: id) == (ms == .max ? "timedOut" : "unhandled"))
  }

  @Test("The command's own time ends everything, and says in which phase and who was silent")
  func transitionDeadline() {
    var bench = CoordinatorChainTests.bench()
    let id = bench.command(.show(["detail"])) { $0.deadlineMs = 300 }
    bench.pass(300)
    let who = Outcome.Party(worker: "list", screen: "list", element: ElementID(1))
    #expect(bench.outcome(of: id)?.kind == .timedOut(phase: .handle, who: who))
    #expect(bench.verdicts(of: "list").map(\.used) == [false])
  }

  @Test("A waiting command's time runs too")
  func queueDeadline() {
    var bench = CoordinatorChainTests.bench()
    bench.command(.show(["detail"]))
    let id = bench.command(.back) { $0.deadlineMs = 100 }
    bench.pass(100)
    #expect(bench.outcome(of: id)?.kind == .timedOut(phase: .queue, who: nil))
  }

  @Test("A worker that dies while it is asked costs nothing: the next one is asked at once")
  func death() throws {
    var bench = CoordinatorChainTests.bench()
    let id = bench.command(.show(["detail"]))
    bench.feed(.connectionLost(Bench.connection("list")))
    try bench.answer(.instruction(.push(nil)), by: "home")
    #expect(bench.trace(of: id) == ["list: show detail died", "home: show detail push"])
  }

  @Test("WORKING moves the deadline, up to the registered maximum")
  func working() throws {
    var bench = CoordinatorChainTests.bench()
    var routable = Routable.asked
    routable.workingMaxMs = 800
    bench.register("list", ["list": routable])
    bench.command(.show(["detail"]))
    bench.pass(400)
    let token = try #require(bench.asks(of: "list").last).token
    bench.process("list", sends: .working(Working(token: token, ms: 60_000)))
    bench.pass(399)
    #expect(bench.asks(of: "home") == [])
    bench.pass(1)
    #expect(bench.asks(of: "home").count == 1)
  }

  @Test("A late answer changes nothing, and frees its worker to be asked again")
  func lateAnswer() throws {
    var bench = CoordinatorChainTests.bench()
    bench.command(.show(["detail"]))
    bench.pass(500)
    try bench.answer(.declined, by: "home")
    let skipped = bench.command(.show(["detail"]))
    try bench.answer(.declined, by: "home")
    #expect(bench.trace(of: skipped).first == "list: show detail skipped")
    try bench.answer(.instruction(.push(nil)), by: "list")
    #expect(bench.path == "home/list")
    bench.forgetAll()
    bench.command(.show(["detail"]))
    #expect(bench.asks(of: "list").count == 1)
  }

  @Test("ABANDONED frees a worker as a late answer does")
  func abandoned() throws {
    var bench = CoordinatorChainTests.bench()
    bench.command(.show(["detail"]))
    let token = try #require(bench.asks(of: "list").last).token
    bench.pass(500)
    try bench.answer(.declined, by: "home")
    bench.process("list", sends: .abandoned(Abandoned(token: token)))
    bench.forgetAll()
    bench.command(.show(["detail"]))
    #expect(bench.asks(of: "list").count == 1)
  }

  @Test("A verdict comes exactly once: used after a commit, before the state")
  func verdictUsed() throws {
    var bench = CoordinatorChainTests.bench()
    bench.register("list", ["list": .asked, "detail": Routable()])
    bench.command(.show(["detail"]))
    try bench.answer(.instruction(.push(nil)), by: "list")
    #expect(bench.kinds("list") == [.ask, .settled, .workerState])
    bench.pass(5000)
    #expect(bench.verdicts(of: "list") == [])
  }

  @Test("An answer in the name of another session counts for nothing")
  func foreignToken() throws {
    var bench = CoordinatorChainTests.bench()
    let id = bench.command(.show(["detail"]))
    let token = try #require(bench.asks(of: "list").last).token
    bench.process("home", sends: .answer(AnswerMessage(token: token, answer: .instruction(.push(nil)))))
    #expect(bench.ending(of: id) == "")
    #expect(bench.path == "home/list")
  }

  @Test("A worker that came back is not asked again what its older process died of")
  func crashLoop() throws {
    var bench = CoordinatorChainTests.bench()
    let id = bench.command(.show(["detail", "detail"]))
    bench.process("list#2", sends: .hello(bench.registration("list#2", ["list": .asked])))
    try bench.answer(.instruction(.done), by: "home")
    #expect(bench.asks(of: "list#2") == [])
    try bench.answer(.instruction(.push(nil)), by: "home")
    #expect(bench.trace(of: id).contains("list: show detail skipped"))
  }

  @Test("Asks wait longer where the whole coordinator was stopped")
  func stall() throws {
    var bench = CoordinatorChainTests.bench()
    let id = bench.command(.show(["detail"]))
    bench.now = bench.now.advanced(byMs: 10_000)
    try bench.answer(.instruction(.push(nil)), by: "list")
    #expect(bench.ending(of: id) == "committed")
    #expect(bench.notices.contains { if case .stalled(let ms) = $0 { ms >= 9000 } else { false } })
  }

  @Test("The trace has the question that was open when its command was cancelled")
  func openAtTheEnd() {
    var bench = CoordinatorChainTests.bench()
    let id = bench.command(.show(["detail"]))
    bench.client(sends: .cancel(Cancel(id: id)))
    #expect(bench.ending(of: id) == "cancelled")
    #expect(bench.trace(of: id) == ["list: show detail noAnswer"])
  }

  @Test("Asks have their whole time again, also short ones behind a short stop", arguments: [1100, 1600, 4000])
  func shortStall(ms: Int64) throws {
    var bench = CoordinatorChainTests.bench()
    let id = bench.command(.show(["detail"]))
    bench.now = bench.now.advanced(byMs: ms)
    bench.feed(.tick)
    bench.pass(499)
    try bench.answer(.instruction(.push(nil)), by: "list")
    #expect(bench.ending(of: id) == "committed")
    #expect(bench.trace(of: id) == ["list: show detail push"])
  }

  @Test("Commands that wait their turn wait longer too")
  func stallInQueue() throws {
    var bench = CoordinatorChainTests.bench()
    let running = bench.command(.show(["detail"]))
    let waiting = bench.command(.navigator(.dismiss(.id(.root))))
    bench.now = bench.now.advanced(byMs: 10_000)
    bench.feed(.tick)
    #expect(bench.outcome(of: waiting) == nil)
    try bench.answer(.instruction(.push(nil)), by: "list")
    #expect(bench.ending(of: running) == "committed")
    #expect(bench.outcome(of: waiting) != nil)
    #expect(bench.ending(of: waiting) != "timedOut queue")
  }
}
