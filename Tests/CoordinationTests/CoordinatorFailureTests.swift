// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Testing

@Suite("Coordinator: what a worker could not show, when another one hosts it")
struct CoordinatorFailureTests {
  private static let failure = CannotShow(scene: "main", element: ElementID(1), message: "no such film")

  /// home/film, the film of the worker `ads`.
  private static func bench(_ policy: Routable.DeathPolicy = .keep) -> Bench {
    var bench = Bench()
    bench.register("home", ["home": .asked])
    bench.register("ads", ["film": Routable(onDeath: policy)])
    bench.replace("home/film")
    return bench
  }

  /// How another worker comes to host the film.
  enum Coming: CaseIterable {
    case hello, register
  }

  @Test("Nobody says it of the other worker, however that comes to host the screen", arguments: Coming.allCases)
  func takenOver(_ coming: Coming) {
    var bench = Self.bench()
    bench.process("ads", sends: .appeared(Appeared(scene: "main", elements: [ElementID(1)])))
    bench.process("ads", sends: .cannotShow(Self.failure))
    #expect(bench.presence(of: 1) == .failed)
    if coming == .register { bench.register("board", ["map": Routable()]) }
    bench.process("ads", sends: .bye(Bye()))
    #expect(bench.presence(of: 1) == .failed)
    let board = bench.registration("board", ["film": Routable()]) { $0.generation = 2 }
    bench.process("board", sends: coming == .hello ? .hello(board) : .register(board))
    #expect(bench.presence(of: 1) == .unattended)
    bench.process("board", sends: .pong(Pong(applied: ["main": Applied(epoch: 1, revision: bench.revision)])))
    #expect(bench.presence(of: 1) == .attended)
    bench.process("board", sends: .cannotShow(Self.failure))
    #expect(bench.presence(of: 1) == .failed)
  }

  @Test("What a worker said before another one hosted the screen is over, also where the screen comes back to it")
  func comesBack() {
    var bench = Self.bench()
    bench.process("ads", sends: .cannotShow(Self.failure))
    func register(_ process: String, _ screen: ScreenName, _ generation: UInt64) {
      let registration = bench.registration(process, [screen: Routable()]) { $0.generation = generation }
      bench.process(process, sends: .register(registration))
    }
    bench.register("board", ["map": Routable()])
    register("ads", "clock", 2)
    register("board", "film", 2)
    register("board", "map", 3)
    register("ads", "film", 3)
    #expect(bench.presence(of: 1) != .failed)
  }

  @Test("The policy that waited does nothing where another worker hosts the screen by its turn")
  func policyMoot() throws {
    var bench = Self.bench(.fallback(AnyScreen("sorry")))
    bench.command(.show(["x"]))
    bench.process("ads", sends: .cannotShow(Self.failure))
    bench.feed(.connectionLost(Bench.connection("ads")))
    bench.process("board", sends: .hello(bench.registration("board", ["film": Routable()])))
    try bench.answer(.declined, by: "home")
    #expect(bench.path == "home/film")
  }

  @Test("Of the policies that a worker registers and needs while the scene is busy the last one waits")
  func policyOnce() throws {
    var bench = Self.bench()
    bench.command(.show(["x"]))
    for round in 1...100 {
      let next = AnyScreen("sorry", content: .integer(Int64(round)))
      let registration = bench.registration("ads", ["film": Routable(onDeath: .fallback(next))]) {
        $0.generation = UInt64(round) + 1
      }
      bench.process("ads", sends: .register(registration))
      bench.process("ads", sends: .cannotShow(Self.failure))
    }
    #expect(bench.scene?.waiting == 1)
    var kept = bench
    try bench.answer(.declined, by: "home")
    #expect(bench.path == "home/sorry:100")
    #expect(bench.updates.count { $0.cause.kind == .death } == 1)
    kept.process("ads", sends: .register(kept.registration("ads", ["film": Routable()]) { $0.generation = 102 }))
    kept.process("ads", sends: .cannotShow(Self.failure))
    #expect(kept.scene?.waiting == 0)
    try kept.answer(.declined, by: "home")
    #expect(kept.path == "home/film")
  }

  @Test(
    "So it is where the worker ends by then",
    arguments: [(Routable.DeathPolicy.fallback(AnyScreen("sorry")), 1, "home/sorry"), (.keep, 0, "home/film")])
  func policyOfDeath(_ policy: Routable.DeathPolicy, _ waiting: Int, _ path: String) throws {
    var bench = Self.bench(.pop)
    bench.command(.show(["x"]))
    bench.process("ads", sends: .cannotShow(Self.failure))
    let registration = bench.registration("ads", ["film": Routable(onDeath: policy)]) { $0.generation = 2 }
    bench.process("ads", sends: .register(registration))
    bench.feed(.connectionLost(Bench.connection("ads")))
    let token = Ask.Token(epoch: 1, number: 1)
    bench.process("home", sends: .working(Working(token: token, ms: 2000)))
    bench.pass(1000)
    #expect(bench.scene?.waiting == waiting)
    bench.process("home", sends: .answer(AnswerMessage(token: token, answer: .declined)))
    #expect(bench.path == path)
  }

  @Test("What has not appeared yet is waited for as soon as another worker can show it")
  func moves() {
    var bench = Self.bench()
    bench.process("home", sends: .appeared(Appeared(scene: "main", elements: [.root])))
    bench.process("ads", sends: .cannotShow(Self.failure))
    bench.process("ads", sends: .bye(Bye()))
    bench.register("board", ["film": Routable()])
    var destination = Destination([.screen(Destination.ScreenStep(make: .screen("note"), action: .present()))])
    destination.whileMoving = .abort
    #expect(bench.run(.route(.inline(destination))) == "busy")
  }

  @Test("Fallbacks that all differ do not follow each other for ever: with the sixteenth the element goes")
  func fallbacksWithoutEnd() {
    var bench = Self.bench()
    for round in 1...Limits.fallenMax {
      #expect(bench.path.hasPrefix("home/film"), "round \(round)")
      let next = AnyScreen("film", content: .integer(Int64(round)))
      let registration = bench.registration("ads", ["film": Routable(onDeath: .fallback(next))]) {
        $0.generation = UInt64(round) + 1
      }
      bench.process("ads", sends: .register(registration))
      bench.process("ads", sends: .cannotShow(Self.failure))
    }
    #expect(bench.path == "home")
  }
}
