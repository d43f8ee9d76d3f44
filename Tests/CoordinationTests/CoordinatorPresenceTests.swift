// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Testing

@Suite("Coordinator: presence, death and appearance")
struct CoordinatorPresenceTests {
  /// home/list, the list's host with this policy.
  static func bench(_ policy: Routable.DeathPolicy = .keep) -> Bench {
    var bench = Bench()
    bench.register("home", ["home": Routable()])
    bench.register("list", ["list": Routable(onDeath: policy)])
    bench.replace("home/list")
    return bench
  }

  static let list = Bench.connection("list")

  @Test("Fallbacks of which none can be shown do not take each other's place for ever: the element goes")
  func fallbacksInACircle() throws {
    var bench = Self.bench(.fallback(AnyScreen("map")))
    bench.register("map", ["map": Routable(onDeath: .fallback(AnyScreen("list")))])
    let element = try #require(bench.state()?.path.path.elements.last).id
    bench.process("list", sends: .cannotShow(CannotShow(scene: "main", element: element)))
    #expect(bench.path == "home/map")
    bench.process("map", sends: .cannotShow(CannotShow(scene: "main", element: element)))
    #expect(bench.path == "home")
  }

  @Test("After a restart observers hear of a host once: when it says what it shows")
  func restart() {
    var bench = Self.bench()
    bench.restart()
    bench.register("list", ["list": .asked])
    #expect(bench.presences.isEmpty)
    bench.process("list", sends: .pong(Pong(applied: ["main": Applied(epoch: 2, revision: 1)])))
    #expect(bench.presences.map(\.presence) == [.attended])
    #expect(bench.presences.map(\.worker) == ["list"])
  }

  @Test("A worker is told when another one's screen covers or uncovers its own, and of nothing beneath that")
  func visibility() {
    var bench = Bench()
    bench.register("home", ["home": Routable()])
    bench.register("list", ["list": Routable()])
    bench.register("map", ["map": Routable()])
    bench.show("home/list")
    #expect(bench.visibility(toldTo: "home") == ["beneath"])
    #expect(bench.visibility(toldTo: "list") == ["top"])
    bench.show("home/list/map")
    #expect(bench.visibility(toldTo: "home") == nil)
    #expect(bench.visibility(toldTo: "list") == ["beneath"])
    #expect(bench.visibility(toldTo: "map") == ["top"])
    bench.show("home")
    #expect(bench.visibility(toldTo: "home") == ["top"])
    #expect(bench.visibility(toldTo: "list") == [])
  }

  @Test("A dead host's elements are unattended: no revision, but a number of presence, one after another")
  func unattended() {
    var bench = Self.bench()
    #expect(bench.presence(of: 1) == .attended)
    bench.feed(.connectionLost(Self.list))
    #expect(bench.presences.map(\.presence) == [.unattended])
    #expect(bench.presences.map(\.elements) == [[ElementID(1)]])
    bench.process("list", sends: .hello(bench.registration("list", ["list": Routable()])))
    bench.process("list", sends: .pong(Pong(applied: ["main": Applied(epoch: 1, revision: 1)])))
    #expect(bench.presences.map(\.presence) == [.unattended, .attended])
    #expect(bench.presences.map(\.number) == [1, 2])
    #expect(bench.state()?.presenceNumber == 2)
    #expect(bench.revision == 1)
  }

  @Test(
    "What a worker showed in a scene that it serves no longer is unattended, and nobody waits for it to appear",
    arguments: [false, true])
  func servesNoLonger(saysHello: Bool) {
    var bench = Bench()
    bench.register("list", ["list": Routable()]) { $0.scenes = ["left", "right"] }
    for scene: SceneName in ["left", "right"] { bench.replace("list", in: scene) }
    let id = bench.command(.navigator(.replace(path: literals("list/list"), in: nil))) {
      $0.scene = "right"
      $0.until = .appeared
    }
    let narrower = bench.registration("list", ["list": Routable()]) {
      $0.scenes = ["left"]
      $0.generation = 2
    }
    bench.process("list", sends: saysHello ? .hello(narrower) : .register(narrower))
    #expect(bench.state("right")?.path.hosts[.root]?.presence == .unattended)
    #expect(bench.state("left")?.path.hosts[.root]?.presence == .attended)
    #expect(bench.outcome(of: id)?.appeared == false)
  }

  @Test("Nobody waits for a screen to appear whose worker has not come back in its time")
  func appearsLate() {
    var bench = Self.bench()
    bench.replace("home")
    let id = bench.command(CoordinatorHostingTests.goList) { $0.until = .appeared }
    bench.process("list", sends: .bye(Bye(restartingMs: 1000)))
    bench.pass(999)
    #expect(bench.outcome(of: id) == nil)
    bench.pass(1)
    #expect(bench.outcome(of: id)?.appeared == false)
  }

  @Test("A planned restart is leaving, then attended again, and no policy runs")
  func restarting() {
    var bench = Self.bench(.pop)
    bench.process("list", sends: .bye(Bye(restartingMs: 5000)))
    #expect(bench.presences.map(\.presence) == [.leaving])
    #expect(bench.presences.last?.restartingMs == 5000)
    bench.pass(4000)
    bench.register("list#2", ["list": Routable(onDeath: .pop)])
    bench.process("list#2", sends: .pong(Pong(applied: ["main": Applied(epoch: 1, revision: 1)])))
    #expect(bench.presences.map(\.presence) == [.attended])
    bench.pass(5000)
    #expect(bench.path == "home/list")
  }

  @Test("A planned restart that does not come back in time is a death")
  func restartLate() {
    var bench = Self.bench(.pop)
    bench.process("list", sends: .bye(Bye(restartingMs: 2000)))
    bench.pass(1999)
    #expect(bench.path == "home/list")
    bench.pass(1)
    #expect(bench.path == "home")
  }

  @Test("A worker that stops is no longer waited for after a restart")
  func stops() {
    var bench = Self.bench()
    bench.process("list", sends: .bye(Bye()))
    #expect(bench.records.last == .worker(WorkerRecord("list"), isRegistered: false))
    #expect(bench.presence(of: 1) == .unattended)
  }

  @Test(
    "A second after a death its policy acts",
    arguments: [
      (Routable.DeathPolicy.keep, "home/list"), (.pop, "home"), (.fallback(AnyScreen("sorry")), "home/sorry"),
    ])
  func policies(_ policy: Routable.DeathPolicy, _ path: String) {
    var bench = Self.bench(policy)
    bench.feed(.connectionLost(Self.list))
    bench.pass(999)
    #expect(bench.path == "home/list")
    bench.pass(1)
    #expect(bench.path == path)
    #expect(bench.updates.allSatisfy { $0.cause.kind == .death })
  }

  @Test("The lowest element of a dead host is dismissed first, with all above it in one commit")
  func policyOrder() {
    var bench = Self.bench(.pop)
    bench.replace("home/list/list?page=2/home")
    bench.feed(.connectionLost(Self.list))
    bench.pass(1000)
    #expect(bench.updates.map(\.current.path.description) == ["home"])
  }

  @Test("A policy asks no guard, and waits for the running transition")
  func policyWaits() throws {
    var bench = Self.bench(.pop)
    bench.register("top", ["top": .guarding])
    bench.register("home", ["home": .asked])
    bench.replace("home/list/top")
    bench.command(.show(["x"]))
    bench.feed(.connectionLost(Self.list))
    bench.process("home", sends: .working(Working(token: Ask.Token(epoch: 1, number: 1), ms: 2000)))
    bench.pass(1000)
    #expect(bench.path == "home/list/top")
    try bench.answer(.declined, by: "home")
    #expect(bench.path == "home")
  }

  @Test("A policy runs however long the scene was busy before, and has its own time then")
  func policyLate() throws {
    var bench = Self.bench(.fallback(AnyScreen("sorry")))
    bench.register("home", ["home": Routable(handles: [.init(.show, nil)], workingMax: .seconds(60))])
    bench.register("sorry", ["sorry": Routable(prepares: true)])
    bench.command(.show(["x"])) { $0.deadlineMs = 60_000 }
    let ask = try #require(bench.asks(of: "home").last)
    bench.process("home", sends: .working(Working(token: ask.token, ms: 60_000)))
    bench.feed(.connectionLost(Self.list))
    for _ in 0..<20 {
      bench.pass(500)
      for process in ["home", "sorry"] { bench.process(process, sends: .pong(Pong(applied: [:]))) }
    }
    #expect(bench.path == "home/list")
    try bench.answer(.declined, by: "home")
    #expect(bench.asks(of: "sorry").map(\.question) == [.host])
    bench.pass(400)
    try bench.answer(.allow, by: "sorry")
    #expect(bench.path == "home/sorry")
  }

  @Test(
    "A policy does nothing where its element shows another screen by its turn, or its worker is back",
    arguments: [(false, "home/other"), (true, "home/list")])
  func policyMoot(isBack: Bool, path: String) throws {
    var bench = Self.bench(.pop)
    bench.register("home", ["home": .asked])
    bench.register("other", ["other": Routable()])
    bench.command(.show(["x"]))
    bench.feed(.connectionLost(Self.list))
    bench.process("home", sends: .working(Working(token: Ask.Token(epoch: 1, number: 1), ms: 2000)))
    bench.pass(1000)
    if isBack {
      bench.process("list#2", sends: .hello(bench.registration("list#2", ["list": Routable(onDeath: .pop)])))
      try bench.answer(.declined, by: "home")
    } else {
      let other = NavigatorVerb.replaceContent(of: .id(ElementID(1)), with: AnyScreen("other"))
      try bench.answer(.instruction(.edit([other])), by: "home")
    }
    #expect(bench.path == path)
  }

  @Test("A worker that comes back in time loses nothing")
  func backInTime() {
    var bench = Self.bench(.pop)
    bench.feed(.connectionLost(Self.list))
    bench.pass(900)
    bench.register("list#2", ["list": Routable(onDeath: .pop)])
    bench.pass(2000)
    #expect(bench.path == "home/list")
  }

  @Test("What a worker cannot show is failed, its policy acts, and a newer process may try again")
  func cannotShow() {
    var bench = Self.bench()
    let failure = CannotShow(scene: "main", element: ElementID(1), code: "film", message: "no such film")
    bench.process("list", sends: .cannotShow(failure))
    #expect(bench.presences.last?.presence == .failed)
    #expect(bench.presences.last?.message == "no such film")
    bench.register("list#2", ["list": Routable()])
    #expect(bench.presence(of: 1) != .failed)
    var popping = Self.bench(.pop)
    popping.process("list", sends: .cannotShow(failure))
    #expect(popping.path == "home")
  }

  @Test("A worker speaks only of its own elements")
  func foreign() {
    var bench = Self.bench(.pop)
    bench.process("home", sends: .cannotShow(CannotShow(scene: "main", element: ElementID(1))))
    bench.process("home", sends: .appeared(Appeared(scene: "main", elements: [ElementID(1), ElementID(77)])))
    #expect(bench.path == "home/list")
    #expect(bench.revision == 1)
  }

  @Test("A worker that handles a screen and does not show it has nothing to report of its elements")
  func noHost() {
    var bench = Bench { $0.requiresHosts = false }
    bench.register("list", ["list": Routable(hosts: false, onDeath: .pop)])
    bench.replace("home/list")
    bench.process("list", sends: .cannotShow(CannotShow(scene: "main", element: ElementID(1))))
    bench.process("list", sends: .appeared(Appeared(scene: "main", elements: [ElementID(1)])))
    #expect(bench.path == "home/list")
    #expect(bench.revision == 1)
    #expect(bench.state()?.path.path.elements.map(\.hasAppeared) == [false, false])
    #expect(bench.state()?.path.hosts[ElementID(1)]?.presence == .unattended)
  }

  @Test("Nor does an element go when a worker dies that does not show it, however often", arguments: [1, 3])
  func noHostDies(times: Int) {
    var bench = Bench { $0.crashLoop?.deaths = 3 }
    for process in ["list#1", "list#2", "list#3"].prefix(times) {
      bench.register(process, ["list": Routable(hosts: false, onDeath: .pop)])
      bench.replace("home/list")
      bench.feed(.connectionLost(Bench.connection(process)))
    }
    #expect(bench.workers.map(\.state) == [times == 3 ? .quarantined : .gone])
    bench.pass(2000)
    #expect(bench.path == "home/list")
  }

  @Test("Appearing is a minor commit, which no expectation minds")
  func minor() {
    var bench = Self.bench()
    bench.process("list", sends: .appeared(Appeared(scene: "main", elements: [ElementID(1)])))
    #expect(bench.updates.map(\.isMinor) == [true])
    #expect(bench.updates.last?.cause.kind == .appeared)
    #expect(bench.revision == 2)
    #expect(bench.run(.back) { $0.expecting = .revision(1) } == "committed")
    #expect(bench.run(.back) { $0.expecting = .revision(1) } == "conflict")
  }

  @Test("Appearances during a transition wait for its end, and make one commit")
  func coalesced() throws {
    var bench = Self.bench()
    bench.register("home", ["home": .asked])
    bench.command(.show(["x"]))
    bench.process("list", sends: .appeared(Appeared(scene: "main", elements: [ElementID(1)])))
    bench.process("home", sends: .appeared(Appeared(scene: "main", elements: [.root])))
    #expect(bench.revision == 1)
    try bench.answer(.declined, by: "home")
    #expect(bench.revision == 2)
    #expect(bench.state()?.path.path.elements.map(\.hasAppeared) == [true, true])
  }

  @Test("The policies of one death run a few at a time, to their end")
  func manyPolicies() {
    var bench = Bench()
    bench.register("many", ["s": Routable(onDeath: .fallback(AnyScreen("f")))])
    bench.replace((0..<100).map { _ in "s" }.joined(separator: "/"))
    bench.feed(.connectionLost(Bench.connection("many")))
    bench.forgetAll()
    bench.pass(999)
    bench.forgetAll()
    bench.now = bench.now.advanced(byMs: 1)
    bench.feed(.tick)
    #expect(bench.updates.count == Limits.ownWorkPerTurn)
    #expect(bench.coordinator.nextDeadline <= bench.now)
    bench.command(.back, from: "other")
    bench.pass(0)
    #expect(bench.updates.count { $0.cause.kind == .death } == 100)
    #expect(bench.state()?.path.path.elements.map(\.screen.name) == Array(repeating: "f", count: 99))
  }

  @Test("The policies of one death come before all that waits, root first, and none twice that waits already")
  func policiesOnce() throws {
    var bench = Bench()
    bench.register("home", ["home": .asked])
    bench.register("many", ["s": Routable(onDeath: .fallback(AnyScreen("f")))])
    bench.replace("home/s/s/s")
    bench.command(.show(["x"]))
    bench.command(.back, from: "other")
    for _ in 1...2 { bench.process("many", sends: .cannotShow(CannotShow(scene: "main", element: ElementID(2)))) }
    bench.feed(.connectionLost(Bench.connection("many")))
    bench.process("home", sends: .working(Working(token: Ask.Token(epoch: 1, number: 1), ms: 2000)))
    bench.pass(1000)
    bench.forgetAll()
    try #require(bench.path == "home/s/s/s")
    bench.process("home", sends: .answer(AnswerMessage(token: Ask.Token(epoch: 1, number: 1), answer: .declined)))
    #expect(
      bench.updates.map(\.current.path.description)
        == ["home/f/s/s", "home/f/s/f", "home/f/f/f", "home/f/f"])
  }

  @Test("Content of sensitive screens leaves to their worker only")
  func sensitive() throws {
    var bench = Bench()
    bench.register("pin", ["pin": Routable(sensitive: true)])
    bench.command(.navigator(.replace(path: literals("pin?code=1234"), in: nil)))
    #expect(bench.shown(by: "pin") == "pin?code=1234")
    #expect(bench.path == "pin?redacted=true")
    #expect(bench.outcomes().last?.path.path.description == "pin?redacted=true")
    #expect(bench.updates.last?.current.path.description == "pin?redacted=true")
    let commits = bench.records.compactMap {
      if case .commit(let commit) = $0 { commit.route.description } else { nil }
    }
    #expect(commits == ["pin?redacted=true"])
  }
}
