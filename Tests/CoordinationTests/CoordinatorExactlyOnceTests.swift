// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Testing

@Suite("Coordinator: exactly one outcome for each command")
struct CoordinatorExactlyOnceTests {
  static let client = CommandID.client(name: "way", randomBits: 1, 2)

  /// The command of the test's client with this sequence.
  static func id(_ sequence: UInt64) -> CommandID {
    guard let id = CommandID(client: client, sequence: sequence) else { preconditionFailure("\(sequence)") }
    return id
  }

  static let goDetail = Verb.navigator(.go(to: PathItem(AnyScreen("detail")), on: .id(.root)))

  @Test("A copy of a decided command gets the same outcome and does not navigate again")
  func copy() {
    var bench = CoordinatorChainTests.bench()
    bench.command(Self.goDetail, id: Self.id(1))
    let first = bench.take("client")
    bench.command(Self.goDetail, id: Self.id(1))
    #expect(bench.take("client") == first)
    #expect(bench.revision == 2)
  }

  @Test("A copy after a restart gets the same outcome", arguments: [goDetail, .hide("nobody", atomic: false)])
  func copyAfterRestart(_ verb: Verb) {
    var bench = CoordinatorChainTests.bench()
    bench.command(verb, id: Self.id(1))
    let first = bench.outcome(of: Self.id(1))
    bench.restart()
    bench.command(verb, id: Self.id(1))
    // The path of an outcome that changed nothing is told with the hosts of now.
    #expect(bench.outcome(of: Self.id(1))?.withoutHosts == first?.withoutHosts)
  }

  @Test("So does one from inside an ask, which lies deeper than it says, also where the journal has outlines alone")
  func nestedCopyAfterRestart() throws {
    for isSensitive in [false, true] {
      var bench = CoordinatorChainTests.bench()
      if isSensitive { bench.register("pin", ["pin": Routable(sensitive: true)]) }
      bench.command(.show(["detail"]))
      var nested = Command(id: Self.id(1), verb: Self.goDetail)
      nested.within = try #require(bench.asks(of: "list").last).token
      bench.process("list", sends: .command(nested))
      try bench.answer(.declined, by: "list")
      try bench.answer(.declined, by: "home")
      #expect(bench.ending(of: nested.id) == "committed")
      for _ in 1...2 {
        bench.forgetAll()
        bench.process("list", sends: .command(nested))
        #expect(bench.ending(of: nested.id) == "committed")
        bench.restart()
      }
    }
  }

  @Test("A copy of a command that waits or runs attaches to it: each gets the same bytes, up to four")
  func attach() throws {
    var bench = CoordinatorChainTests.bench()
    for index in 1...5 { bench.command(.show(["detail"]), id: Self.id(1), from: "copy\(index)") }
    try bench.answer(.instruction(.push(nil)), by: "list")
    #expect((1...5).map { bench.outcomes(of: "copy\($0)").count } == [0, 1, 1, 1, 1])
    #expect(Set((2...5).flatMap { bench.outcomes(of: "copy\($0)") }).count == 1)
    #expect(bench.asks(of: "list").count == 1)
  }

  @Test("The first copy's admission fixes the deadline")
  func deadlineOfFirst() {
    var bench = CoordinatorChainTests.bench()
    bench.command(.show(["detail"]), id: Self.id(1)) { $0.deadlineMs = 400 }
    bench.pass(300)
    bench.command(.show(["detail"]), id: Self.id(1)) { $0.deadlineMs = 400 }
    bench.pass(100)
    #expect(bench.ending(of: Self.id(1)) == "timedOut")
  }

  @Test("Another body under the same id is refused, and the id's own outcome stands")
  func idReused() {
    var bench = CoordinatorChainTests.bench()
    bench.command(Self.goDetail, id: Self.id(1))
    bench.command(.back, id: Self.id(1))
    #expect(bench.ending(of: Self.id(1)) == "rejected idReused")
    bench.command(Self.goDetail, id: Self.id(1))
    #expect(bench.ending(of: Self.id(1)) == "committed")
    #expect(bench.revision == 2)
  }

  @Test("A resume under the id of another command is refused")
  func resumeReused() {
    var bench = CoordinatorChainTests.bench()
    bench.command(Self.goDetail, id: Self.id(1))
    bench.client(sends: .resume(Resume(id: Self.id(1), target: Self.id(2))))
    #expect(bench.ending(of: Self.id(1)) == "rejected idReused")
  }

  @Test("Acknowledged outcomes are forgotten, and a late copy of them does not run")
  func acknowledged() {
    var bench = CoordinatorChainTests.bench()
    bench.command(Self.goDetail, id: Self.id(1))
    bench.command(Self.goDetail, id: Self.id(2)) { $0.ackedBelow = 2 }
    let acknowledged = AcknowledgedRecord(client: Self.id(1).client, below: 2, owner: 7)
    #expect(bench.records.contains(.acknowledged(acknowledged)))
    bench.forgetAll()
    bench.command(Self.goDetail, id: Self.id(1))
    #expect(bench.errors() == [.outsideWindow])
    #expect(bench.revision == 3)
  }

  @Test("A late copy of an acknowledged command does not run after a restart either")
  func acknowledgedRestart() {
    var bench = CoordinatorChainTests.bench()
    bench.command(Self.goDetail, id: Self.id(1))
    bench.command(.show(["detail"]), id: Self.id(2)) { $0.ackedBelow = 2 }
    bench.restart()
    bench.command(Self.goDetail, id: Self.id(1))
    #expect(bench.errors() == [.outsideWindow])
  }

  /// Command 1 is decided, 2 runs, 3 waits, and 4, in another scene, acknowledges all of them.
  private static func acknowledgedAhead() -> Bench {
    var bench = CoordinatorChainTests.bench()
    bench.command(.navigator(.didAppear(.id(ElementID(1)))), id: id(1))
    bench.command(.show(["detail"]), id: id(2))
    bench.command(.show(["map"]), id: id(3))
    bench.command(.navigator(.replace(path: literals("home"), in: nil)), id: id(4)) {
      $0.scene = "other"
      $0.ackedBelow = 4
    }
    return bench
  }

  @Test("What ran or waited when its client acknowledged it is taken again after a restart", arguments: [false, true])
  func acknowledgedAheadRestart(isOrderly: Bool) {
    var bench = Self.acknowledgedAhead()
    if isOrderly {
      bench.feed(.stop)
      bench.command(.back, id: Self.id(5)) { $0.ackedBelow = 5 }
      #expect(bench.outcomes().last?.id == Self.id(2))
    }
    bench.restart()
    bench.command(.show(["detail"]), id: Self.id(2))
    bench.command(.show(["map"]), id: Self.id(3))
    #expect(bench.errors().isEmpty)
    bench.pass(2000)
    #expect(bench.ending(of: Self.id(2)) == (isOrderly ? "failed stopping" : "failed restarted"))
    #expect(bench.ending(of: Self.id(3)) == "failed restarted")
    bench.command(.navigator(.didAppear(.id(ElementID(1)))), id: Self.id(1))
    #expect(bench.errors() == [.outsideWindow])
  }

  @Test("Once it has its outcome, and its client acknowledges again, a late copy does not run after a restart either")
  func acknowledgedAheadEnded() throws {
    var bench = Self.acknowledgedAhead()
    try bench.answer(.declined, by: "list")
    try bench.answer(.declined, by: "home")
    #expect(bench.ending(of: Self.id(2)) == "unhandled")
    bench.command(.back, id: Self.id(5)) { $0.ackedBelow = 4 }
    bench.client(sends: .cancel(Cancel(id: Self.id(3))))
    bench.command(.back, id: Self.id(6)) { $0.ackedBelow = 4 }
    for _ in 1...2 {
      bench.forgetAll()
      for sequence: UInt64 in 1...3 { bench.command(.show(["detail"]), id: Self.id(sequence)) }
      #expect(bench.errors() == [.outsideWindow, .outsideWindow, .outsideWindow])
      bench.restart()
    }
    #expect(bench.records.count { if case .acknowledged = $0 { true } else { false } } == 3)
  }

  @Test("However long one has no outcome, not all that is acknowledged behind it is remembered")
  func acknowledgedBehind() throws {
    var bench = CoordinatorChainTests.bench()
    bench.register("other", ["page": .asked]) { $0.scenes = ["other"] }
    bench.replace("page", in: "other")
    bench.command(.show(["detail"]), id: Self.id(1)) { $0.deadlineMs = 60_000 }
    for sequence: UInt64 in 2...200 {
      bench.command(.show(["x"]), id: Self.id(sequence)) { ($0.scene, $0.ackedBelow) = ("other", sequence) }
      if sequence > 2 { try bench.answer(.declined, by: "other") }
    }
    bench.forgetAll()
    for sequence: UInt64 in 1...150 { bench.client(sends: .query(Query(id: Self.id(sequence).description))) }
    let answers = bench.take("client")
    #expect(answers.first == .status(Status(id: Self.id(1).description, state: .pending)))
    #expect(answers.count { $0.kind == .outcome } < 130)
    bench.restart()
    bench.command(.show(["detail"]), id: Self.id(1))
    #expect(bench.errors().isEmpty)
  }

  @Test(
    "All that a client acknowledges far ahead of its commands is forgotten, however many others remember",
    arguments: [UInt64(1500), 1 << 40])
  func acknowledgedFarAhead(_ next: UInt64) {
    var bench = CoordinatorChainTests.bench()
    let known: [UInt64] = [1, 2, 700]
    for sequence in known { bench.command(Self.goDetail, id: Self.id(sequence)) }
    for _ in 1...1600 { bench.command(.hide("nobody", atomic: false), from: "other") }
    bench.command(Self.goDetail, id: Self.id(next)) { $0.ackedBelow = next }
    bench.forgetAll()
    for sequence in known { bench.command(Self.goDetail, id: Self.id(sequence)) }
    #expect(bench.errors() == [.outsideWindow, .outsideWindow, .outsideWindow])
  }

  @Test("A lower sequence than one that was seen is not stale by that")
  func notStale() {
    var bench = CoordinatorChainTests.bench()
    bench.command(Self.goDetail, id: Self.id(7))
    bench.command(.back, id: Self.id(3))
    #expect(bench.ending(of: Self.id(3)) == "committed")
  }

  @Test("Outcomes are remembered for ten minutes")
  func window() {
    var bench = CoordinatorChainTests.bench()
    bench.command(Self.goDetail, id: Self.id(1))
    bench.pass(599_000)
    bench.client(sends: .query(Query(id: Self.id(1).description)))
    #expect(bench.ending(of: Self.id(1)) == "committed")
    bench.pass(3_000)
    bench.forgetAll()
    bench.client(sends: .query(Query(id: Self.id(1).description)))
    #expect(bench.take("client") == [.status(Status(id: Self.id(1).description, state: .notSeen))])
  }

  @Test("A query tells pending, the outcome, not seen, or outside the window, and changes nothing")
  func query() throws {
    var bench = CoordinatorChainTests.bench()
    func status(_ state: Status.State) -> [Message] { [.status(Status(id: Self.id(1).description, state: state))] }
    let query = Message.query(Query(id: Self.id(1).description))
    bench.client(sends: query)
    #expect(bench.take("client") == status(.notSeen))
    bench.command(.show(["detail"]), id: Self.id(1), from: "other")
    let (path, revision) = (bench.path, bench.revision)
    bench.client(sends: query)
    #expect(bench.take("client") == status(.pending))
    #expect((bench.path, bench.revision) == (path, revision) && bench.asks(of: "list").count == 1)
    try bench.answer(.instruction(.push(nil)), by: "list")
    bench.client(sends: query)
    #expect(bench.take("client").map(\.kind) == [.outcome])
    bench.command(.back, id: Self.id(2), from: "other") { $0.ackedBelow = 2 }
    bench.client(sends: query)
    #expect(bench.take("client") == status(.outsideWindow))
  }

  @Test("A query takes any unique ending of an id that has at least four letters")
  func endings() {
    var bench = CoordinatorChainTests.bench()
    bench.command(.back, id: Self.id(1), from: "other")
    bench.client(sends: .query(Query(id: String(Self.id(1).description.suffix(6)))))
    #expect(bench.outcomes().map(\.id) == [Self.id(1)])
    bench.forgetAll()
    let ending = String(Self.id(1).description.suffix(5))
    bench.command(.back, id: endsCommand("b\(ending)"), from: "other")
    bench.client(sends: .query(Query(id: ending)))
    #expect(bench.take("client") == [.status(Status(id: ending, state: .ambiguous))])
    bench.client(sends: .query(Query(id: "-1")))
    #expect(bench.take("client") == [.status(Status(id: "-1", state: .notSeen))])
  }

  @Test(
    "An ending finds its id however many digits its sequence has",
    arguments: [1, 10, 100, 999, 1000, 12345, UInt64(Int64.max)])
  func endingsOfSequences(sequence: UInt64) {
    for count in 4...8 {
      var bench = CoordinatorChainTests.bench()
      bench.command(.back, id: Self.id(sequence), from: "other")
      bench.client(sends: .query(Query(id: String(Self.id(sequence).description.suffix(count)))))
      #expect(bench.outcomes().map(\.id) == [Self.id(sequence)])
    }
  }

  @Test("An ending that more ids share than are told apart is ambiguous, a whole id never; forgotten ids do not count")
  func sharedEndings() {
    var bench = CoordinatorChainTests.bench()
    func id(_ number: Int) -> CommandID { endsCommand("q\(number)-alike") }
    for number in 1...300 {
      bench.command(.navigator(.goBack(to: .screen(AnyScreen("nowhere")))), id: id(number), from: "other")
    }
    bench.forgetAll()
    bench.client(sends: .query(Query(id: "7-alike")))
    bench.client(sends: .query(Query(id: "300-alike")))
    let both = ["7-alike", "300-alike"].map { Message.status(Status(id: $0, state: .ambiguous)) }
    #expect(bench.take("client") == both)
    bench.client(sends: .query(Query(id: "q300-alike")))
    #expect(bench.outcomes().map(\.id) == [id(300)])
  }

  @Test("Sealing an unseen id gives it an outcome for good: whatever comes under it has that outcome")
  func seal() {
    var bench = CoordinatorChainTests.bench()
    bench.client(sends: .query(Query(id: Self.id(1).description, seal: true)))
    #expect(bench.ending(of: Self.id(1)) == "failed lost")
    for _ in 1...2 {
      bench.forgetAll()
      bench.command(Self.goDetail, id: Self.id(1))
      #expect(bench.ending(of: Self.id(1)) == "failed lost")
      bench.restart()
    }
    #expect(bench.path == "home/list")
  }

  @Test("Sealing is exact: an id that only ends like another is not that other")
  func sealExact() {
    var bench = CoordinatorChainTests.bench()
    bench.command(.back, id: endsCommand("a-x"))
    bench.client(sends: .query(Query(id: "x", seal: true)))
    #expect(bench.ending(of: endsCommand("x")) == "failed lost")
  }

  @Test("Sealing a client without a sequence is sealing its first command, which goes on and keeps its outcome")
  func sealFirst() throws {
    var bench = CoordinatorChainTests.bench()
    let id = endsCommand("app-01ARZ3NDEKTSV4RRFFQ69G5FAV-1")
    let seal = Message.query(Query(id: id.client, seal: true))
    bench.command(.show(["detail"]), id: id)
    bench.client(sends: seal)
    #expect(bench.take("client") == [.status(Status(id: id.description, state: .pending))])
    try bench.answer(.instruction(.push(nil)), by: "list")
    let outcome = try #require(bench.outcome(of: id))
    #expect(outcome.kind == .committed)
    bench.forgetAll()
    bench.client(sends: seal)
    #expect(bench.take("client") == [.outcome(outcome)])
    #expect(bench.path == "home/list/detail")
    // Of a client that nobody knows it is sealed under its whole id.
    let unseen = endsCommand("app-01ARZ3NDEKTSV4RRFFQ69G5FAW-1")
    bench.client(sends: .query(Query(id: unseen.client, seal: true)))
    #expect(bench.ending(of: unseen) == "failed lost")
  }

  @Test("CANCEL ends what waits, runs or was never seen; what has ended stays")
  func cancel() throws {
    var bench = CoordinatorChainTests.bench()
    bench.command(.show(["detail"]), id: Self.id(1))
    bench.command(.back, id: Self.id(2))
    for sequence: UInt64 in 1...3 { bench.client(sends: .cancel(Cancel(id: Self.id(4 - sequence)))) }
    #expect((1...3).map { bench.ending(of: Self.id($0)) } == ["cancelled", "cancelled", "cancelled"])
    #expect(bench.verdicts(of: "list").map(\.used) == [false])
    bench.command(Self.goDetail, id: Self.id(3))
    #expect(bench.ending(of: Self.id(3)) == "cancelled")
    bench.command(Self.goDetail, id: Self.id(4))
    bench.client(sends: .cancel(Cancel(id: Self.id(4))))
    #expect(bench.ending(of: Self.id(4)) == "committed")
  }

  @Test(
    "Everything that is told of an admitted command is written in the same turn",
    arguments: [
      (Verb.back, "committed"), (.hide("nobody", atomic: false), "unchanged targetNotFound"),
      (.show(["detail"]), "cancelled"), (.navigate([]), "rejected emptyRoute"),
    ])
  func written(_ verb: Verb, _ ending: String) throws {
    var bench = CoordinatorChainTests.bench()
    bench.command(verb, id: Self.id(1))
    if ending == "cancelled" { bench.client(sends: .cancel(Cancel(id: Self.id(1)))) }
    #expect(bench.ending(of: Self.id(1)) == ending)
    let written = bench.records.compactMap { if case .decided(let record) = $0 { record.outcome } else { nil } }
    var told = try #require(bench.outcome(of: Self.id(1)))
    if ending != "committed" { told.path = PlacedPath(Path([])) }
    #expect(written.last == told)
  }

  @Test("What begins by the coordinator's own name is not taken from anybody")
  func internalNames() throws {
    var bench = Bench()
    bench.register("home", ["home": Routable(onDeath: .fallback(AnyScreen("sorry")))])
    bench.replace("home")
    bench.feed(.connectionLost(Bench.connection("home")))
    bench.pass(1000)
    let own = try #require(
      bench.records.compactMap { if case .decided(let record) = $0 { record.outcome.id } else { nil } }.last)
    #expect(own.clientName == "waykeeperd")
    let next = try #require(CommandID(client: own.client, sequence: own.sequence + 1))
    bench.client(sends: .cancel(Cancel(id: next)))
    #expect(bench.errors() == [.denied])
  }
}

extension Outcome {
  fileprivate var withoutHosts: Outcome {
    var outcome = self
    outcome.path.hosts = [:]
    return outcome
  }
}
