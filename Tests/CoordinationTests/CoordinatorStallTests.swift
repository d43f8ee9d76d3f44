// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Testing

@Suite("Coordinator: what waits while the whole coordinator stands still")
struct CoordinatorStallTests {
  /// The coordinator does nothing for so long, and is not late for anybody.
  private static func stall(_ ms: Int64, _ bench: inout Bench) {
    bench.now = bench.now.advanced(byMs: ms)
    bench.feed(.tick)
    #expect(bench.notices.contains { if case .stalled = $0 { true } else { false } })
  }

  @Test("Who waits for a host waits longer, and for a second one behind it too")
  func hosts() {
    var bench = CoordinatorHostingTests.bench { $0.hostWaitMs = 1000 }
    let id = bench.command(.navigator(.replace(path: literals("home/list/map"), in: nil)))
    Self.stall(10_000, &bench)
    #expect(bench.ending(of: id) == "")
    bench.process("list", sends: .hello(bench.registration("list", ["list": Routable()])))
    #expect(bench.ending(of: id) == "")
    bench.process("map", sends: .hello(bench.registration("map", ["map": Routable()])))
    #expect(bench.ending(of: id) == "committed")
    #expect(bench.path == "home/list/map")
  }

  @Test("Of the wait for a host what is left is left, and no more")
  func hostsInTheEnd() {
    var bench = CoordinatorHostingTests.bench { $0.hostWaitMs = 1000 }
    let id = bench.command(CoordinatorHostingTests.goList)
    Self.stall(10_000, &bench)
    bench.pass(999)
    #expect(bench.ending(of: id) == "")
    bench.pass(1)
    #expect(bench.ending(of: id) == "rejected noHost")
  }

  @Test("A worker may go on working as long as without that")
  func working() throws {
    var bench = CoordinatorChainTests.bench()
    var routable = Routable.asked
    routable.workingMaxMs = 800
    bench.register("list", ["list": routable])
    let id = bench.command(.show(["detail"]))
    Self.stall(5000, &bench)
    let token = try #require(bench.asks(of: "list").last).token
    bench.process("list", sends: .working(Working(token: token, ms: 600)))
    bench.pass(599)
    #expect(bench.asks(of: "home") == [])
    try bench.answer(.instruction(.push(nil)), by: "list")
    #expect(bench.ending(of: id) == "committed")
    #expect(bench.trace(of: id) == ["list: show detail push"])
  }
}
