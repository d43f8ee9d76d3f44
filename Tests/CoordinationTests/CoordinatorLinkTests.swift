// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Testing

@Suite("Coordinator: links")
struct CoordinatorLinkTests {
  static func pattern(_ url: String, _ path: String) -> LinkPattern {
    do { return try LinkPattern(url: url, path: path) } catch { preconditionFailure("\(error)") }
  }

  /// A scene on `home`, the coordinator long started, and a link of the configuration.
  private static func warm(
    requiresHosts: Bool = false, _ adjust: (inout Settings) -> Void = { _ in }
  ) -> Bench {
    var bench = Bench(requiresHosts: requiresHosts) {
      $0.links = LinkReading(schemes: ["museum"], patterns: [pattern("exhibit/{id:int}", "home/exhibit?id={id}")])
      adjust(&$0)
    }
    bench.register("kiosk", ["home": Routable()])
    bench.replace("home")
    bench.pass(20_000)
    bench.process("kiosk", sends: .pong(Pong(applied: [:])))
    bench.forgetAll()
    return bench
  }

  @Test("A pattern of the configuration leads to the path, and nobody is asked")
  func pattern() {
    var bench = Self.warm()
    bench.register("parser") { $0.links = LinkReading(parses: true) }
    #expect(bench.run(.open("MUSEUM://exhibit/7?utm=x")) == "committed")
    #expect(bench.path == "home/exhibit?id=7")
    #expect(bench.updates.last?.cause.verb == "open MUSEUM://exhibit/7?utm=x")
  }

  @Test(
    "What is no URL is refused at once, saying where",
    arguments: [
      "home", "museum://a/%zz", "museum://" + String(repeating: "a", count: 65_536), "museum://a/../b", "",
      "museum://" + String(repeating: "a/", count: 500),
    ])
  func invalid(url: String) throws {
    var bench = Self.warm()
    let id = bench.command(.open(url))
    #expect(bench.ending(of: id) == "rejected invalid")
    #expect(try #require(bench.outcome(of: id)?.message).contains("this is no URL: byte "))
  }

  @Test("Workers are tried in the order of their names, patterns before parsers, and the first answer wins")
  func order() throws {
    var bench = Self.warm()
    bench.register("zoo") { $0.links = LinkReading(patterns: [Self.pattern("x", "home/zoo")]) }
    bench.register("art") { $0.links = LinkReading(schemes: ["other"], parses: true) }
    bench.register("bar") {
      $0.links = LinkReading(schemes: ["museum"], patterns: [Self.pattern("y", "home/bar")], parses: true)
    }
    let first = bench.command(.open("museum://x"))
    let ask = try #require(bench.asks(of: "bar").last)
    #expect(ask.question == .parse("museum://x"))
    #expect(ask.element == nil)
    try bench.answer(.declined, by: "bar")
    #expect(bench.ending(of: first) == "committed")
    #expect(bench.path == "home/zoo")
    #expect(bench.trace(of: first) == ["link: open declined"])
    #expect(bench.run(.open("museum://y")) == "committed")
    #expect(bench.path == "home/bar")
    let parsed = bench.command(.open("museum://z"))
    try bench.answer(.path(literals("home/z?a=1")), by: "bar")
    #expect(bench.ending(of: parsed) == "committed")
    #expect(bench.path == "home/z?a=1")
    #expect(bench.asks(of: "art") == [])
  }

  @Test("An empty path is an answer that changes nothing; nobody's is unhandled")
  func emptyAndNobody() throws {
    var bench = Self.warm()
    #expect(bench.run(.open("museum://nobody")) == "unhandled")
    bench.register("bar") { $0.links = LinkReading(parses: true) }
    let id = bench.command(.open("museum://nothing"))
    try bench.answer(.path([]), by: "bar")
    #expect(bench.ending(of: id) == "unchanged same")
  }

  @Test("A silent reader is passed over")
  func silent() {
    var bench = Self.warm()
    bench.register("bar") { $0.links = LinkReading(parses: true) }
    bench.register("zoo") { $0.links = LinkReading(patterns: [Self.pattern("x", "home/zoo")]) }
    let id = bench.command(.open("museum://x"))
    bench.pass(500)
    #expect(bench.ending(of: id) == "committed")
  }

  @Test("The path is checked by the tree")
  func tree() {
    var bench = Self.warm()
    bench.register("kiosk#2", ["home": Routable()]) { $0.tree = .screen("home", nesting: .screen("list")) }
    #expect(bench.run(.open("museum://exhibit/7")) == "rejected notInTree")
  }

  @Test("A link that comes before its workers waits outside the queue, and is followed once")
  func cold() {
    var bench = Self.warm(requiresHosts: true)
    let id = bench.command(.open("museum://exhibit/7"))
    #expect(bench.ending(of: id) == "")
    bench.client(sends: .query(Query(id: id.description)))
    #expect(bench.take("client").last == .status(Status(id: id.description, state: .pending)))
    // Others go on meanwhile.
    #expect(bench.run(.navigator(.replace(path: literals("home?x=1"), in: nil))) == "committed")
    bench.register("other")
    #expect(bench.ending(of: id) == "")
    bench.process("exhibits", sends: .hello(bench.registration("exhibits", ["exhibit": Routable()])))
    #expect(bench.ending(of: id) == "committed")
    #expect(bench.path == "home/exhibit?id=7")
    #expect(bench.run(.back) == "committed")
    bench.register("again")
    #expect(bench.path == "home")
  }

  @Test("A link that is followed supersedes an older one that waits: so it would be, had all been there")
  func newestWins() {
    var bench = Self.warm(requiresHosts: true)
    bench.register("zoo") { $0.links = LinkReading(patterns: [Self.pattern("x", "home?x=1")]) }
    let older = bench.command(.open("museum://exhibit/7"))
    let newer = bench.command(.open("museum://x"))
    #expect(bench.ending(of: newer) == "committed")
    #expect(bench.ending(of: older) == "superseded")
    let last = bench.command(.open("museum://exhibit/8"))
    bench.process("exhibits", sends: .hello(bench.registration("exhibits", ["exhibit": Routable()])))
    #expect(bench.ending(of: last) == "committed")
    #expect(bench.path == "home/exhibit?id=8")
  }

  @Test("So does one that leads to where the scene is, in a busy scene too", arguments: [false, true])
  func newestStays(isBusy: Bool) {
    var bench = Self.warm(requiresHosts: true)
    bench.register("kiosk", ["home": .asked])
    bench.register("zoo") { $0.links = LinkReading(patterns: [Self.pattern("x", "home")]) }
    let older = bench.command(.open("museum://exhibit/7"))
    if isBusy { bench.command(.show(["y"]), from: "busy") }
    #expect(bench.run(.open("museum://x")) { $0.isDryRun = true } == (isBusy ? "" : "unchanged dryRun"))
    #expect(bench.ending(of: older) == "")
    let newer = bench.command(.open("museum://x")) { $0.ifBusy = .supersede }
    #expect(bench.ending(of: newer) == "unchanged same")
    #expect(bench.ending(of: older) == "superseded")
  }

  @Test("So it is where the worker of the older one comes while the newer one runs")
  func newestWinsWhileRunning() throws {
    var bench = Self.warm(requiresHosts: true)
    bench.register("bar") { $0.links = LinkReading(parses: true) }
    let older = bench.command(.open("museum://exhibit/7"))
    let newer = bench.command(.open("museum://x"))
    bench.process("exhibits", sends: .hello(bench.registration("exhibits", ["exhibit": Routable()])))
    try bench.answer(.path(literals("home?x=1")), by: "bar")
    #expect(bench.ending(of: newer) == "committed")
    #expect(bench.ending(of: older) == "superseded")
    #expect(bench.path == "home?x=1")
  }

  @Test("A link that has its turn again gives way to a newer one that is followed before it")
  func newestWinsAgain() throws {
    var bench = Self.warm(requiresHosts: true)
    bench.register("bar", ["asked": .asked]) { $0.links = LinkReading(parses: true) }
    bench.replace("home/asked")
    let older = bench.command(.open("museum://exhibit/7"))
    bench.command(.show(["y"]))
    bench.pass(10)
    let newer = bench.command(.open("museum://x"))
    bench.process("exhibits", sends: .hello(bench.registration("exhibits", ["exhibit": Routable()])))
    try bench.answer(.declined, by: "bar")
    try bench.answer(.path(literals("home?x=1")), by: "bar")
    #expect(bench.ending(of: newer) == "committed")
    #expect(bench.ending(of: older) == "superseded")
    #expect(bench.path == "home?x=1")
  }

  @Test("The worker of a waiting link that comes while another link runs is not forgotten where that one leads nowhere")
  func readAgainBehindRunning() throws {
    var bench = Self.warm(requiresHosts: true)
    bench.register("bar") { $0.links = LinkReading(parses: true) }
    let older = bench.command(.open("museum://exhibit/7"))
    let newer = bench.command(.open("museum://x"))
    bench.process("exhibits", sends: .hello(bench.registration("exhibits", ["exhibit": Routable()])))
    #expect(bench.ending(of: older) == "")
    try bench.answer(.deny(code: nil, message: nil), by: "bar")
    #expect(bench.ending(of: newer).hasPrefix("vetoed"))
    #expect(bench.ending(of: older) == "committed")
    #expect(bench.path == "home/exhibit?id=7")
  }

  @Test("At its deadline a waiting link ends as it would have at once, and it can be cancelled")
  func coldEnds() {
    var bench = Self.warm(requiresHosts: true) { $0.startHostWaitMs = 4000 }
    let late = bench.command(.open("museum://exhibit/7"))
    let cancelled = bench.command(.open("museum://exhibit/8"))
    bench.client(sends: .cancel(Cancel(id: cancelled)))
    #expect(bench.ending(of: cancelled) == "cancelled")
    #expect(bench.scene?.held.map(\.id) == [late])
    bench.pass(3999)
    #expect(bench.ending(of: late) == "")
    let told = bench.scene?.held.first?.reason
    bench.pass(1)
    #expect(bench.ending(of: late) == "rejected noHost")
    #expect(told != nil && bench.outcome(of: late)?.message == told)
  }

  @Test("While the coordinator is new, a link that nobody reads waits for a reader")
  func coldReader() throws {
    var bench = Bench { $0.startHostWaitMs = 4000 }
    bench.pass(1000)
    let id = bench.command(.open("museum://x"))
    let lost = bench.command(.open("museum://lost"))
    #expect(bench.ending(of: id) == "")
    bench.register("zoo") { $0.links = LinkReading(patterns: [Self.pattern("x", "home/zoo")]) }
    #expect(bench.path == "home/zoo")
    bench.pass(3000)
    #expect(bench.ending(of: lost) == "unhandled")
    #expect(bench.run(.open("museum://lost")) == "unhandled")
    #expect(bench.outcome(of: lost)?.message == "nobody in scene main knows where this URL leads (patterns: x)")
  }

  @Test("A link that waits is read by a new configuration, too")
  func configured() {
    var bench = Bench { $0.startHostWaitMs = 4000 }
    let id = bench.command(.open("museum://zoo"))
    let lost = bench.command(.open("museum://lost"))
    var settings = bench.settings
    settings.links = LinkReading(schemes: ["museum"], patterns: [Self.pattern("zoo", "zoo")])
    bench.feed(.configured(settings))
    #expect(bench.ending(of: id) == "committed" && bench.path == "zoo")
    #expect(bench.outcome(of: lost) == nil)
  }

  @Test("A link of a scheme that nobody reads is answered at once, unless a worker of before the restart may read it")
  func unknownScheme() throws {
    var bench = Bench { $0.startHostWaitMs = 4000 }
    let first = bench.command(.open("foo://x"))
    #expect(bench.ending(of: first) == "", "nothing is known of the workers of this device")
    let zoo = bench.registration("zoo") { $0.links = LinkReading(schemes: ["museum"], parses: true) }
    bench.process("zoo", sends: .hello(zoo))
    #expect(bench.ending(of: first) == "unhandled")
    #expect(bench.outcome(of: first)?.message == "nobody in scene main reads URLs that begin with foo:")
    #expect(bench.run(.open("foo://y")) == "unhandled")
    bench.restart()
    let second = bench.command(.open("foo://x"))
    bench.pass(3000)
    #expect(bench.ending(of: second) == "", "zoo is away, also past the grace")
    bench.process("zoo", sends: .hello(bench.registration("zoo")))
    #expect(bench.ending(of: second) == "unhandled")
    #expect(bench.run(.open("foo://z")) == "unhandled")
  }

  @Test("Where all workers ended in order before the restart, a link waits for whoever comes, as after a first start")
  func coldAfterOrder() {
    var bench = Bench { $0.startHostWaitMs = 4000 }
    let zoo = bench.registration("zoo") { $0.links = LinkReading(patterns: [Self.pattern("x", "home/zoo")]) }
    bench.process("zoo", sends: .hello(zoo))
    bench.process("zoo", sends: .bye(Bye()))
    bench.restart()
    let id = bench.command(.open("museum://x"))
    #expect(bench.ending(of: id) == "")
    bench.process("zoo#2", sends: .hello(bench.registration("zoo#2") { $0.links = zoo.links }))
    #expect(bench.ending(of: id) == "committed" && bench.path == "home/zoo")
  }

  @Test("A link waits for a reader that has died, and for a part of the tree that is missing")
  func coldDead() throws {
    var bench = Self.warm()
    bench.register("bar") { $0.links = LinkReading(parses: true) }
    bench.feed(.connectionLost(Bench.connection("bar")))
    bench.command(.open("museum://x"))
    bench.process("bar#2", sends: .hello(bench.registration("bar#2") { $0.links = LinkReading(parses: true) }))
    try bench.answer(.path(literals("home/x")), by: "bar#2")
    #expect(bench.path == "home/x")
    bench.register("kiosk#2", ["home": Routable()]) { $0.tree = .screen("home", nesting: .remote("rooms")) }
    bench.command(.open("museum://exhibit/7"))
    #expect(bench.path == "home/x")
    bench.register("rooms") { $0.parts = ["rooms": .screen("exhibit")] }
    #expect(bench.path == "home/exhibit?id=7")
  }

  @Test("At most 16 links of a user wait in a scene; the next is busy")
  func bounded() {
    var bench = Self.warm(requiresHosts: true)
    for number in 0..<16 {
      #expect(bench.run(.open("museum://exhibit/\(number)")) == "")
    }
    #expect(bench.run(.open("museum://exhibit/16")) == "busy")
  }

  @Test("One that has its turn again keeps its place among them, and takes none of the queue's")
  func boundedAgain() throws {
    var bench = Self.warm(requiresHosts: true)
    bench.register("kiosk", ["home": .asked])
    let ids = (1...18).map { CoordinatorExactlyOnceTests.id($0) }
    let (waiting, late, last) = (ids[..<16], ids[16], ids[17])
    for id in waiting { bench.command(.open("museum://exhibit/\(id.sequence)"), id: id) }
    bench.command(.show(["y"]), from: "busy")
    bench.command(.open("museum://exhibit/17"), id: late)
    bench.process("other", sends: .hello(bench.registration("other")))
    bench.command(.hide("nobody", atomic: false), id: last)
    #expect(bench.ending(of: last) == "", "it waits for its turn")
    var copy = bench
    copy.client("reader", sends: .inspect(Inspect(.status)))
    guard case .report(let report)? = copy.take("reader").last, case .status(let status)? = report.objects.first else {
      Issue.record("no report")
      return
    }
    #expect(status.users.first { $0.uid == 7 }?.waiting == 2, "places of the queue, as its limit counts them")
    try bench.answer(.declined, by: "kiosk")
    bench.pass(0)
    #expect(bench.ending(of: late) == "busy")
    #expect(waiting.allSatisfy { bench.ending(of: $0) == "" })
    #expect(bench.ending(of: last) == "unchanged targetNotFound")
  }

  @Test("Nor does it lose its place where others have taken places since, whoever registers")
  func keepsPlace() {
    var bench = Self.warm(requiresHosts: true)
    var ids: [CommandID] = []
    for number in 0..<16 { ids.append(bench.command(.open("museum://exhibit/\(number)"))) }
    for number in 1...4 {
      let command = Command(id: endsCommand("far-\(number)"), verb: .open("museum://exhibit/\(number)"))
      bench.client("far", uid: 8, sends: .command(command))
      ids.append(command.id)
    }
    #expect(ids.allSatisfy { bench.ending(of: $0) == "" })
    for round in 1...2 {
      bench.process("other", sends: .hello(bench.registration("other")))
      bench.pass(0)
      #expect(ids.allSatisfy { bench.ending(of: $0) == "" }, "round \(round)")
    }
    #expect(bench.run(.open("museum://exhibit/16")) == "busy", "it is new")
    bench.process("exhibits", sends: .hello(bench.registration("exhibits", ["exhibit": Routable()])))
    bench.pass(0)
    #expect(ids.allSatisfy { ["committed", "superseded"].contains(bench.ending(of: $0)) })
  }

  @Test("Nor does it give way to what supersedes, as one that waits does not")
  func supersededAgain() {
    var bench = Self.warm(requiresHosts: true)
    bench.register("kiosk", ["home": .asked])
    let (link, other) = (CoordinatorExactlyOnceTests.id(1), CoordinatorExactlyOnceTests.id(2))
    bench.command(.open("museum://exhibit/7"), id: link)
    bench.command(.show(["y"]))
    bench.process("other", sends: .hello(bench.registration("other")))
    let verb = Verb.navigator(.replaceContent(of: .id(.root), with: AnyScreen("home", content: .integer(1))))
    bench.command(verb, id: other) { $0.ifBusy = .supersede }
    #expect(bench.ending(of: other) == "committed")
    #expect(bench.ending(of: link) == "")
    bench.process("exhibits", sends: .hello(bench.registration("exhibits", ["exhibit": Routable()])))
    #expect(bench.ending(of: link) == "committed")
  }

  @Test("A gate parks it, and after the resume it goes on from the route of then")
  func gate() throws {
    var bench = Self.warm()
    bench.register("exhibits", ["exhibit": Routable(prepares: true)])
    let id = bench.command(.open("museum://exhibit/7"))
    #expect(bench.asks(of: "exhibits").last?.question == .host)
    try bench.answer(
      .redirect(to: .navigator(.go(to: literals("login")[0], on: .id(.root))), within: .milliseconds(60_000)),
      by: "exhibits")
    #expect(bench.path == "home/login")
    bench.pass(5000)
    bench.process("exhibits", sends: .pong(Pong(applied: [:])))
    bench.process("exhibits", sends: .resume(Resume(id: endsCommand("resume-1"), target: id)))
    try bench.answer(.allow, by: "exhibits")
    #expect(bench.ending(of: id) == "committed")
    #expect(bench.path == "home/exhibit?id=7")
    #expect(bench.updates.filter { $0.cause.command == id && $0.cause.kind == .command }.count == 1)
  }

  @Test("A dry run tells the path, asks its readers, and waits for nobody")
  func dryRun() throws {
    var bench = Self.warm(requiresHosts: true)
    let id = bench.command(.open("museum://exhibit/7")) { $0.isDryRun = true }
    #expect(bench.ending(of: id) == "unchanged dryRun")
    #expect(bench.outcome(of: id)?.steps.map(\.screen.text) == ["home", "exhibit?id=7"])
    #expect(bench.run(.open("museum://lost")) { $0.isDryRun = true } == "unhandled")
    #expect(bench.path == "home")
  }

  @Test("A link may begin a scene, and a stopping coordinator gives waiting ones back")
  func beginsAndStops() {
    var bench = Bench { $0.links = LinkReading(patterns: [Self.pattern("x", "home")]) }
    #expect(bench.run(.open("a://x")) == "committed")
    #expect(bench.path == "home")
    bench.command(.open("a://y"))
    bench.feed(.stop)
    #expect(bench.errors() == [.stopping])
  }
}
