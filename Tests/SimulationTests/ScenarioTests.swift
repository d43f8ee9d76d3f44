// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Testing
import TestTraits

@Suite("Scenarios", .offPool)
struct ScenarioTests {
  @Test(
    "The coordinator dies in the turn that commits: the client gets one outcome, and the route moves once",
    arguments: DeathPoint.allCases)
  func diesInTurn(_ death: DeathPoint) {
    let story = Simulator.story()
    story.want(story.replace("home"))
    story.pass(500)
    story.nextDeath = death
    let id = story.want(story.replace("home/list"))
    #expect(story.heal() == nil)
    #expect(story.ending(of: id) == "committed")
    #expect(story.journal.commits.count { $0.cause.command == id } == 1)
  }

  @Test("A late copy of an acknowledged command does not run again, not even after a restart")
  func lateCopy() {
    let story = Simulator.story()
    let first = story.want(story.replace("home/list"))
    story.pass(500)
    story.want(story.replace("home")) { $0.ackedBelow = 2 }
    story.pass(500)
    story.killCoordinator()
    story.pass(3000)
    story.copy(first)
    #expect(story.heal() == nil)
    #expect(story.path == "home")
  }

  @Test("A worker that slept through a restart learns that its answer was used, though there were commits since")
  func lateVerdict() throws {
    let story = Simulator.story()
    story.want(story.replace("home/list"))
    story.pass(500)
    let list = try #require(story.process(of: "list"))
    let commits = story.journal.commits.count
    story.want(.show(["detail"]))
    while story.journal.commits.count == commits { story.go(until: story.now + 10) }
    story.pause(list, for: 5_000_000...5_000_000)
    story.pass(100)
    story.want(.navigator(.go(to: PathItem(AnyScreen("help")), on: .id(.root))))
    story.pass(500)
    story.killCoordinator()
    story.pass(8000)
    #expect(story.heal() == nil)
    let verdicts = story.checker.asks.values.filter { $0.runner == list && $0.commit != nil }.map(\.verdict)
    #expect(verdicts == [true])
  }

  @Test("A process that wakes after its successor came is refused, and its successor stays")
  func sleeper() throws {
    let story = Simulator.story()
    story.want(story.replace("home/list"))
    story.pass(500)
    let old = try #require(story.process(of: "list"))
    story.pause(old, for: 4_000_000...4_000_000)
    story.startWorker(1)
    let new = try #require(story.process(of: "list"))
    story.pass(8000)
    #expect(story.workers[old] == nil)
    #expect(story.workers[new]?.session.isLive == true)
    #expect(story.heal() == nil)
  }

  @Test("A process whose connection breaks for longer than the coordinator waits comes back")
  func comesBack() throws {
    let story = Simulator.story()
    story.want(story.replace("home/list"))
    story.pass(500)
    let list = try #require(story.process(of: "list"))
    story.pause(list, for: 15_000_000...15_000_000)
    story.pass(14_000)
    #expect(story.snapshot()[0].path.hosts[ElementID(1)]?.presence == .unattended)
    story.pass(5000)
    #expect(story.workers[list]?.session.isLive == true)
    #expect(story.snapshot()[0].path.hosts[ElementID(1)]?.presence == .attended)
  }

  @Test("A handler that takes its process with it is not asked again and again by one command")
  func crashLoop() {
    let story = Simulator.story()
    story.want(story.replace("home/list"))
    story.pass(500)
    story.weather.deadlyPermille = 1000
    let id = story.want(.show(["help"]))
    story.pass(3500)
    #expect(story.ending(of: id) == "unhandled")
    #expect(story.figures.workerKills == 2)
    #expect(story.heal() == nil)
  }

  @Test("A slow observer loses updates, knows of it, and catches up")
  func slowObserver() throws {
    let story = Simulator.story()
    story.weather.pipe = 5
    story.pause(try #require(story.observers.keys.min()), for: 3_000_000...3_000_000)
    for index in 0..<20 {
      story.want(story.replace("home/list?n=\(index)"))
      story.pass(100)
    }
    #expect(story.heal() == nil)
    #expect(story.checker.gaps > 0)
  }

  @Test("A coordinator that was stopped for ten seconds blames nobody")
  func stopped() throws {
    let story = Simulator.story()
    story.want(story.replace("home/list"))
    story.pass(500)
    let id = story.want(.show(["detail"]))
    while story.asksOnTheWay == 0 { story.go(until: story.now + 10) }
    story.daemon?.isPaused = true
    story.pass(10_000)
    story.resumeCoordinator()
    story.pass(1000)
    #expect(story.ending(of: id) == "committed")
    #expect(story.snapshot()[0].path.hosts.values.allSatisfy { $0.presence == .attended })
    #expect(story.heal() == nil)
  }

  @Test("A clock that was set back does not turn epochs back")
  func clockSetBack() throws {
    let story = Simulator.story()
    let epoch = story.checker.epoch
    story.killCoordinator()
    story.wallOffset -= 3_600_000_000
    story.pass(3000)
    #expect(story.checker.epoch == epoch + 1)
    #expect(story.heal() == nil)
  }

  @Test("After a power cut that cost the end of the journal everybody follows what is left")
  func powerCut() {
    let story = Simulator.story()
    story.want(story.replace("home/list"))
    story.pass(500)
    let (journal, checker) = (story.journal, story.checker)
    story.want(story.replace("home/detail/list"))
    story.pass(500)
    story.killCoordinator()
    story.journal.loseTail(after: journal)
    story.checker = checker
    story.checker.killed()
    story.pass(4000)
    story.want(story.replace("home/list/detail"))
    #expect(story.heal() == nil)
    #expect(story.path == "home/list/detail")
  }

  @Test("A coordinator that has lost its journal, and its clock, is followed too")
  func journalLost() {
    let story = Simulator.story()
    story.want(story.replace("home/list"))
    story.pass(500)
    let before = story.checker
    story.killCoordinator()
    story.journal = SimulatedJournal()
    story.wallOffset = -story.now
    story.checker = Checker(settings: story.fleet.settings, preset: .zeroMQ)
    for (process, name) in before.names { story.checker.began(process, name) }
    story.pass(4000)
    story.want(story.replace("home/detail"))
    #expect(story.heal() == nil)
    #expect(story.path == "home/detail")
  }

  @Test("A copy of an ask that comes in the next session of its process is not run again")
  func copiedAsk() {
    let registration = Fleet.worker("list", ["list": Routable()])
    var session = WorkerSession(registration, seed: 1)
    func step(_ event: WorkerSession.Event) -> [WorkerSession.Action] {
      session.handle(event, at: Instant(microseconds: 0))
    }
    let ask = Ask(
      token: Ask.Token(epoch: 7, number: 1), command: Simulator.story().want(.back), scene: "main", revision: 1,
      question: .leave, screen: AnyScreen("list"), element: .root, isDraft: false, route: Path([]), context: .null,
      animated: false, deadlineMs: 500, depth: 0)
    _ = step(.start)
    _ = step(.received(.welcome(Welcome(session: 1, version: "1", verdicts: [])), epoch: 7))
    #expect(step(.received(.ask(ask), epoch: 7)) == [.run(ask)])
    _ = step(.finished(ask.token, .deny(code: nil, message: nil)))
    _ = step(.connected)
    _ = step(.received(.welcome(Welcome(session: 2, version: "1", verdicts: [])), epoch: 7))
    #expect(step(.received(.ask(ask), epoch: 7)) == [])
  }
}

extension Simulator {
  /// Asks that were sent and not answered.
  fileprivate var asksOnTheWay: Int { checker.asks.values.count { $0.state == .open } }
}
