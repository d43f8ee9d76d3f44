// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Testing
import TestTraits

@Suite("Coordinator: the work of one message", .offPool)
struct CoordinatorBudgetTests {
  private static func wide(_ nodes: Int, routes: Bool = false, prefix: String = "s") -> TreeNode {
    .anyOf(
      (0..<nodes).map { number in
        let name = ScreenName("\(prefix)\(number)") ?? "s"
        return .screen(name, route: routes ? RoutePoint(RouteID("\(prefix)\(number)") ?? "r") : nil)
      })
  }

  /// The answer to the HELLO of a process.
  private static func hello(
    _ process: String, in bench: inout Bench, _ adjust: (inout Registration) -> Void
  ) -> Message? {
    bench.process(process, sends: .hello(bench.registration(process, [:], adjust)))
    return bench.take(process).first
  }

  @Test("The trees of all workers together are kept up to a limit; over it a registration is full")
  func total() throws {
    var bench = Bench()
    for number in 0..<5 {
      let answer = Self.hello("w\(number)", in: &bench) {
        $0.tree = Self.wide(9990)
        $0.scenes = [SceneName("scene\(number)") ?? "main"]
      }
      #expect(answer?.kind == .welcome)
    }
    let answer = Self.hello("last", in: &bench) { $0.tree = Self.wide(500) }
    guard case .error(let error) = answer else {
      Issue.record("\(String(describing: answer))")
      return
    }
    #expect(error.code == .full && error.message.contains("\(Limits.treesNodesMax)"))
    #expect(Self.hello("last", in: &bench) { $0.tree = Self.wide(10) }?.kind == .welcome)
  }

  @Test("The requests of all workers are kept up to a share; over it HELLO is full, unless a dead worker gives way")
  func requests() {
    var bench = Bench()
    let shows = (0..<256).map { RequestPattern(.show, ScreenName("s\($0)")) }
    func many(_ screens: Int) -> [ScreenName: Routable] {
      let names = (0..<screens).compactMap { ScreenName("screen\($0)") }
      return Dictionary(uniqueKeysWithValues: names.map { ($0, Routable(handles: shows, hosts: false)) })
    }
    for number in 0..<3 {
      #expect(Self.hello("w\(number)", in: &bench) { $0.routables = many(256) }?.kind == .welcome)
    }
    #expect(Self.hello("away", in: &bench) { $0.routables = many(1) }?.kind == .welcome)
    bench.feed(.connectionLost(Bench.connection("away")))
    let refused = Self.hello("last", in: &bench) { $0.routables = many(256) }
    #expect(bench.workers.map(\.name).contains("away"), "its place would have been too small")
    guard case .error(let error) = refused else { return #expect(Bool(false), "\(String(describing: refused))") }
    #expect(error.code == .full && error.message.contains("\(Limits.registeredRequestsMax)"), "\(error)")
    #expect(Self.hello("w1", in: &bench) { $0.routables = many(250) }?.kind == .welcome, "in its own place")
    bench.feed(.connectionLost(Bench.connection("w0")))
    #expect(Self.hello("last", in: &bench) { $0.routables = many(256) }?.kind == .welcome)
    #expect(bench.workers.map(\.name) == ["last", "w1", "w2"])
  }

  @Test("For the requests of a new worker those go that have been away longest, until there is room, and no more")
  func requestsOfAbsent() {
    var bench = Bench()
    let shows = (0..<256).map { RequestPattern(.show, ScreenName("s\($0)")) }
    func greet(_ worker: String, _ screens: Int) -> Message.Kind? {
      let names = (0..<screens).compactMap { ScreenName("\(worker)x\($0)") }
      return Self.hello(worker, in: &bench) {
        $0.routables = Dictionary(uniqueKeysWithValues: names.map { ($0, Routable(handles: shows)) })
      }?.kind
    }
    for live in ["live1", "live2"] { #expect(greet(live, 256) == .welcome) }
    for (away, screens) in [("z", 0), ("y", 256), ("x", 1)] {
      #expect(greet(away, screens) == .welcome)
      bench.pass(10)
      bench.feed(.connectionLost(Bench.connection(away)))
    }
    #expect(greet("new", 256) == .welcome)
    #expect(bench.workers.map(\.name) == ["live1", "live2", "new", "x"])
  }

  @Test("A process that has to wait for its name takes nobody's place")
  func waitsForItsName() {
    var bench = Bench()
    let shows = (0..<256).map { RequestPattern(.show, ScreenName("s\($0)")) }
    func routables(_ worker: String) -> [ScreenName: Routable] {
      let names = (0..<256).compactMap { ScreenName("\(worker)x\($0)") }
      return Dictionary(uniqueKeysWithValues: names.map { ($0, Routable(handles: shows)) })
    }
    for worker in ["one", "two", "away"] {
      #expect(Self.hello(worker, in: &bench) { $0.routables = routables(worker) }?.kind == .welcome)
    }
    bench.feed(.connectionLost(Bench.connection("away")))
    #expect(Self.hello("live", in: &bench) { _ in }?.kind == .welcome)
    let second = bench.registration("live#2", routables("live")) { $0.takeover = false }
    bench.process("live#2", sends: .hello(second))
    bench.process("live", sends: .pong(Pong(applied: [:])))
    #expect(bench.errors(of: "live#2") == [.nameTaken])
    #expect(bench.workers.map(\.name).contains("away"))
  }

  @Test("The destinations of all workers together are kept up to a limit; over it a registration is full")
  func destinations() throws {
    var bench = Bench()
    /// A destination of so many steps, each with a finder.
    func wide(_ steps: Int) -> Destination {
      Destination(
        (1..<steps).map { .screen(Destination.ScreenStep(find: .screen(ScreenName("s\($0)") ?? "s"))) } + [.root])
    }
    func declare(_ worker: String, _ count: Int) -> Message? {
      Self.hello(worker, in: &bench) {
        for number in 0..<count { $0.destinations[DestinationName("\(worker)-\(number)") ?? "d"] = wide(40) }
      }
    }
    // Each has 80 parts: itself, 39 steps with a finder, and the last step.
    let perWorker = Limits.destinationsSizeMax / 80
    #expect(declare("one", perWorker)?.kind == .welcome)
    guard case .error(let error)? = declare("two", 1) else {
      Issue.record("more than the limit was taken")
      return
    }
    #expect(error.code == .full && error.message.contains("\(Limits.destinationsSizeMax)"))
    #expect(declare("one", 1)?.kind == .welcome, "the worker's own old ones do not count")
    #expect(declare("two", 1)?.kind == .welcome)
  }

  @Test("Parts of two workers that lead to each other too deep are refused, by whichever comes second")
  func depth() {
    var bench = Bench()
    func parts(_ names: Range<Int>) -> [PartName: TreeNode] {
      Dictionary(
        uniqueKeysWithValues: names.map { number in
          var node = TreeNode.remote(PartName("p\(number + 1)") ?? "p")
          for level in 0..<20 {
            node = .screen("s", nesting: node, route: RoutePoint(RouteID("r\(number)-\(level)") ?? "r"))
          }
          return (PartName("p\(number)") ?? "p", node)
        })
    }
    #expect(
      Self.hello("one", in: &bench) {
        $0.tree = .remote("p0")
        $0.parts = parts(0..<20)
      }?.kind == .welcome)
    guard case .error(let error) = Self.hello("two", in: &bench, { $0.parts = parts(20..<40) }) else {
      Issue.record("a chain of 800 levels was taken")
      return
    }
    #expect(error.code == .full && error.message.contains("512"))
  }

  @Test("The tree of a registration is put together once, however many scenes it names")
  func scenes() {
    var bench = Bench()
    let names = (0..<256).map { SceneName("scene\($0)") ?? "main" }
    let answer = Self.hello("kiosk", in: &bench) {
      $0.tree = Self.wide(5000, routes: true)
      $0.scenes = names
    }
    #expect(answer?.kind == .welcome)
    // Other workers in other scenes each: so many different trees are over the limit.
    for number in 0..<60 {
      let other = Self.hello("other\(number)", in: &bench) {
        $0.tree = Self.wide(1, routes: true, prefix: "o\(number)-")
        $0.scenes = [names[number]]
      }
      #expect(other?.kind == .welcome)
    }
    bench.process(
      "kiosk",
      sends: .register(
        bench.registration("kiosk") {
          $0.tree = Self.wide(5001, routes: true)
          $0.scenes = names
        }))
    guard case .error(let error) = bench.take("kiosk").last else {
      Issue.record("60 trees of 5000 nodes were put together")
      return
    }
    #expect(error.code == .full && error.message.contains("serve fewer scenes"))
  }

  @Test("A snapshot holds each scene once")
  func snapshot() {
    var bench = CoordinatorTreeTests.planted()
    bench.client(sends: .snapshotRequest(SnapshotRequest(scenes: ["main", "main", "main"])))
    guard case .snapshot(let snapshot) = bench.take("client").last else {
      Issue.record("no snapshot")
      return
    }
    #expect(snapshot.scenes.map(\.scene) == ["main"])
  }
}
