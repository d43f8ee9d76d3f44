// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Testing

@Suite("Coordinator: that workers came or went")
struct CoordinatorWorkerNewsTests {
  /// The counts that observers were told since the last look.
  private static func counts(_ bench: Bench) -> [UInt64] {
    bench.published.compactMap { if case .keepalive(let keepalive) = $0 { keepalive.workerChanges } else { nil } }
  }

  @Test("It is told at once, in a keepalive that says where the scenes are too")
  func atOnce() {
    var bench = Bench()
    bench.replace("home")
    bench.forgetAll()
    bench.process("list", sends: .hello(bench.registration("list", ["list": Routable()])))
    let position = Keepalive.Position(scene: "main", revision: 1, presenceNumber: 0)
    #expect(bench.published == [.keepalive(Keepalive(epoch: 1, positions: [position], workerChanges: 1))])
    bench.forgetAll()
    bench.pass(100)
    bench.process("list", sends: .bye(Bye(restartingMs: 500)))
    #expect(Self.counts(bench) == [2])
  }

  @Test("Many that come at once are told together, 20 ms after the first")
  func together() {
    var bench = Bench()
    bench.forgetAll()
    for index in 0..<50 {
      bench.process("w\(index)", sends: .hello(bench.registration("w\(index)")))
    }
    #expect(Self.counts(bench) == [1])
    bench.pass(19)
    #expect(Self.counts(bench) == [1])
    bench.pass(1)
    #expect(Self.counts(bench) == [1, 50])
  }

  @Test("A connection that broke and a process that takes a name over count; each keepalive repeats the count")
  func counts() {
    var bench = Bench()
    bench.register("list", ["list": Routable()])
    bench.register("list#2", ["list": Routable()])
    bench.feed(.connectionLost(Bench.connection("list#2")))
    bench.forgetAll()
    bench.pass(2000)
    #expect(Self.counts(bench).last == 4)
    #expect(Self.counts(bench).count >= 2)
  }
}
