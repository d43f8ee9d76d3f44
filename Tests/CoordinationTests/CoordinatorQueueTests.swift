// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Testing

@Suite("Coordinator: the queue of a scene")
struct CoordinatorQueueTests {
  /// home/list with a command of `busy` that waits for list's answer.
  static func busy() -> (bench: Bench, running: CommandID) {
    var bench = CoordinatorChainTests.bench()
    let running = bench.command(.show(["detail"]), from: "busy")
    return (bench, running)
  }

  @Test("Commands run one after another, first come first served")
  func order() throws {
    var (bench, running) = Self.busy()
    let second = bench.command(.back)
    let third = bench.command(.back)
    #expect(bench.outcomes() == [])
    try bench.answer(.instruction(.push(nil)), by: "list")
    #expect(bench.outcomes(of: "busy").map(\.id) == [running])
    #expect(bench.outcomes().map(\.id) == [second, third])
    #expect(bench.path == "home")
  }

  @Test("One that will not wait is busy at once")
  func reject() {
    var (bench, _) = Self.busy()
    #expect(bench.run(.back) { $0.ifBusy = .reject } == "busy")
  }

  @Test("What runs, whom it asks and since when is told by the status, and by the refusal of one that will not wait")
  func underWay() throws {
    var (bench, running) = Self.busy()
    bench.pass(30)
    let scene = try #require(bench.scene)
    #expect(scene.running == running)
    let told = try #require(scene.underWay)
    #expect(told.verb == "show detail" && told.origin == running.clientName && told.elapsed == .milliseconds(30))
    let asking = try #require(told.asking)
    #expect(asking.request == "show detail" && asking.screen == "list" && asking.element == ElementID(1))
    #expect(asking.worker == "list" && asking.elapsed == .milliseconds(30) && told.lacking == nil)
    let refused = bench.command(.back) { $0.ifBusy = .reject }
    let message = try #require(bench.outcome(of: refused)?.message)
    #expect(
      message.hasPrefix("the scene is busy with 'show detail' of \(running.clientName)")
        && message.hasSuffix(", which asks @1 list (list)"), "\(message)")
    try bench.answer(.instruction(.push(nil)), by: "list")
    #expect(bench.scene?.underWay == nil)
  }

  @Test("What waits is told with its verb, its client, and how long it goes on to wait")
  func held() throws {
    var (bench, running) = Self.busy()
    bench.pass(30)
    let waiting = bench.command(.back, from: "other") { $0.deadlineMs = 1000 }
    bench.pass(10)
    let told = try #require(bench.scene?.held)
    #expect(told.map(\.id) == [waiting] && bench.scene?.running == running)
    #expect(told.first?.verb == "back" && told.first?.origin == waiting.clientName && told.first?.isParked == false)
    #expect(told.first?.elapsed == .milliseconds(10) && told.first?.remaining == .milliseconds(990))
    #expect(told.first?.reason == nil)
    try bench.answer(.instruction(.push(nil)), by: "list")
    #expect(bench.scene?.held == [])
  }

  @Test("So is the screen for whose host it waits")
  func lacking() throws {
    var bench = Bench(requiresHosts: true) { $0.hostWaitMs = 500 }
    bench.register("kiosk", ["home": Routable()])
    bench.replace("home")
    _ = bench.command(.navigator(.replace(path: literals("home/map"), in: nil)))
    #expect(bench.scene?.underWay?.lacking == "map")
    let refused = bench.command(.back) { $0.ifBusy = .reject }
    #expect(bench.outcome(of: refused)?.message?.hasSuffix(", which waits for a worker that hosts 'map'") == true)
  }

  @Test("One that supersedes takes the place of the running one, whose asks are cancelled")
  func supersede() {
    var (bench, running) = Self.busy()
    let id = bench.command(.back) { $0.ifBusy = .supersede }
    #expect(bench.outcome(of: running)?.kind == .superseded(by: id))
    #expect(bench.ending(of: id) == "committed")
    #expect(bench.verdicts(of: "list").map(\.used) == [false])
    #expect(bench.path == "home")
  }

  @Test("One that fails at once supersedes nobody")
  func supersedeFails() {
    var (bench, running) = Self.busy()
    let conflict = bench.command(.back) { command in
      command.ifBusy = .supersede
      command.expecting = .revision(9)
    }
    #expect(bench.ending(of: conflict) == "conflict")
    let refused = bench.command(.navigator(.dismiss(.id(ElementID(99))))) { $0.ifBusy = .supersede }
    #expect(bench.ending(of: refused) == "unchanged targetNotFound")
    #expect(bench.ending(of: running) == "")
  }

  @Test("One whose destination stands already supersedes nobody, and its post tasks are told as ever")
  func supersedeArrived() {
    var bench = Bench.museum()
    bench.replace("home")
    bench.route()
    let running = bench.command(.back, from: "busy")
    #expect(bench.asks(of: "shop").map(\.question) == [.leave])
    let id = bench.route { $0.ifBusy = .supersede }
    #expect(bench.ending(of: id) == "unchanged same")
    #expect(bench.arrivals(at: "shop").map(\.command).last == id)
    #expect(bench.ending(of: running) == "")
  }

  @Test("One that expects something else supersedes nobody, also while workers of before a restart are missing")
  func supersedeFailsInGrace() {
    var bench = CoordinatorChainTests.bench()
    bench.restart()
    let waiting = bench.command(.back, from: "waits")
    let conflict = bench.command(.show(["x"])) { command in
      command.ifBusy = .supersede
      command.expecting = .revision(999)
    }
    #expect(bench.ending(of: conflict) == "conflict")
    let own = bench.command(.show(["x"])) { $0.ifBusy = .supersede }
    let second = bench.command(.show(["x"])) { command in
      command.ifBusy = .supersede
      command.expecting = .revision(999)
    }
    #expect(bench.ending(of: second) == "conflict")
    #expect(bench.ending(of: own) == "" && bench.ending(of: waiting) == "")
  }

  @Test("One that took a running one's place is not interrupted itself; of later ones the last waits")
  func noStarvation() throws {
    var (bench, running) = Self.busy()
    bench.process("list", sends: .pong(Pong(applied: [:])))
    let verb = Verb.show(["other"])
    let first = bench.command(verb, from: "a") { $0.ifBusy = .supersede }
    #expect(bench.outcome(of: running)?.kind == .superseded(by: first))
    let second = bench.command(verb, from: "b") { $0.ifBusy = .supersede }
    let third = bench.command(verb, from: "c") { $0.ifBusy = .supersede }
    #expect(bench.ending(of: first) == "")
    #expect(bench.outcome(of: second)?.kind == .superseded(by: third))
    try bench.abandon(by: "list")
    try bench.answer(.instruction(.push(nil)), by: "list")
    #expect(bench.ending(of: first) == "committed")
  }

  @Test("One that the tree does not build, or that has no host, supersedes nobody")
  func supersedeUnbuilt() throws {
    var bench = Bench(requiresHosts: true)
    let tree = TreeNode.screen("home", nesting: .anyOf([.screen("list"), .screen("ghost")]))
    bench.register("kiosk", ["home": .asked, "list": Routable()]) { $0.tree = tree }
    bench.replace("home")
    let running = bench.command(.show(["list"]), from: "busy")
    for (screen, ending) in [("nowhere", "rejected notInTree"), ("ghost", "rejected noHost")] {
      let verb = Verb.navigator(.go(to: literals(screen)[0], on: .id(.root)))
      #expect(bench.run(verb) { $0.ifBusy = .supersede } == ending)
    }
    try bench.answer(.instruction(.push(nil)), by: "kiosk")
    #expect(bench.ending(of: running) == "committed")
  }

  @Test("A dry run, which changes nothing, supersedes nobody")
  func dryRun() {
    var (bench, running) = Self.busy()
    bench.command(.back) { command in
      command.ifBusy = .supersede
      command.isDryRun = true
    }
    #expect(bench.ending(of: running) == "")
  }

  @Test("Back at the root supersedes where the scene has a path for it")
  func backAtRoot() {
    var bench = Bench { $0.scenes["main"] = .init(start: literals("home"), backAtRoot: literals("list")) }
    bench.register("home", ["home": .asked])
    bench.replace("home")
    let running = bench.command(.show(["detail"]), from: "busy")
    let back = bench.command(.back) { $0.ifBusy = .supersede }
    #expect(bench.outcome(of: running)?.kind == .superseded(by: back))
    #expect(bench.path == "list")
  }

  @Test("One that supersedes and has no place supersedes nobody")
  func noPlace() {
    var (bench, running) = Self.busy()
    let first = bench.command(.show(["other"]), from: "first") { $0.ifBusy = .supersede }
    #expect(bench.outcome(of: running)?.kind == .superseded(by: first))
    for index in 1...70 { bench.command(.back, from: "one\(index)") }
    var other = Command(id: endsCommand("other-1"), verb: .back)
    other.ifBusy = .supersede
    bench.client("other", uid: 8, sends: .command(other))
    bench.command(.back, id: endsCommand("late-1"), from: "late") { $0.ifBusy = .supersede }
    #expect(bench.ending(of: endsCommand("late-1")) == "busy")
    #expect(bench.ending(of: other.id) == "")
  }

  @Test("A waiting command of another client that does not supersede itself does not give way")
  func waitingOnes() {
    var (bench, _) = Self.busy()
    let patient = bench.command(.back, from: "patient")
    bench.command(.back) { $0.ifBusy = .supersede }
    #expect(bench.ending(of: patient) == "unchanged atRoot")
  }

  @Test(
    "Within the grace after a restart, one whose turn does not come hears whose return it waited for",
    arguments: [(2, "home, w2"), (5, "home, w2, w3 and 2 more")])
  func grace(count: Int, awaited: String) {
    var bench = Bench()
    bench.register("home", ["home": .asked])
    for name in ["w2", "w3", "w4", "w5"].prefix(count - 1) { bench.register(name) }
    bench.replace("home")
    bench.restart()
    let id = bench.command(.show(["list"])) { $0.deadlineMs = 500 }
    #expect(bench.scene?.held.first?.reason == "workers of before the restart are awaited: \(awaited)")
    bench.pass(500)
    #expect(bench.ending(of: id) == "timedOut")
    #expect(bench.outcome(of: id)?.message == "workers of before the restart were awaited: \(awaited)")
  }

  @Test("What is expected must still be so when the command's turn comes")
  func expecting() {
    var bench = CoordinatorChainTests.bench()
    #expect(bench.run(.back) { $0.expecting = .revision(2) } == "conflict")
    #expect(bench.run(.back) { $0.expecting = .top(.root) } == "conflict")
    #expect(bench.run(.back) { $0.expecting = .top(ElementID(1)) } == "committed")
    #expect(bench.run(.back) { $0.expecting = .revision(2) } == "unchanged atRoot")
  }

  @Test("Two fast taps that expect the same top navigate once")
  func doubleTap() throws {
    var bench = CoordinatorChainTests.bench()
    let first = bench.command(.show(["detail"])) { $0.expecting = .top(ElementID(1)) }
    let second = bench.command(.show(["detail"])) { $0.expecting = .top(ElementID(1)) }
    try bench.answer(.instruction(.push(nil)), by: "list")
    #expect(bench.ending(of: first) == "committed")
    #expect(bench.ending(of: second) == "conflict")
    #expect(bench.path == "home/list/detail")
  }

  @Test("A client has sixteen places in the queue, all clients of a user together sixty-one")
  func limits() {
    var (bench, _) = Self.busy()
    let client = CommandID.client(name: "many", randomBits: 1, 1)
    for sequence in 1...17 {
      let id = CommandID(client: client, sequence: UInt64(sequence))
      bench.command(.back, id: id, from: "many")
    }
    #expect(bench.outcomes(of: "many").map(\.word) == ["busy"])
    for index in 1...50 { bench.command(.back, from: "one\(index)") }
    let busy = (1...50).flatMap { bench.outcomes(of: "one\($0)") }
    #expect(busy.map(\.word) == Array(repeating: "busy", count: 5))
  }

  @Test(
    "A command from inside an ask is accepted at once, waits behind it, and has a reserved place, whatever its ifBusy",
    arguments: [Contention.queue, .supersede, .reject])
  func within(ifBusy: Contention) throws {
    var (bench, running) = Self.busy()
    for index in 1...60 { bench.command(.back, from: "one\(index)") }
    let token = try #require(bench.asks(of: "list").last).token
    let command = Command(id: endsCommand("nested"), verb: .back)
    var nested = command
    nested.within = token
    nested.ifBusy = ifBusy
    bench.process("list", sends: .command(nested))
    #expect(bench.take("list").last == .accepted(Accepted(id: nested.id, place: 61)))
    #expect(bench.ending(of: running) == "")
  }

  @Test("A command from inside an ask that is over is refused, and so is one by another socket")
  func askClosed() throws {
    var (bench, _) = Self.busy()
    let token = try #require(bench.asks(of: "list").last).token
    var early = Command(id: endsCommand("early"), verb: .back)
    early.within = token
    bench.client(sends: .command(early))
    #expect(bench.ending(of: early.id) == "rejected askClosed", "by another socket")
    bench.pass(500)
    var nested = Command(id: endsCommand("nested"), verb: .back)
    nested.within = token
    bench.process("list", sends: .command(nested))
    #expect(bench.ending(of: nested.id) == "rejected askClosed")
  }

  @Test("More than eight causes are too many")
  func depth() {
    var bench = CoordinatorChainTests.bench()
    #expect(bench.run(.back) { $0.depth = 9 } == "rejected tooDeep")
    #expect(bench.run(.back) { $0.depth = 8 } == "committed")
  }

  @Test("A command from inside an ask lies one deeper than that, whatever it says")
  func depthWithin() throws {
    var bench = CoordinatorChainTests.bench()
    bench.command(.show(["detail"])) { $0.depth = 8 }
    let ask = try #require(bench.asks(of: "list").last)
    var nested = Command(id: endsCommand("nested"), verb: .back)
    nested.within = ask.token
    bench.process("list", sends: .command(nested))
    #expect(bench.ending(of: nested.id) == "rejected tooDeep")
  }

  @Test("ACCEPTED tells the place, where it is wanted")
  func accepted() {
    var (bench, _) = Self.busy()
    let id = bench.command(.back) { $0.wantsAccepted = true }
    #expect(bench.take("client") == [.accepted(Accepted(id: id, place: 1))])
  }

  @Test("Scenes do not wait for each other")
  func scenes() {
    var (bench, _) = Self.busy()
    let id = bench.command(.navigator(.replace(path: literals("home"), in: nil))) { $0.scene = "other" }
    #expect(bench.ending(of: id) == "committed")
  }
}
