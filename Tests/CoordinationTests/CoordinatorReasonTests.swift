// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Testing

@Suite("Coordinator: what it does by itself it says in its own words, in the commit and in the history")
struct CoordinatorReasonTests {
  private static let sorry = AnyScreen("sorry")

  /// home/list, and the screen of the list goes or is replaced when its worker does.
  private static func bench(
    _ policy: Routable.DeathPolicy = .pop, sensitive: Bool = false, _ adjust: (inout Settings) -> Void = { _ in }
  ) -> Bench {
    var bench = Bench(requiresHosts: true, adjust)
    bench.register("home", ["home": Routable(), "sorry": Routable()])
    bench.register("list", ["list": Routable(sensitive: sensitive, onDeath: policy)])
    bench.replace("home/list")
    return bench
  }

  /// The reason of the last commit; the command's in the journal has to be the same.
  private static func reason(_ bench: Bench) throws -> String {
    let cause = try #require(bench.updates.last?.cause)
    let decided = bench.records.compactMap { if case .decided(let record) = $0 { record } else { nil } }
    #expect(cause.kind == .death && cause.origin == .coordinator && decided.last?.because == cause.because)
    return try #require(cause.because)
  }

  /// How the worker of the list goes.
  enum Going: CaseIterable {
    case connectionLost, silent, leaves, restarts, cannotShow
  }

  @Test(
    "Of a worker that is gone the name is told, its process, and how it went",
    arguments: zip(
      Going.allCases,
      [
        "worker 'list' (pid 50) died", "worker 'list' (pid 50) answered no more", "worker 'list' (pid 50) has left",
        "worker 'list' (pid 50) has not come back from its restart", "worker 'list' (pid 50) cannot show @1 list",
      ]))
  func gone(_ going: Going, _ words: String) throws {
    var bench = Self.bench()
    switch going {
    case .connectionLost: bench.feed(.connectionLost(Bench.connection("list")))
    case .leaves: bench.process("list", sends: .bye(Bye()))
    case .restarts: bench.process("list", sends: .bye(Bye(restartingMs: 500)))
    case .cannotShow:
      bench.process("list", sends: .cannotShow(CannotShow(scene: "main", element: ElementID(1), message: "no paper")))
    case .silent: break
    }
    for _ in 0..<30 where bench.path != "home" {
      bench.pass(500)
      bench.process("home", sends: .pong(Pong(applied: [:])))
    }
    #expect(bench.path == "home")
    #expect(try Self.reason(bench) == words)
  }

  @Test("Of a quarantined worker that is told too", arguments: [Routable.DeathPolicy.pop, .fallback(sorry)])
  func quarantined(_ policy: Routable.DeathPolicy) throws {
    var bench = Self.bench(policy) {
      $0.crashLoop?.deaths = 2
      $0.crashLoop?.withinMs = 10_000
    }
    bench.feed(.connectionLost(Bench.connection("list")))
    bench.register("list#2", ["list": Routable(onDeath: policy)])
    bench.feed(.connectionLost(Bench.connection("list#2")))
    bench.pass(0)
    #expect(
      try Self.reason(bench)
        == "worker 'list' (pid 50) died and is quarantined (crash loop: 2 deaths within 10s)")
  }

  @Test("A fallback that cannot be keeps the reason of the one that takes the element away")
  func withoutFallback() throws {
    var bench = Self.bench(.fallback(AnyScreen("nowhere"))) { $0.crashLoop?.deaths = 2 }
    bench.feed(.connectionLost(Bench.connection("list")))
    bench.register("list#2", ["list": Routable(onDeath: .fallback(AnyScreen("nowhere")))])
    bench.feed(.connectionLost(Bench.connection("list#2")))
    for _ in 0..<30 where bench.path != "home" {
      bench.pass(500)
      bench.process("home", sends: .pong(Pong(applied: [:])))
    }
    #expect(bench.path == "home")
    #expect(try Self.reason(bench).hasPrefix("worker 'list' (pid 50) died and is quarantined"))
  }

  @Test("Of a worker that does not come back after a restart no process is known")
  func lastWish() throws {
    var bench = Self.bench()
    bench.restart()
    bench.register("home#2", ["home": Routable(), "sorry": Routable()])
    for _ in 0..<200 where bench.path != "home" {
      bench.pass(500)
      bench.process("home#2", sends: .pong(Pong(applied: [:])))
    }
    #expect(try Self.reason(bench) == "worker 'list' has not come back since the coordinator's restart")
  }

  @Test("A reason names no content, so that of a sensitive screen is told as well")
  func sensitive() throws {
    var bench = Self.bench(sensitive: true)
    bench.feed(.connectionLost(Bench.connection("list")))
    bench.pass(1000)
    #expect(try Self.reason(bench) == "worker 'list' (pid 50) died")
  }
}
