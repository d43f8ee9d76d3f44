// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Testing

@Suite("Coordinator: the owner of a client id")
struct CoordinatorOwnershipTests {
  private typealias Known = CoordinatorExactlyOnceTests

  /// A victim's command of uid 7 that is decided, and one that waits for an answer.
  private static func bench() -> Bench {
    var bench = CoordinatorChainTests.bench()
    bench.command(Known.goDetail, id: Known.id(1), from: "victim")
    bench.command(.back, id: Known.id(2), from: "victim")
    bench.command(.show(["detail"]), id: Known.id(3), from: "victim")
    #expect(bench.ending(of: Known.id(3)) == "")
    bench.forgetAll()
    return bench
  }

  @Test(
    "Another user cannot use, repeat, acknowledge, seal, cancel or resume under it, and nothing has changed",
    arguments: [8, nil] as [UInt32?], [false, true])
  func denied(uid: UInt32?, afterRestart: Bool) throws {
    var bench = Self.bench()
    if afterRestart { bench.restart(afterMs: 5000) }
    bench.forgetAll()
    let records = bench.records.count
    var jump = Command(id: Known.id(9), verb: .back)
    jump.ackedBelow = 9
    let messages: [Message] = [
      .command(jump), .command(Command(id: Known.id(1), verb: Known.goDetail)), .cancel(Cancel(id: Known.id(7))),
      .query(Query(id: Known.id(8).description, seal: true)), .resume(Resume(id: Known.id(6), target: Known.id(3))),
    ]
    for message in messages { bench.client("thief", uid: uid, sends: message) }
    if !afterRestart { bench.client("thief", uid: uid, sends: .cancel(Cancel(id: Known.id(3)))) }
    #expect(bench.errors(of: "thief") == Array(repeating: .denied, count: afterRestart ? 5 : 6))
    #expect(bench.outcomes(of: "thief") == [])
    #expect(bench.records.count == records)
    bench.command(Known.goDetail, id: Known.id(1), from: "victim")
    #expect(bench.ending(of: Known.id(1)) == "committed")
  }

  @Test("Whoever may connect may ask how a command ended, and root may cancel and seal each")
  func allowed() {
    var bench = Self.bench()
    bench.client("reader", uid: 8, sends: .query(Query(id: Known.id(1).description)))
    #expect(bench.ending(of: Known.id(1)) == "committed")
    bench.client("root", uid: 0, sends: .cancel(Cancel(id: Known.id(3))))
    #expect(bench.ending(of: Known.id(3)) == "cancelled")
    bench.client("root", uid: 0, sends: .query(Query(id: Known.id(4).description, seal: true)))
    #expect(bench.ending(of: Known.id(4)) == "failed lost")
  }

  @Test("Over tcp, where no user is known, all connections are one user")
  func tcp() {
    var bench = CoordinatorChainTests.bench()
    for peer in ["a", "b"] {
      bench.client(peer, uid: nil, sends: .command(Command(id: Known.id(1), verb: Known.goDetail)))
      #expect(bench.outcomes(of: peer).map(\.word) == ["committed"])
    }
    bench.command(Known.goDetail, id: Known.id(1))
    #expect(bench.errors() == [.denied])
  }

  @Test("A command that acknowledges its own outcome is malformed, and so is a free id that acknowledges anything")
  func ackedBelow() {
    var bench = CoordinatorChainTests.bench()
    bench.command(.back, id: Known.id(3)) { $0.ackedBelow = 4 }
    bench.command(.back, id: endsCommand("free")) { $0.ackedBelow = 1 }
    #expect(bench.errors() == [.malformed, .malformed])
    bench.command(.back, id: Known.id(3)) { $0.ackedBelow = 3 }
    #expect(bench.ending(of: Known.id(3)) == "committed")
  }

  @Test("A client that nothing is remembered of belongs to nobody any more")
  func forgotten() {
    var bench = CoordinatorChainTests.bench()
    bench.command(Known.goDetail, id: Known.id(1))
    bench.pass(Limits.windowMs + 2000)
    bench.client("next", uid: 8, sends: .command(Command(id: Known.id(1), verb: Known.goDetail)))
    #expect(bench.outcomes(of: "next").map(\.word) == ["committed"])
  }

  @Test("Of the coordinator's own commands only the last are remembered, and no user's share holds them")
  func own() throws {
    var bench = Bench()
    bench.register("home", ["home": Routable(onDeath: .fallback(AnyScreen("home")))])
    bench.replace("home")
    let count = Limits.ownOutcomesMax + 5
    for _ in 0..<count {
      bench.process("home", sends: .cannotShow(CannotShow(scene: "main", element: .root)))
    }
    let own = bench.records.compactMap { if case .decided(let record) = $0 { record.outcome.id } else { nil } }
      .filter { $0.clientName == "waykeeperd" }
    try #require(own.count == count)
    bench.forgetAll()
    for id in [own[0], own[count - 1]] { bench.client(sends: .query(Query(id: id.description))) }
    #expect(bench.take("client").map(\.kind) == [.status, .outcome])
    #expect(try CoordinatorShareTests.status(&bench).users.map(\.outcomes) == [1])
  }

  @Test("A client that comes after the coordinator's own commands were forgotten for their age keeps its outcomes")
  func ownPlaces() throws {
    var bench = Bench()
    bench.register("home", ["home": Routable(onDeath: .fallback(AnyScreen("home")))])
    bench.replace("home")
    func fails(_ times: Int) {
      for _ in 0..<times { bench.process("home", sends: .cannotShow(CannotShow(scene: "main", element: .root))) }
    }
    fails(5)
    // By seconds, so that the worker keeps its session.
    for _ in 0..<(Limits.windowMs / 1000 + 3) {
      bench.process("home", sends: .pong(Pong(applied: [:])))
      bench.pass(1000)
    }
    let ids = (1...5).map { Known.id($0) }
    for id in ids { bench.command(.navigator(.replaceContent(of: .id(.root), with: AnyScreen("home"))), id: id) }
    fails(Limits.ownOutcomesMax + 10)
    bench.forgetAll()
    for id in ids { bench.client(sends: .query(Query(id: id.description))) }
    #expect(bench.take("client").map(\.kind) == Array(repeating: .outcome, count: ids.count))
  }
}
