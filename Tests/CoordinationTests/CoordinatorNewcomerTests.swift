// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Testing

@Suite("Coordinator: who registers while a command is asked about, or waits")
struct CoordinatorNewcomerTests {
  // MARK: links

  /// A coordinator that has just started, and a reader of links that is asked about the link.
  private static func reading() -> (bench: Bench, id: CommandID) {
    var bench = Bench { $0.startHostWaitMs = 4000 }
    bench.register("zoo") { $0.links = LinkReading(schemes: ["car"], parses: true) }
    let id = bench.command(.open("car://x/1"))
    return (bench, id)
  }

  @Test("A link whose reader registers while another one is asked is read again")
  func reader() throws {
    var (bench, id) = Self.reading()
    let car = bench.registration("car", ["x": Routable()]) {
      $0.links = LinkReading(schemes: ["car"], patterns: [CoordinatorLinkTests.pattern("x/{id:int}", "home/x")])
    }
    bench.process("car", sends: .hello(car))
    try bench.answer(.declined, by: "zoo")
    #expect(bench.ending(of: id) == "committed")
    #expect(bench.path == "home/x")
    #expect(bench.trace(of: id) == ["link: open declined"])
  }

  @Test("So is one that the configuration leads somewhere which is read anew meanwhile")
  func configured() throws {
    var (bench, id) = Self.reading()
    var settings = bench.settings
    settings.links = LinkReading(schemes: ["car"], patterns: [CoordinatorLinkTests.pattern("x/{id:int}", "home/x")])
    bench.feed(.configured(settings))
    try bench.answer(.declined, by: "zoo")
    #expect(bench.ending(of: id) == "committed")
    #expect(bench.path == "home/x")
  }

  @Test("Where what has come reads it no more than before, it waits as any link")
  func other() throws {
    var (bench, id) = Self.reading()
    bench.process("car", sends: .hello(bench.registration("car", ["x": Routable()])))
    try bench.answer(.declined, by: "zoo")
    try bench.answer(.declined, by: "zoo")
    #expect(bench.ending(of: id) == "")
    #expect(bench.asks(of: "zoo").count == 2)
    bench.process("zoo", sends: .pong(Pong(applied: [:])))
    bench.pass(4000)
    #expect(bench.ending(of: id) == "unhandled")
  }

  @Test("So is one whose path is built by a tree that changes while it is asked")
  func tree() throws {
    var bench = Bench {
      $0.startHostWaitMs = 4000
      $0.links = LinkReading(patterns: [CoordinatorLinkTests.pattern("x", "home/x")])
    }
    bench.register("home", ["home": Routable()]) {
      $0.tree = .screen("home", nesting: .dynamic("room", then: .screen("x"), otherwise: .empty))
    }
    bench.replace("home")
    let id = bench.command(.open("car://x"))
    let home = bench.registration("home", ["home": Routable()]) {
      ($0.generation, $0.tree) = (2, .screen("home", nesting: .screen("x")))
    }
    bench.process("home", sends: .register(home))
    try bench.answer(.declined, by: "home")
    #expect(bench.ending(of: id) == "committed")
    #expect(bench.path == "home/x")
  }

  @Test("So is one whose path is built while the configuration is read anew, and would wait for a host")
  func hosts() throws {
    var bench = Bench(requiresHosts: true) {
      $0.startHostWaitMs = 4000
      $0.links = LinkReading(patterns: [CoordinatorLinkTests.pattern("x", "home/x")])
    }
    let nodes = TreeNode.anyOf([.screen("x"), .screen("y")])
    bench.register("home", ["home": Routable(), "y": Routable()]) {
      $0.tree = .screen("home", nesting: .dynamic("room", then: nodes, otherwise: .empty))
    }
    bench.replace("home")
    let id = bench.command(.open("car://x"))
    var settings = bench.settings
    settings.links = LinkReading(patterns: [CoordinatorLinkTests.pattern("x", "home/y")])
    bench.feed(.configured(settings))
    bench.process("other", sends: .hello(bench.registration("other")))
    try bench.answer(.allow, by: "home")
    try bench.answer(.allow, by: "home")
    #expect(bench.ending(of: id) == "committed")
    #expect(bench.path == "home/y")
  }

  // MARK: policies

  @Test("A fallback that waits for its host ends where the worker of its element is back, and holds nobody up")
  func fallback() {
    var bench = Bench(requiresHosts: true) { $0.hostWaitMs = 20_000 }
    let map = ["map": Routable(onDeath: .fallback(AnyScreen("sorry")))] as [ScreenName: Routable]
    bench.register("home", ["home": Routable(), "list": Routable()])
    bench.register("map", map)
    bench.replace("home/map")
    bench.feed(.connectionLost(Bench.connection("map")))
    bench.pass(1000)
    #expect(bench.scene?.running != nil, "it waits for a host of sorry")
    let id = bench.command(.navigator(.goPath(to: literals("list"), on: .id(ElementID(1)))))
    #expect(bench.ending(of: id) == "")
    bench.process("map#2", sends: .hello(bench.registration("map#2", map)))
    #expect(bench.ending(of: id) == "committed")
    #expect(bench.path == "home/map/list")
    bench.register("sorry", ["sorry": Routable()])
    #expect(bench.path == "home/map/list")
  }

  // MARK: steps

  /// A stepwise show of two screens that has committed the first, and waits for a host of the second.
  private static func stepping() throws -> (bench: Bench, id: CommandID) {
    var bench = Bench(requiresHosts: true) { $0.hostWaitMs = 1000 }
    bench.register("home", ["home": .asked, "a": Routable()])
    bench.replace("home")
    let id = bench.command(.show(["a", "b"])) { $0.stepwise = true }
    try bench.answer(.instruction(.push(nil)), by: "home")
    return (bench, id)
  }

  @Test("A stepwise command that waits for a host is cancelled, or superseded, at once", arguments: [true, false])
  func stops(isCancelled: Bool) throws {
    var (bench, id) = try Self.stepping()
    try bench.answer(.instruction(.push(nil)), by: "home")
    #expect(bench.ending(of: id) == "")
    if isCancelled {
      bench.client(sends: .cancel(Cancel(id: id)))
    } else {
      bench.command(.back) { $0.ifBusy = .supersede }
    }
    #expect(bench.ending(of: id) == (isCancelled ? "cancelled" : "superseded"))
    #expect(bench.outcome(of: id)?.revisions.count == 1)
  }

  @Test("One that was cancelled before it would wait for a host does not wait")
  func stopsBefore() throws {
    var (bench, id) = try Self.stepping()
    bench.client(sends: .cancel(Cancel(id: id)))
    #expect(bench.ending(of: id) == "", "home is asked")
    try bench.answer(.instruction(.push(nil)), by: "home")
    #expect(bench.ending(of: id) == "cancelled")
    #expect(bench.path == "home/a")
  }
}
