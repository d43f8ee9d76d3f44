// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Testing

@Suite("Coordinator: gates that redirect")
struct CoordinatorGateTests {
  static let login = Verb.navigator(.go(to: PathItem(AnyScreen("login")), on: .id(.root)))

  /// home, whose handler sends to login first; a command that it has parked.
  static func parked(withinMs: Int64 = 60_000, depth: Int = 0) throws -> (bench: Bench, id: CommandID) {
    var bench = Bench()
    bench.register("home", ["home": .asked])
    bench.replace("home")
    let id = bench.command(.show(["account"])) { $0.depth = depth }
    try bench.answer(.redirect(to: login, within: .milliseconds(withinMs)), by: "home")
    return (bench, id)
  }

  @Test("A redirect parks the command, runs what must come first, and closes its ask without a verdict")
  func parks() throws {
    var (bench, id) = try Self.parked()
    #expect(bench.path == "home/login")
    #expect(bench.ending(of: id) == "")
    #expect(bench.verdicts(of: "home") == [])
    let cause = try #require(bench.updates.last?.cause)
    #expect(cause.kind == .redirect)
    #expect(cause.because == "home redirects 'show account' of client-command-2")
    #expect(cause.command == id)
    #expect(bench.scene?.parkedCommands == [id])
    let held = try #require(bench.scene?.held.first)
    #expect(held.id == id && held.isParked && held.verb == "show account")
    #expect(held.reason == "home wants something else first")
    // Who waits hears of it at once; a question is answered the same.
    #expect(bench.take("client").last == .status(Status(id: id.description, state: .parked)))
    bench.client(sends: .query(Query(id: id.description)))
    #expect(bench.take("client").last == .status(Status(id: id.description, state: .parked)))
  }

  @Test("A REQ, which takes one answer, hears nothing of the parking but the outcome")
  func request() throws {
    var bench = Bench()
    bench.register("home", ["home": .asked])
    bench.replace("home")
    var peer = Bench.client("request")
    peer.takesOneAnswer = true
    let command = Command(id: endsCommand("request-1"), verb: .show(["account"]))
    bench.feed(.received(.command(command), from: peer))
    try bench.answer(.redirect(to: Self.login, within: .milliseconds(1000)), by: "home")
    #expect(bench.take("request") == [])
    bench.pass(1000)
    #expect(bench.ending(of: command.id) == "timedOut")
  }

  @Test("A REQ that wants to hear that it was accepted gets its outcome, which is the one answer that it takes")
  func acceptedRequest() throws {
    var bench = Bench()
    var peer = Bench.client("request")
    peer.takesOneAnswer = true
    for _ in 0..<2 {
      var command = Command(id: endsCommand("request-1"), verb: .navigator(.replace(path: literals("home"), in: nil)))
      command.wantsAccepted = true
      bench.feed(.received(.command(command), from: peer))
      #expect(bench.take("request").map(\.kind) == [.outcome])
    }
  }

  @Test("An answer that names no time leaves it to the configuration")
  func usualTime() throws {
    var bench = Bench { $0.parkedMs = 5000 }
    bench.register("home", ["home": .asked])
    bench.replace("home")
    let id = bench.command(.show(["account"]))
    try bench.answer(.redirect(to: Self.login, within: .milliseconds(Settings.usualParkedMs)), by: "home")
    bench.pass(4999)
    #expect(bench.ending(of: id) == "")
    bench.pass(1)
    #expect(bench.ending(of: id) == "timedOut")
  }

  @Test("A parked command does not block the scene")
  func doesNotBlock() throws {
    var (bench, _) = try Self.parked()
    #expect(bench.run(.back) == "committed")
  }

  @Test("The gate's worker resumes it: it is planned anew on the route of then")
  func resume() throws {
    var (bench, id) = try Self.parked()
    bench.pass(5000)
    bench.process("home", sends: .pong(Pong(applied: [:])))
    let resume = Resume(id: endsCommand("resume-1"), target: id)
    bench.process("home", sends: .resume(resume))
    #expect(bench.ending(of: resume.id) == "unchanged same")
    try bench.answer(.instruction(.push(nil)), by: "home")
    #expect(bench.ending(of: id) == "committed")
    #expect(bench.path == "home/login/account")
    // The trace says what kept it waiting, too.
    #expect(bench.outcome(of: id)?.asked.map(\.answer) == [.redirect, .push])
  }

  @Test("A dry run that meets a gate ends there: it neither waits nor has the gate's verb run, and supersedes nobody")
  func dryRun() throws {
    var (bench, id) = try Self.parked()
    bench.register("reader") { $0.links = LinkReading(parses: true) }
    let dry = bench.command(.open("museum://x")) { $0.isDryRun = true }
    try bench.answer(.redirect(to: Self.login, within: .milliseconds(1000)), by: "reader")
    #expect(bench.ending(of: dry) == "vetoed redirected")
    #expect(bench.path == "home/login")
    #expect(bench.scene?.parkedCommands == [id])
  }

  @Test("In the verb of a redirect @self is the element that was asked")
  func selfOfRedirect() throws {
    var bench = Bench()
    bench.register("home", ["home": .asked])
    bench.replace("home")
    bench.command(.show(["account"]))
    let login = Verb.batch([.go(to: PathItem(AnyScreen("login")), on: .asked)])
    try bench.answer(.redirect(to: login, within: .milliseconds(1000)), by: "home")
    #expect(bench.path == "home/login")
  }

  @Test("The sender's user resumes it too, another user does not")
  func whoResumes() throws {
    var (bench, id) = try Self.parked()
    bench.client("other", uid: 8, sends: .resume(Resume(id: endsCommand("resume-1"), target: id)))
    #expect(bench.ending(of: endsCommand("resume-1")) == "rejected denied")
    bench.client("same", uid: 7, sends: .resume(Resume(id: endsCommand("resume-2"), target: id)))
    #expect(bench.ending(of: endsCommand("resume-2")) == "unchanged same")
    #expect(bench.asks(of: "home").count == 2)
  }

  @Test("Root resumes what another user has sent; a peer over tcp, whose user nobody knows, does not")
  func rootResumes() throws {
    var (bench, id) = try Self.parked()
    bench.client("far", uid: nil, sends: .resume(Resume(id: endsCommand("resume-1"), target: id)))
    #expect(bench.ending(of: endsCommand("resume-1")) == "rejected denied")
    bench.client("root", uid: 0, sends: .resume(Resume(id: endsCommand("resume-2"), target: id)))
    #expect(bench.ending(of: endsCommand("resume-2")) == "unchanged same")
    #expect(bench.asks(of: "home").count == 2)
  }

  @Test("Only what is parked can be resumed")
  func notParked() throws {
    var (bench, id) = try Self.parked()
    bench.client(sends: .cancel(Cancel(id: id)))
    #expect(bench.ending(of: id) == "cancelled")
    bench.client(sends: .resume(Resume(id: endsCommand("resume-1"), target: id)))
    #expect(bench.ending(of: endsCommand("resume-1")) == "rejected notParked")
  }

  @Test("A resumed command with the longest deadline does not overflow")
  func longestDeadline() throws {
    var bench = Bench()
    bench.register("home", ["home": .asked])
    bench.replace("home")
    let id = bench.command(.show(["account"])) { $0.deadlineMs = .max }
    try bench.answer(.redirect(to: Self.login, within: .milliseconds(Int64.max)), by: "home")
    bench.client(sends: .resume(Resume(id: endsCommand("resume-1"), target: id)))
    try bench.answer(.instruction(.push(nil)), by: "home")
    #expect(bench.ending(of: id) == "committed")
  }

  @Test("When nobody resumes it in time it has timed out, parked")
  func timesOut() throws {
    var (bench, id) = try Self.parked(withinMs: 5000)
    bench.pass(4999)
    #expect(bench.ending(of: id) == "")
    bench.pass(1)
    let gate = Outcome.Party(worker: "home", screen: "home", element: .root)
    #expect(bench.outcome(of: id)?.kind == .timedOut(phase: .parked, who: gate))
  }

  @Test("When what must come first does not come, the parked command is vetoed")
  func redirectFails() throws {
    var bench = Bench()
    bench.register("home", ["home": .asked])
    bench.replace("home")
    let id = bench.command(.show(["account"]))
    try bench.answer(.redirect(to: .start("nothing"), within: .milliseconds(1000)), by: "home")
    #expect(bench.ending(of: id) == "vetoed redirected")
  }

  @Test("The end of what an earlier park wanted first says nothing of a command that was parked again")
  func parkedAgain() throws {
    var bench = Bench()
    bench.register("home", ["home": .asked])
    bench.register("top", ["top": .guarding])
    bench.replace("home/top")
    let id = bench.command(.show(["account"]))
    let away = Verb.navigator(.dismiss(.id(ElementID(1))))
    let login = Verb.navigator(.go(to: PathItem(AnyScreen("login")), on: .id(ElementID(1))))
    for round in 1...2 {
      try bench.answer(.redirect(to: away, within: .seconds(60)), by: "home")
      try bench.answer(.redirect(to: login, within: .seconds(60)), by: "top")
      #expect(bench.scene?.parkedCommands.contains(id) == true, "round \(round): \(bench.ending(of: id))")
      guard round == 1 else { break }
      bench.client(sends: .resume(Resume(id: endsCommand("resume-1"), target: id)))
    }
    #expect(bench.scene?.parkedCommands.count == 2)
  }

  @Test("Nobody ends what a gate wants first but root: over tcp no user tells a peer from the coordinator")
  func internalCommand() throws {
    var bench = Bench()
    bench.register("home", ["home": .asked])
    bench.replace("home")
    bench.command(.show(["account"]))
    try bench.answer(.redirect(to: .show(["login"]), within: .seconds(60)), by: "home")
    let redirect = try #require(bench.asks(of: "home").last).command
    for uid in [nil, 7] as [UInt32?] { bench.client("other", uid: uid, sends: .cancel(Cancel(id: redirect))) }
    #expect(bench.errors(of: "other") == [.denied, .denied])
    bench.client("root", uid: 0, sends: .cancel(Cancel(id: redirect)))
    #expect(bench.errors(of: "root") == [])
    #expect(bench.scene?.parkedCommands == [])
  }

  @Test("A redirect that opens a link waits for its hosts as long as any link")
  func linkFirst() throws {
    var bench = Bench(requiresHosts: true) {
      $0.startHostWaitMs = 10_000
      $0.links = LinkReading(schemes: ["museum"], patterns: [CoordinatorLinkTests.pattern("login", "home/login")])
    }
    bench.register("home", ["home": .asked])
    bench.replace("home")
    let id = bench.command(.show(["account"]))
    try bench.answer(.redirect(to: .open("museum://login"), within: .seconds(60)), by: "home")
    bench.pass(4000)
    bench.process("home", sends: .pong(Pong(applied: [:])))
    bench.register("login", ["login": Routable()])
    #expect(bench.path == "home/login")
    #expect(bench.scene?.parkedCommands == [id])
  }

  @Test(
    "A policy that a gate has parked and that the worker replaces takes with it what the gate wanted first",
    arguments: [
      (Routable.DeathPolicy.pop, false, "home"), (.pop, true, "home"), (.keep, false, "home/film"),
      (.keep, true, "home/film"),
    ])
  func policyReplaced(_ policy: Routable.DeathPolicy, dies: Bool, _ path: String) throws {
    var bench = Bench(requiresHosts: true) {
      $0.links = LinkReading(schemes: ["museum"], patterns: [CoordinatorLinkTests.pattern("login", "home/login")])
    }
    bench.register("home", ["home": .asked])
    bench.register("film", ["film": Routable(onDeath: .fallback(AnyScreen("sorry")))])
    bench.register("sorry", ["sorry": Routable(prepares: true)])
    bench.replace("home/film")
    let failure = Message.cannotShow(CannotShow(scene: "main", element: ElementID(1)))
    bench.process("film", sends: failure)
    try bench.answer(.redirect(to: .open("museum://login"), within: .seconds(60)), by: "sorry")
    #expect(bench.scene?.parkedCommands.count == 1 && bench.path == "home/film")
    let changed = bench.registration("film", ["film": Routable(onDeath: policy)]) { $0.generation = 2 }
    bench.process("film", sends: .register(changed))
    if dies {
      bench.feed(.connectionLost(Bench.connection("film")))
      bench.pass(1000)
    } else {
      bench.process("film", sends: failure)
    }
    #expect(bench.scene?.parkedCommands == [] && bench.path == path)
    bench.register("login", ["login": Routable()])
    #expect(bench.path == path, "nobody waits for it any more")
  }

  @Test("A stop ends a parked command as stopping, also while what must come first still runs")
  func stopped() throws {
    var bench = Bench()
    bench.register("home", ["home": .asked])
    bench.replace("home")
    let id = bench.command(.show(["account"]))
    try bench.answer(.redirect(to: .show(["login"]), within: .milliseconds(60_000)), by: "home")
    #expect(bench.asks(of: "home").count == 2, "what must come first is asked for")
    bench.feed(.stop)
    #expect(bench.ending(of: id) == "failed stopping")
  }

  @Test("A second park at the same gate supersedes the first")
  func secondPark() throws {
    var (bench, first) = try Self.parked()
    let second = bench.command(.show(["account"]))
    try bench.answer(.redirect(to: Self.login, within: .milliseconds(1000)), by: "home")
    #expect(bench.outcome(of: first)?.kind == .superseded(by: second))
    #expect(bench.ending(of: second) == "")
  }

  @Test("Resumed, and superseded before its turn has come, it keeps its trace")
  func supersededAgain() throws {
    var bench = Bench()
    bench.register("home", ["home": .asked])
    bench.replace("home")
    let id = bench.command(.show(["account"])) { $0.ifBusy = .supersede }
    try bench.answer(.redirect(to: Self.login, within: .seconds(60)), by: "home")
    bench.command(.show(["map"]), from: "other")
    bench.client(sends: .resume(Resume(id: endsCommand("resume-1"), target: id)))
    bench.command(.show(["note"]), from: "third") { $0.ifBusy = .supersede }
    #expect(bench.ending(of: id) == "superseded")
    #expect(bench.trace(of: id) == ["home: show account redirect"])
  }

  @Test("Who did not answer before it was parked is no reason that nobody handles it afterwards")
  func unhandledAgain() throws {
    var bench = Bench()
    bench.register("home", ["home": .asked])
    bench.register("top", ["top": .asked])
    bench.replace("home/top")
    let id = bench.command(.show(["account"]))
    bench.feed(.connectionLost(Bench.connection("top")))
    let login = Verb.navigator(.go(to: PathItem(AnyScreen("login")), on: .id(ElementID(1))))
    try bench.answer(.redirect(to: login, within: .seconds(60)), by: "home")
    bench.register("top#2", ["top": .asked])
    bench.process("home", sends: .resume(Resume(id: endsCommand("resume-1"), target: id)))
    for worker in ["top#2", "home"] { try bench.answer(.declined, by: worker) }
    #expect(bench.ending(of: id) == "unhandled")
    #expect(bench.outcome(of: id)?.message?.contains("died") == false)
    #expect(bench.outcome(of: id)?.asked.prefix(4).map(\.answer) == [.died, .redirect, .declined, .declined])
  }

  @Test("Redirects count as causes, and more than eight are refused")
  func tooDeep() throws {
    let (bench, id) = try Self.parked(depth: 8)
    #expect(bench.ending(of: id) == "rejected tooDeep")
    #expect(bench.path == "home")
  }

  @Test("Of a redirect that leads to itself the outcome tells the innermost verb, its gate and its reason, once")
  func endlessRedirects() throws {
    var bench = Bench()
    bench.register("home", ["home": .asked])
    bench.replace("home")
    let id = bench.command(.show(["account"]))
    for _ in 0...8 { try bench.answer(.redirect(to: .show(["login"]), within: .seconds(60)), by: "home") }
    #expect(bench.ending(of: id) == "vetoed redirected")
    #expect(
      bench.outcome(of: id)?.message
        == "what had to come first (show login) ended rejected (tooDeep): home, asked 'show login', wants 'show login' "
        + "first, and more than 8 redirects and commands led to this one")
    #expect(bench.scene?.parkedCommands == [])
  }

  @Test("Of a gate behind a gate the outcome tells the verb that failed, not the one that waited for it")
  func gateBehindGate() throws {
    var bench = Bench()
    bench.register("home", ["home": .asked])
    bench.replace("home")
    let id = bench.command(.show(["account"]))
    try bench.answer(.redirect(to: .show(["login"]), within: .seconds(60)), by: "home")
    try bench.answer(.redirect(to: .start("nothing"), within: .seconds(60)), by: "home")
    let message = try #require(bench.outcome(of: id)?.message)
    #expect(message.hasPrefix("what had to come first (start nothing) ended unhandled: "), "\(message)")
    #expect(!message.dropFirst().contains("what had to come first"), "\(message)")
  }

  @Test("Of a gate's verb that has done a step, and that another gate then refuses, the outcome tells the end")
  func gateBehindStep() throws {
    var bench = CoordinatorDriveTests.bench(exhibit: .asked)
    bench.replace("home/list/exhibit")
    let id = bench.command(.show(["help"]))
    try bench.answer(.redirect(to: .drive(Drive(.route("map"))), within: .seconds(60)), by: "list")
    #expect(bench.path == "home/list")
    try bench.answer(.redirect(to: .back, within: .seconds(60)), by: "list")
    #expect(bench.ending(of: id) == "vetoed redirected")
    #expect(
      bench.outcome(of: id)?.message
        == "what had to come first (drive-to map) ended vetoed (redirected): a command cannot be parked after a step")
    #expect(bench.path == "home/list" && bench.scene?.parkedCommands == [])
  }

  @Test("Past sixteen parked commands the oldest gives way")
  func limit() throws {
    var bench = Bench()
    let names = (0...16).compactMap { ScreenName("s\($0)") }
    bench.register("many", Dictionary(uniqueKeysWithValues: names.map { ($0, .asked) }))
    var ids: [CommandID] = []
    for name in names {
      bench.replace(name.rawValue)
      ids.append(bench.command(.show(["account"])))
      try bench.answer(.redirect(to: Self.login, within: .milliseconds(60_000)), by: "many")
    }
    #expect(bench.outcome(of: ids[0])?.kind == .superseded(by: ids[16]))
    #expect(ids.dropFirst().allSatisfy { bench.ending(of: $0) == "" })
    #expect(bench.scene?.parkedCommands == Array(ids.dropFirst()))
  }
}
