// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Testing

@Suite("Coordinator: workers' sessions")
struct CoordinatorSessionTests {
  @Test("HELLO is answered with WELCOME, the worker's elements and a PING")
  func welcome() {
    var bench = Bench()
    bench.replace("home/list")
    bench.process("list", sends: .hello(bench.registration("list", ["list": Routable()])))
    #expect(bench.kinds("list") == [.welcome, .workerState, .ping])
    #expect(bench.watched == [Bench.connection("list")])
    #expect(bench.records.contains(.worker(WorkerRecord("list", uid: 7), isRegistered: true)))
  }

  @Test("A process takes the name over: the older one's ask died, it is told, and so is the log")
  func takeover() throws {
    var bench = CoordinatorChainTests.bench()
    bench.command(.show(["detail"]))
    bench.process("list#2", sends: .hello(bench.registration("list#2", ["list": .asked])))
    #expect(bench.errors(of: "list") == [.replaced])
    #expect(bench.asks(of: "home").count == 1)
    #expect(bench.watched.contains(Bench.connection("list#2")))
    #expect(!bench.watched.contains(Bench.connection("list")))
    #expect(bench.takeovers.map(\.description) == ["list: pid 50 (list) → pid 50 (list#2), asked"])
  }

  @Test("What waits behind an ask goes on behind a takeover, and not while the worker seems to be gone")
  func waitsOverTakeover() {
    var bench = Bench()
    bench.register("list", ["list": .asked])
    bench.replace("list")
    bench.command(.show(["detail"]), from: "first")
    let second = bench.command(.show(["other"]), from: "second")
    bench.process("list#2", sends: .hello(bench.registration("list#2", ["list": .asked])))
    #expect(bench.asks(of: "list#2").map(\.command) == [second])
    #expect(bench.ending(of: second) == "")
  }

  @Test("The same process on a new connection goes on, and is not told that it was replaced")
  func sameIncarnation() {
    var bench = CoordinatorChainTests.bench()
    var registration = bench.registration("list", ["list": .asked])
    registration.applied = ["main": Applied(epoch: 1, revision: 1)]
    bench.process("list@2", sends: .hello(registration))
    #expect(bench.errors(of: "list") == [])
    #expect(bench.kinds("list@2") == [.welcome, .workerState, .ping])
  }

  @Test("A process that was replaced stays refused for good")
  func retired() {
    var bench = CoordinatorChainTests.bench()
    for process in 2...6 { bench.register("list#\(process)", ["list": .asked]) }
    for process in ["list", "list#2", "list#5"] {
      bench.process("\(process)@2", sends: .hello(bench.registration(process, ["list": .asked])))
      #expect(bench.errors(of: "\(process)@2") == [.replaced])
    }
  }

  @Test("A process whose connection broke may come back, unless another one has taken its name")
  func comesBack() {
    var bench = CoordinatorChainTests.bench()
    bench.feed(.connectionLost(Bench.connection("list")))
    bench.process("list@2", sends: .hello(bench.registration("list", ["list": .asked])))
    #expect(bench.kinds("list@2").first == .welcome)
    bench.feed(.connectionLost(Bench.connection("list@2")))
    bench.register("list#2", ["list": .asked])
    bench.process("list@3", sends: .hello(bench.registration("list", ["list": .asked])))
    #expect(bench.errors(of: "list@3") == [.replaced])
  }

  @Test("Another user's worker, another host of a screen, another installer of a root are refused, whole")
  func nameTaken() {
    var bench = CoordinatorChainTests.bench()
    bench.process("list#2", uid: 8, sends: .hello(bench.registration("list#2", ["list": .asked])))
    #expect(bench.errors(of: "list#2") == [.nameTaken])
    bench.process("other", sends: .hello(bench.registration("other", ["list": Routable(), "new": Routable()])))
    #expect(bench.errors(of: "other") == [.nameTaken])
    bench.process("third", sends: .hello(bench.registration("third") { $0.root = ["home"] }))
    #expect(bench.errors(of: "third") == [.nameTaken])
    #expect(bench.state().map { $0.path.hosts.values.compactMap(\.worker).sorted() } == ["home", "list"])
  }

  @Test("A worker that only guards a screen keeps no host out, and the routable is that of the host")
  func guardsOnly() {
    var bench = Bench(requiresHosts: true)
    bench.register("a", ["list": Routable(guards: true, hosts: false)])
    bench.process("b", sends: .hello(bench.registration("b", ["list": Routable()])))
    #expect(bench.kinds("b").first == .welcome)
    bench.replace("list")
    #expect(bench.state()?.path.hosts[.root]?.worker == "b")
    bench.process("c", sends: .hello(bench.registration("c", ["list": Routable()])))
    #expect(bench.errors(of: "c") == [.nameTaken])
    bench.process("d", sends: .hello(bench.registration("d", ["list": Routable(guards: true, hosts: false)])))
    #expect(bench.kinds("d").first == .welcome)
    #expect(bench.state()?.path.hosts[.root]?.worker == "b")
  }

  @Test("Of several workers that register a screen without hosting it the first by name counts")
  func firstByName() {
    var bench = Bench()
    bench.register("z", ["list": Routable(guards: true, hosts: false)])
    bench.register("m", ["list": Routable(guards: true, hosts: false)])
    bench.replace("home/list")
    bench.command(.navigator(.dismiss(.id(ElementID(1)))))
    #expect(bench.asks(of: "m").map(\.question) == [.leave])
    #expect(bench.asks(of: "z").isEmpty)
  }

  @Test("A dead host keeps its screen while others only guard it, and gives way to a live host")
  func deadHost() {
    var bench = Bench()
    bench.register("b", ["list": Routable()])
    bench.replace("home/list")
    bench.feed(.connectionLost(Bench.connection("b")))
    bench.register("a", ["list": Routable(guards: true, hosts: false)])
    #expect(bench.state()?.path.hosts[ElementID(1)]?.worker == "b")
    bench.register("c", ["list": Routable()])
    #expect(bench.state()?.path.hosts[ElementID(1)]?.worker == "c")
  }

  @Test("A screen that nobody hosts is refused with the name of the worker that registers it without hosting it")
  func registeredUnhosted() throws {
    var bench = Bench(requiresHosts: true)
    bench.register("a", ["list": Routable(hosts: false)])
    let id = bench.command(.navigator(.replace(path: literals("list"), in: nil)))
    #expect(bench.ending(of: id) == "rejected noHost")
    let message = try #require(bench.outcome(of: id)?.message)
    #expect(message == "no worker hosts 'list' in scene main: worker 'a' registers it with hosts: false")
  }

  @Test("A message names a few screens that are hosted, and how many more there are")
  func manyHosted() throws {
    var bench = Bench(requiresHosts: true)
    let screens = (10..<50).compactMap { ScreenName("screen\($0)") }
    bench.register("a", Dictionary(uniqueKeysWithValues: screens.map { ($0, Routable()) }))
    let id = bench.command(.navigator(.replace(path: literals("nosuch"), in: nil)))
    let message = try #require(bench.outcome(of: id)?.message)
    #expect(message.hasSuffix("screen20 screen21 and 28 more)"), "\(message)")
  }

  @Test("In another scene the same screen may have another host")
  func otherScene() {
    var bench = CoordinatorChainTests.bench()
    bench.process("other", sends: .hello(bench.registration("other", ["list": Routable()]) { $0.scenes = ["left"] }))
    #expect(bench.kinds("other").first == .welcome)
  }

  @Test("A dead worker's screens go to a live one that serves the same scene, and to no other")
  func yields() {
    var bench = CoordinatorChainTests.bench()
    bench.feed(.connectionLost(Bench.connection("list")))
    bench.register("left", ["list": Routable()]) { $0.scenes = ["left"] }
    #expect(bench.state()?.path.hosts[ElementID(1)]?.worker == "list")
    bench.register("new", ["list": Routable()])
    #expect(bench.state()?.path.hosts[ElementID(1)]?.worker == "new")
  }

  @Test(
    "Whoever speaks as a worker without a session is asked who it is",
    arguments: [
      Message.pong(Pong(applied: [:])), .bye(Bye()), .appeared(Appeared(scene: "main", elements: [.root])),
      .answer(AnswerMessage(token: Ask.Token(epoch: 1, number: 1), answer: .declined)),
    ])
  func who(_ message: Message) {
    var bench = CoordinatorChainTests.bench()
    bench.process("stranger", sends: message)
    #expect(bench.take("stranger") == [.who])
  }

  @Test("HELLO settles the asks that the worker lists: used if a commit names the token, else cancelled")
  func unsettled() throws {
    var bench = CoordinatorChainTests.bench()
    bench.command(.show(["detail"]))
    try bench.answer(.instruction(.push(nil)), by: "list")
    bench.replace("home/list")
    bench.restart()
    let tokens = [1, 9].map { Ask.Token(epoch: 1, number: $0) }
    bench.process("list", sends: .hello(bench.registration("list", ["list": .asked]) { $0.unsettled = tokens }))
    guard case .welcome(let welcome) = bench.take("list").first else {
      Issue.record("no WELCOME")
      return
    }
    #expect(welcome.verdicts == [Settled(token: tokens[0], used: true), Settled(token: tokens[1], used: false)])
  }

  @Test("An ask that was answered before its worker reconnected gets its verdict with the transition's end")
  func pendingVerdict() throws {
    var bench = CoordinatorChainTests.bench()
    bench.register("form", ["form": .guarding])
    bench.replace("home/list/form")
    bench.command(.hide("list", atomic: true))
    try bench.answer(.instruction(.popTo("home")), by: "list")
    let token = Ask.Token(epoch: 1, number: 1)
    bench.process("list@2", sends: .hello(bench.registration("list", ["list": .asked]) { $0.unsettled = [token] }))
    #expect(bench.take("list@2").first == .welcome(Welcome(session: 4, version: "1.0.0", verdicts: [])))
    try bench.answer(.allow, by: "form")
    #expect(bench.verdicts(of: "list@2") == [Settled(token: token, used: true)])
  }

  @Test("Silence is pinged each second; past three misses a worker is passed over, past ten it is over")
  func misses() throws {
    var bench = CoordinatorChainTests.bench()
    func keepHome(_ bench: inout Bench, seconds: Int) {
      for _ in 0..<seconds {
        bench.pass(1000)
        bench.process("home", sends: .pong(Pong(applied: [:])))
      }
    }
    keepHome(&bench, seconds: 5)
    #expect(bench.kinds("list").count { $0 == .ping } == 5)
    let id = bench.command(.show(["detail"]))
    try bench.answer(.declined, by: "home")
    #expect(bench.trace(of: id).first == "list: show detail skipped")
    #expect(bench.presence(of: 1) == .attended)
    keepHome(&bench, seconds: 7)
    #expect(bench.presence(of: 1) == .unattended)
  }

  @Test("A worker that speaks all the time hears from the coordinator each second, and is not suspect")
  func talkative() {
    var bench = CoordinatorChainTests.bench()
    bench.forgetAll()
    for _ in 0..<50 {
      bench.pass(200)
      bench.process("list", sends: .active(Active(scene: "main")))
    }
    #expect(bench.kinds("list").count { $0 == .ping } == 10)
    #expect(bench.presence(of: 1) == .attended)
    #expect(!bench.notices.contains { if case .silent("list", _) = $0 { true } else { false } })
  }

  @Test("Time that a test lets pass is nobody's silence: no worker counts as silent for it, and none is given up")
  func passedTime() {
    var bench = CoordinatorChainTests.bench()
    for _ in 0..<60 {
      bench.coordinator.hearEveryWorker(at: bench.now)
      bench.pass(400)
    }
    #expect(!bench.notices.contains { if case .silent = $0 { true } else { false } })
    #expect(bench.presence(of: 1) == .attended)
    bench.pass(12_000)
    #expect(bench.presence(of: 1) == .unattended)
  }

  @Test("A worker that says again and again that it is behind is told the state once in half a second")
  func pongs() {
    var bench = CoordinatorChainTests.bench()
    bench.forgetAll()
    for _ in 0..<2 {
      for _ in 0..<20 { bench.process("list", sends: .pong(Pong(applied: [:]))) }
      #expect(bench.kinds("list").count { $0 == .workerState } == 1)
      bench.pass(500)
      bench.forgetAll()
    }
  }

  @Test("PONG repairs: a state that is not shown is told again, and a verdict that is not known")
  func pong() throws {
    var bench = CoordinatorChainTests.bench()
    bench.command(.show(["list"]))
    try bench.answer(.instruction(.push(nil)), by: "list")
    bench.forgetAll()
    let token = Ask.Token(epoch: 1, number: 1)
    let behind = Pong(applied: ["main": Applied(epoch: 1, revision: 1)], unsettled: [token])
    bench.process("list", sends: .pong(behind))
    #expect(bench.shown(by: "list") == "list/list")
    #expect(bench.verdicts(of: "list") == [Settled(token: token, used: true)])
    bench.forgetAll()
    bench.process("list", sends: .pong(Pong(applied: ["main": Applied(epoch: 1, revision: 2)])))
    #expect(bench.take("list") == [])
  }

  @Test("PONG repairs: a worker that has not heard that its ask was cancelled is told again")
  func pongLate() {
    var bench = CoordinatorChainTests.bench()
    bench.command(.show(["detail"]))
    bench.pass(500)
    bench.forgetAll()
    let token = Ask.Token(epoch: 1, number: 1)
    bench.process("list", sends: .pong(Pong(applied: [:], unsettled: [token])))
    #expect(bench.verdicts(of: "list") == [Settled(token: token, used: false)])
  }

  @Test("REGISTER changes what a live worker can do, and is acknowledged")
  func register() {
    var bench = CoordinatorChainTests.bench()
    bench.process("list", sends: .register(bench.registration("list", [:]) { $0.generation = 2 }))
    #expect(bench.kinds("list") == [.registered, .workerState, .ping])
    #expect(bench.presence(of: 1) == .unattended)
  }

  @Test("REGISTER takes nobody's name over, whatever it says")
  func registerTakesNothing() {
    var bench = CoordinatorChainTests.bench()
    bench.process("list", sends: .register(bench.registration("list", ["list": .asked]) { $0.takeover = true }))
    #expect(bench.kinds("list").first == .registered)
    bench.process("list#2", sends: .register(bench.registration("list#2", ["list": .asked])))
    #expect(bench.kinds("list#2") == [.who], "it has not said HELLO")
    #expect(bench.takeovers == [])
    #expect(bench.workers.first { $0.name == "list" }?.state == .live)
    bench.command(.show(["detail"]))
    #expect(bench.asks(of: "list").count == 1 && bench.asks(of: "list#2") == [])
  }

  @Test("What a worker shows of a scene that is not there any more ends with its WELCOME")
  func lostScene() {
    var bench = Bench()
    let registration = bench.registration("list", ["list": Routable()]) {
      $0.applied = ["main": Applied(epoch: 0, revision: 7)]
    }
    bench.process("list", sends: .hello(registration))
    #expect(bench.states(of: "list") == [WorkerState(scene: "main", revision: 0, elements: [])])
  }

  @Test("A worker that serves a scene no longer is told that nothing there is its own")
  func leavesScene() {
    var bench = CoordinatorChainTests.bench()
    let narrowed = bench.registration("list", ["list": .asked]) {
      $0.scenes = ["rear"]
      $0.wantsRoutes = true
    }
    bench.process("list", sends: .register(narrowed))
    #expect(
      bench.states(of: "list") == [
        WorkerState(scene: "main", revision: bench.revision, elements: [], path: Path([]))
      ])
    bench.forgetAll()
    bench.process("list", sends: .register(narrowed))
    #expect(bench.states(of: "list") == [])
  }

  @Test("Only workers whose elements changed are told, and those that want whole routes")
  func whoIsTold() {
    var bench = CoordinatorChainTests.bench()
    bench.register("map") { $0.wantsRoutes = true }
    bench.command(CoordinatorHostingTests.goList)
    #expect(bench.kinds("home") == [])
    #expect(bench.kinds("list") == [.workerState])
    #expect(bench.kinds("map") == [.workerState])
  }

  @Test("A connection that speaks as another worker ends the session that it had")
  func twoNames() {
    var bench = CoordinatorChainTests.bench()
    bench.process("list", sends: .hello(bench.registration("map", ["map": Routable()])))
    #expect(bench.presence(of: 1) == .unattended)
  }
}
