// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Testing

@Suite("Coordinator: whose a worker's name is")
struct CoordinatorNameTests {
  /// HELLO of a later process that does not ask for the takeover.
  private static func wait(_ process: String, uid: UInt32? = 7, in bench: inout Bench) {
    let registration = bench.registration(process, ["list": .asked]) { $0.takeover = false }
    bench.process(process, uid: uid, sends: .hello(registration))
  }

  private static func message(_ bench: Bench, to process: String) -> String {
    (bench.inboxes[process] ?? []).compactMap { if case .error(let error) = $0 { error.message } else { nil } }.last
      ?? ""
  }

  @Test("A live process that answers keeps its name: the newcomer hears who holds it, and what to do")
  func answers() {
    var bench = CoordinatorChainTests.bench()
    Self.wait("list#2", in: &bench)
    #expect(bench.kinds("list") == [.ping])
    #expect(bench.kinds("list#2") == [], "nothing is decided yet")
    bench.pass(200)
    bench.process("list", sends: .pong(Pong(applied: [:])))
    #expect(bench.errors(of: "list#2") == [.nameTaken])
    #expect(
      Self.message(bench, to: "list#2")
        == "the worker name 'list' is held by pid 50 (list), which is live; end that one, or let this one take over "
        + "(way worker --takeover; in Swift takeover: true)")
    #expect(bench.errors(of: "list") == [])
    bench.pass(1000)
    #expect(bench.takeovers.isEmpty && bench.watched.contains(Bench.connection("list")))
    Self.wait("list#2", in: &bench)
    #expect(bench.kinds("list").contains(.ping), "each new try is put to the holder anew")
  }

  @Test("Any message is an answer; a copy of the greeting is answered once, by its own correlation")
  func anyMessage() {
    var bench = CoordinatorChainTests.bench()
    Self.wait("list#2", in: &bench)
    bench.pass(250)
    Self.wait("list#2", in: &bench)
    bench.process("list", sends: .inspect(Inspect(.status)))
    #expect(bench.errors(of: "list#2") == [.nameTaken])
  }

  @Test("A hung process loses its name 500 ms after it was asked for a sign, and is told")
  func hung() {
    var bench = CoordinatorChainTests.bench()
    Self.wait("list#2", in: &bench)
    bench.pass(499)
    #expect(bench.kinds("list#2") == [])
    bench.pass(1)
    #expect(bench.kinds("list#2").first == .welcome)
    #expect(bench.errors(of: "list") == [.replaced])
    #expect(bench.takeovers.map(\.description) == ["list: pid 50 (list) → pid 50 (list#2), hung"])
    bench.process("list@2", sends: .hello(bench.registration("list", ["list": .asked])))
    #expect(bench.errors(of: "list@2") == [.replaced])
  }

  @Test("A process that waits for a name and ends meanwhile does not get it")
  func challengerEnds() {
    var bench = CoordinatorChainTests.bench()
    Self.wait("list#2", in: &bench)
    #expect(bench.watched.contains(Bench.connection("list#2")))
    bench.feed(.connectionLost(Bench.connection("list#2")))
    bench.pass(500)
    #expect(bench.errors(of: "list") == [] && bench.takeovers.isEmpty)
    bench.process("list", sends: .pong(Pong(applied: [:])))
    Self.wait("list#3", in: &bench)
    bench.process("list", sends: .pong(Pong(applied: [:])))
    #expect(bench.errors(of: "list#3") == [.nameTaken])
    #expect(!bench.watched.contains(Bench.connection("list#3")))
  }

  /// A process with a session as `map` that waits for the name `list` on the same connection.
  private static func waitsWithSession() -> Bench {
    var bench = CoordinatorChainTests.bench()
    bench.register("map", ["map": Routable()])
    bench.process("map", sends: .hello(bench.registration("list#2", ["list": .asked]) { $0.takeover = false }))
    return bench
  }

  @Test("So it is with one that has a session of another name, or has had one", arguments: [false, true])
  func challengerWithSessionEnds(saysBye: Bool) {
    var bench = Self.waitsWithSession()
    if saysBye { bench.process("map", sends: .bye(Bye())) }
    #expect(bench.watched.contains(Bench.connection("map")))
    bench.feed(.connectionLost(Bench.connection("map")))
    bench.pass(500)
    #expect(bench.errors(of: "list") == [] && bench.takeovers.isEmpty)
    #expect(bench.kinds("map").contains(.welcome) == false)
  }

  @Test("One that waits for two names is watched until it waits for none")
  func challengerOfTwo() {
    var bench = CoordinatorChainTests.bench()
    for name in ["list#2", "home#2"] {
      bench.process("both", sends: .hello(bench.registration(name) { $0.takeover = false }))
    }
    bench.process("list", sends: .pong(Pong(applied: [:])))
    #expect(bench.errors(of: "both") == [.nameTaken] && bench.watched.contains(Bench.connection("both")))
    bench.process("home", sends: .pong(Pong(applied: [:])))
    #expect(!bench.watched.contains(Bench.connection("both")))
  }

  @Test("A process that ends while another one waits leaves it the name at once", arguments: [true, false])
  func ends(well: Bool) {
    var bench = CoordinatorChainTests.bench()
    Self.wait("list#2", in: &bench)
    if well {
      bench.process("list", sends: .bye(Bye()))
    } else {
      bench.feed(.connectionLost(Bench.connection("list")))
    }
    #expect(bench.kinds("list#2").first == .welcome)
    #expect(bench.watched.contains(Bench.connection("list#2")))
    #expect(bench.takeovers.isEmpty, "nobody lost a name")
  }

  @Test("A dead process leaves its name to its user at once; a suspect one does so too")
  func deadOrSuspect() {
    var bench = CoordinatorChainTests.bench()
    bench.feed(.connectionLost(Bench.connection("list")))
    Self.wait("list#2", in: &bench)
    #expect(bench.kinds("list#2").first == .welcome)
    for _ in 0..<5 {
      bench.pass(1000)
      bench.process("home", sends: .pong(Pong(applied: [:])))
    }
    Self.wait("list#3", in: &bench)
    #expect(bench.kinds("list#3").first == .welcome)
    #expect(bench.takeovers.map(\.reason) == [.hung])
  }

  @Test("Of several that wait one does; the others are refused at once")
  func several() {
    var bench = CoordinatorChainTests.bench()
    Self.wait("list#2", in: &bench)
    Self.wait("list#3", in: &bench)
    #expect(bench.errors(of: "list#3") == [.nameTaken])
    bench.register("list#4", ["list": .asked])
    #expect(bench.watched.contains(Bench.connection("list#4")))
    bench.pass(600)
    bench.process("list#4", sends: .pong(Pong(applied: [:])))
    #expect(bench.takeovers.count == 1)
    #expect(bench.watched.contains(Bench.connection("list#4")))
  }

  @Test("The process itself on another connection is welcome, and the one that waits is refused")
  func comesBack() {
    var bench = CoordinatorChainTests.bench()
    Self.wait("list#2", in: &bench)
    bench.process("list@2", sends: .hello(bench.registration("list", ["list": .asked])))
    #expect(bench.kinds("list@2").first == .welcome)
    #expect(bench.errors(of: "list#2") == [.nameTaken])
  }

  @Test("A stop of the whole coordinator makes nobody hung")
  func stall() {
    var bench = CoordinatorChainTests.bench()
    Self.wait("list#2", in: &bench)
    bench.now = bench.now.advanced(byMs: 5000)
    bench.process("list", sends: .pong(Pong(applied: [:])))
    #expect(bench.errors(of: "list#2") == [.nameTaken])
  }

  @Test("Processes that take a name from each other are stopped: the last one keeps it until a minute has passed")
  func contested() {
    var bench = CoordinatorChainTests.bench()
    func takeOver(_ number: Int) -> [Message.Kind] {
      bench.process(
        "list#\(number)", sends: .hello(bench.registration("list#\(number)", ["list": .asked]) { $0.takeover = true }))
      return bench.kinds("list#\(number)")
    }
    for number in 2...6 {
      #expect(takeOver(number).first == .welcome)
      bench.pass(1000)
      bench.process("list#\(number)", sends: .pong(Pong(applied: [:])))
      bench.process("home", sends: .pong(Pong(applied: [:])))
    }
    let contests = bench.notices.filter { if case .contested("list", _) = $0 { true } else { false } }
    #expect(contests.count == 1 && bench.takeovers.count == 5)
    #expect(takeOver(7) == [])
    bench.process("list#6", sends: .pong(Pong(applied: [:])))
    #expect(
      Self.message(bench, to: "list#7")
        == "the worker name 'list' is held by pid 50 (list#6), which is live; processes took it from each other 5 times "
        + "within a minute, so it stays there for now: end all but one")
    for _ in 0..<60 {
      bench.pass(1000)
      for process in ["home", "list#6"] { bench.process(process, sends: .pong(Pong(applied: [:]))) }
    }
    #expect(takeOver(8).first == .welcome)
  }

  @Test("A name belongs to its user, live, dead, and over a restart of the coordinator; a takeover changes nothing")
  func users() {
    var bench = CoordinatorChainTests.bench()
    func refused(_ process: String, _ bench: inout Bench) -> String {
      bench.process(process, uid: 8, sends: .hello(bench.registration(process, ["list": .asked])))
      defer { bench.forgetAll() }
      return bench.errors(of: process) == [.nameTaken] ? Self.message(bench, to: process) : "not refused"
    }
    #expect(refused("list#2", &bench).hasPrefix("the worker name 'list' belongs to user 7 (held by pid 50 (list));"))
    bench.feed(.connectionLost(Bench.connection("list")))
    bench.pass(20_000)
    #expect(refused("list#3", &bench).hasPrefix("the worker name 'list' belongs to user 7, whose worker is away;"))
    bench.restart()
    #expect(refused("list#4", &bench).hasPrefix("the worker name 'list' belongs to user 7, whose worker is away;"))
    bench.pass(20_000)
    #expect(refused("list#5", &bench).hasPrefix("the worker name 'list' belongs to user 7, whose worker is away;"))
    bench.process("list#6", sends: .hello(bench.registration("list#6", ["list": .asked])))
    #expect(bench.kinds("list#6").first == .welcome)
  }

  @Test("A worker that said goodbye for good gives its name up with the next start of the coordinator")
  func goodbye() {
    var bench = CoordinatorChainTests.bench()
    bench.process("list", sends: .bye(Bye()))
    bench.process("list#2", uid: 8, sends: .hello(bench.registration("list#2")))
    #expect(bench.errors(of: "list#2") == [.nameTaken])
    bench.restart()
    bench.process("list#3", uid: 8, sends: .hello(bench.registration("list#3")))
    #expect(bench.kinds("list#3").first == .welcome)
  }

  @Test("Over tcp, where users cannot be told apart, a live process keeps its name also from one that asks for it")
  func tcp() {
    var bench = Bench()
    bench.register("list", ["list": .asked], uid: nil)
    bench.process("list#2", uid: nil, sends: .hello(bench.registration("list#2", ["list": .asked])))
    #expect(bench.kinds("list").contains(.ping))
    bench.process("list", uid: nil, sends: .pong(Pong(applied: [:])))
    #expect(bench.errors(of: "list#2") == [.nameTaken])
    bench.process("list#3", uid: 7, sends: .hello(bench.registration("list#3")))
    #expect(bench.errors(of: "list#3") == [.nameTaken], "nor is it root's, or anybody's")
    bench.feed(.connectionLost(Bench.connection("list")))
    bench.process("list#2", uid: nil, sends: .hello(bench.registration("list#2", ["list": .asked])))
    #expect(bench.kinds("list#2").contains(.welcome))
  }

  @Test(
    "Screens, roots and parts of a worker that may come back are no other user's, and anybody's later",
    arguments: ["screen", "root", "part", "route"])
  func reserved(what: String) throws {
    func registration(_ process: String, _ bench: Bench) -> Registration {
      bench.registration(process) {
        switch what {
        case "screen": $0.routables = ["list": Routable()]
        case "root": $0.root = ["list"]
        case "part": $0.parts = ["list": .screen("list")]
        default: $0.tree = .screen("list", route: RoutePoint("list"))
        }
      }
    }
    var bench = Bench()
    bench.process("list", sends: .hello(registration("list", bench)))
    bench.process("list", sends: .bye(Bye(restartingMs: 5000)))
    bench.pass(4000)
    bench.process("thief", uid: 8, sends: .hello(registration("thief", bench)))
    if what == "route" {
      #expect(bench.errors(of: "thief") == [.malformed])
    } else {
      #expect(bench.errors(of: "thief") == [.nameTaken])
      let words = "is kept for worker 'list' of user 7, which may come back; try again in 1 s"
      #expect(Self.message(bench, to: "thief").contains(words))
    }
    var sibling = bench
    sibling.process("sibling", sends: .hello(registration("sibling", bench)))
    #expect(sibling.kinds("sibling").first == .welcome)
    bench.pass(1000)
    bench.forgetAll()
    bench.process("thief", uid: 8, sends: .hello(registration("thief", bench)))
    #expect(bench.kinds("thief").first == .welcome)
  }
}
