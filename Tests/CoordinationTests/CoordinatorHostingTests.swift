// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Testing

@Suite("Coordinator: hosts of what comes")
struct CoordinatorHostingTests {
  static let goList = Verb.navigator(.go(to: PathItem(AnyScreen("list")), on: .id(.root)))

  /// home with its host, where hosts are required.
  static func bench(_ adjust: (inout Settings) -> Void = { _ in }) -> Bench {
    var bench = Bench(requiresHosts: true, adjust)
    bench.register("home", ["home": Routable()])
    bench.replace("home")
    return bench
  }

  @Test("Without a host nothing is committed, and the message names the nearest one that is hosted")
  func noHost() throws {
    var bench = Self.bench()
    let id = bench.command(.navigator(.go(to: PathItem(AnyScreen("hoem")), on: .id(.root))))
    #expect(bench.ending(of: id) == "rejected noHost")
    #expect(try #require(bench.outcome(of: id)?.message).contains("Did you mean 'home'?"))
    #expect(bench.path == "home")
  }

  @Test("Of what is hosted for other scenes alone the message says so, and proposes nothing")
  func hostedElsewhere() throws {
    var bench = Self.bench()
    bench.register("museum", ["hall": Routable()]) { $0.scenes = ["gallery"] }
    let elsewhere = bench.command(.navigator(.go(to: PathItem(AnyScreen("hall")), on: .id(.root))))
    #expect(
      bench.outcome(of: elsewhere)?.message
        == "no worker hosts 'hall' in scene main; worker 'museum' hosts it, but serves gallery only")
    let typo = bench.command(.navigator(.go(to: PathItem(AnyScreen("hal")), on: .id(.root))))
    #expect(bench.outcome(of: typo)?.message == "no worker hosts 'hal' in scene main (hosted: home)")
  }

  @Test("A host that registers within the host-wait is in time")
  func hostWait() {
    var bench = Self.bench { $0.hostWaitMs = 1000 }
    let id = bench.command(Self.goList)
    bench.pass(900)
    #expect(bench.ending(of: id) == "")
    bench.process("list", sends: .hello(bench.registration("list", ["list": Routable()])))
    #expect(bench.ending(of: id) == "committed")
    #expect(bench.shown(by: "list") == "list")
  }

  @Test("After the host-wait it is refused")
  func hostWaitOver() {
    var bench = Self.bench { $0.hostWaitMs = 1000 }
    let id = bench.command(Self.goList)
    bench.pass(1000)
    #expect(bench.ending(of: id) == "rejected noHost")
  }

  @Test("At the command's own deadline, where that is sooner, it is refused as well, and not timed out")
  func hostWaitBeyondDeadline() {
    var bench = Self.bench { $0.hostWaitMs = 2000 }
    let id = bench.command(Self.goList) { $0.deadlineMs = 500 }
    bench.pass(500)
    #expect(bench.ending(of: id) == "rejected noHost")
  }

  @Test("A host that registers without the screen while a guard is asked has not died: there is none")
  func lostRegistration() throws {
    var bench = Bench(requiresHosts: true)
    bench.register("home", ["home": .guarding])
    bench.register("list", ["list": Routable()])
    bench.replace("home")
    let id = bench.command(.navigator(.replace(path: literals("list"), in: nil)))
    bench.process("list", sends: .register(bench.registration("list", ["map": Routable()])))
    try bench.answer(.allow, by: "home")
    #expect(bench.ending(of: id) == "rejected noHost")
    #expect(bench.path == "home")
  }

  @Test("A dead host is none")
  func deadHost() throws {
    var bench = Self.bench()
    bench.register("list", ["list": Routable()])
    bench.feed(.connectionLost(Bench.connection("list")))
    let id = bench.command(Self.goList)
    #expect(bench.ending(of: id) == "rejected noHost")
    #expect(try #require(bench.outcome(of: id)?.message).contains("not connected"))
  }

  @Test("A host that dies between consent and commit ends the command where hosts are required")
  func diesBetween() throws {
    var bench = Self.bench()
    bench.register("form", ["form": .guarding])
    bench.register("list", ["list": Routable()])
    bench.replace("home/form")
    let id = bench.command(.navigator(.replace(path: literals("home/list"), in: nil)))
    bench.feed(.connectionLost(Bench.connection("list")))
    try bench.answer(.allow, by: "form")
    #expect(bench.ending(of: id) == "failed died")
    #expect(bench.outcome(of: id)?.kind.who?.worker == "list")
    #expect(bench.path == "home/form")
  }

  @Test("Where hosts are optional the element is committed and unattended")
  func optional() {
    var bench = Bench()
    bench.replace("home")
    #expect(bench.path == "home")
    #expect(bench.presence(of: 0) == .unattended)
  }

  @Test("What is registered as virtual needs no process")
  func isVirtual() {
    var bench = Self.bench()
    bench.register("shell", ["tabs": Routable(hosts: false, isVirtual: true)])
    bench.feed(.connectionLost(Bench.connection("shell")))
    #expect(bench.run(.navigator(.go(to: PathItem(AnyScreen("tabs")), on: .id(.root)))) == "committed")
    #expect(bench.presence(of: 1) == .attended)
  }

  @Test(
    "What is too large is refused before a commit",
    arguments: [
      (AnyScreen("home", content: .string(String(repeating: "x", count: 17_000))), 1), (AnyScreen("home"), 257),
    ])
  func tooLarge(_ screen: AnyScreen, _ count: Int) {
    var bench = Self.bench()
    let path = Array(repeating: PathItem(screen), count: count)
    #expect(bench.run(.navigator(.replace(path: path, in: nil))) == "rejected tooLarge")
  }

  @Test("A route that may be too large in an encoding is refused with what is counted")
  func mayBeTooLarge() throws {
    var bench = Self.bench()
    let screen = AnyScreen("home", content: .string(String(repeating: "x", count: 800)))
    let id = bench.command(.navigator(.replace(path: Array(repeating: PathItem(screen), count: 256), in: nil)))
    let message = try #require(bench.outcome(of: id)?.message)
    #expect(message.hasPrefix("the route may be longer than 262144 bytes in an encoding (counted: 27"))
  }
}

extension Outcome.Kind {
  /// Who is to blame.
  fileprivate var who: Outcome.Party? {
    if case .failed(let who, _, _) = self { who } else { nil }
  }
}
