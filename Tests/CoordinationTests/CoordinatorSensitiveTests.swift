// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Testing

@Suite("Coordinator: sensitive content is told to nobody but its workers")
struct CoordinatorSensitiveTests {
  /// What stands in every content here.
  static let mark = "hush4711"
  static let content: JSONValue = .object([("code", .string(mark))])
  static let pin = AnyScreen("pin", content: content)

  /// A scene on `home`. The worker `pin` hosts the sensitive screen and reads links; `kiosk` hosts the others, and pushes
  /// it on request.
  static func bench(_ adjust: (inout Settings) -> Void = { _ in }) -> Bench {
    var bench = Bench(adjust)
    let branches = DeclaredBranches(.tabs, [.init("a", path: [AnyScreen("home")])], selected: "a")
    bench.register(
      "kiosk", ["home": .asked, "list": Routable(guards: true), "tabs": Routable(branches: branches)]
    ) {
      $0.root = ["home"]
      $0.tasks = [.interceptor: ["check"], .conversion: ["convert"], .finder: ["mine"], .postTask: ["log"]]
    }
    bench.register("pin", ["pin": Routable(guards: true, sensitive: true)]) {
      $0.links = LinkReading(schemes: ["app"], parses: true)
      $0.tree = nil
      $0.destinations = ["safe": safe, "fixed": fixed]
      $0.tasks = [.contextTask: ["fill"]]
    }
    bench.replace("home")
    bench.forgetAll()
    return bench
  }

  @Test("The name of a worker that keeps a screen sensitive is no other user's, also after its goodbye and restarts")
  func keepsName() {
    var bench = Self.bench()
    bench.process("pin", sends: .bye(Bye()))
    for _ in 0..<2 {
      bench.restart()
      bench.process("pin#2", uid: 8, sends: .hello(bench.registration("pin#2", ["pin": Routable()])))
      #expect(bench.errors(of: "pin#2") == [.nameTaken])
    }
    bench.register("pin#3", ["pin": Routable()])
    bench.restart()
    bench.process("pin#2", uid: 8, sends: .hello(bench.registration("pin#2", ["pin": Routable()])))
    #expect(bench.errors(of: "pin#2") == [.nameTaken], "it was registered again")
  }

  /// All that left the coordinator but what the asked and the hosting worker may read, as text; also what it would answer
  /// to each question.
  static func leaks(of bench: Bench) -> [String] {
    var bench = bench
    for subject in Inspect.Subject.allCases {
      bench.client("reader", sends: .inspect(Inspect(subject)))
    }
    bench.client("reader", sends: .snapshotRequest(SnapshotRequest()))
    bench.feed(.subscribed(to: ["main"], on: Channel(1)))
    var told: [String] = bench.published.map { "published \(String(reflecting: $0))" }
    told += bench.records.map { "recorded \(String(reflecting: $0))" }
    for (name, messages) in bench.inboxes {
      for message in messages {
        switch message {
        case .ask: continue
        case .workerState, .treeEvent, .arrival: if name.hasPrefix("pin") || name == "heir" { continue }
        default: break
        }
        told.append("to \(name): \(String(reflecting: message))")
      }
    }
    return told.filter { $0.contains(Self.mark) }
  }

  @Test("Nothing of a command's content leaves, whatever becomes of the command", arguments: verbs)
  func command(verb: Verb) throws {
    for isDry in [false, true] {
      let others = ["home", "home/pin?code=other", "tabs{a=home,*b=pin?code=other}"]
      for path in ["home/pin/list"] + (isDry ? [] : others) {
        var bench = Self.bench()
        bench.replace(path)
        bench.command(verb) {
          $0.context = Self.content
          $0.because = "\(Self.mark) because"
          $0.isDryRun = isDry
        }
        // A link is read by the worker; a request that comes to home is answered with the screen, and guards agree.
        for _ in 0..<6 {
          for process in ["pin", "kiosk"] {
            guard let ask = bench.asks(of: process).last else { continue }
            let answer: Answer =
              switch ask.question {
              case .parse: .path([PathItem(AnyScreen("home")), PathItem(Self.pin)])
              case .handle: .instruction(.push(Self.pin))
              case .task(.conversion), .task(.contextTask): .value(Self.content)
              default: .allow
              }
            bench.process(process, sends: .answer(AnswerMessage(token: ask.token, answer: answer)))
          }
        }
        #expect(leaks(of: bench, verb) == [], "from \(path)\(isDry ? ", dry" : "")")
        bench.pass(30_000)
        #expect(leaks(of: bench, verb) == [], "from \(path)\(isDry ? ", dry" : ""), later")
      }
    }
  }

  /// The leaks of a command; its note may be told where the command names no sensitive screen.
  private func leaks(of bench: Bench, _ verb: Verb) -> [String] {
    let isConcerned = verb.concerns(screen: { $0 == "pin" }, element: { _ in false })
    return Self.leaks(of: bench).filter {
      isConcerned || $0.replacing("\(Self.mark) because", with: "").contains(Self.mark)
    }
  }

  @Test(
    "An answer that brings content, or words about it, is told without them",
    arguments: [
      Answer.deny(code: "no", message: "not \(mark)"), .failed(code: "no", message: "cannot read \(mark)"),
      .redirect(to: .navigator(.go(to: PathItem(pin), on: .id(.root))), within: .milliseconds(500)), .instruction(.pop),
    ])
  func answers(_ answer: Answer) throws {
    var bench = Self.bench()
    bench.command(.navigator(.replace(path: literals("home/pin?code=\(Self.mark)"), in: nil)))
    bench.command(.navigator(.goBack(to: .id(.root))), from: "other") { $0.because = Self.mark }
    try bench.answer(answer, by: "pin")
    bench.pass(5000)
    #expect(Self.leaks(of: bench) == [])
  }

  @Test("A worker's words about a screen that it cannot show are withheld, its code is told")
  func cannotShow() {
    var bench = Self.bench()
    bench.command(.navigator(.replace(path: literals("home/pin?code=\(Self.mark)"), in: nil)))
    bench.process(
      "pin",
      sends: .cannotShow(
        CannotShow(scene: "main", element: ElementID(1), code: "content", message: "'\(Self.mark)' is bad")))
    #expect(bench.presences.last?.message == "content")
    #expect(Self.leaks(of: bench) == [])
  }

  @Test("A tree that puts content onto paths is reported without it")
  func tree() {
    var bench = Self.bench()
    bench.register("tree") { $0.tree = .anyOf([.screen("home"), .wildcard(Self.pin, .screen("pin"))]) }
    let id = bench.command(.navigator(.replace(path: literals("anything"), in: nil)))
    #expect(bench.ending(of: id) == "committed")
    #expect(bench.shown(by: "pin") == "pin?code=\(Self.mark)")
    #expect(Self.leaks(of: bench) == [])
  }

  @Test("A worker that wants whole routes is told the content of its own screens only")
  func wholeRoutes() throws {
    var bench = Self.bench()
    bench.register("all", ["card": Routable(hosts: true, sensitive: true)]) { $0.wantsRoutes = true }
    bench.command(.navigator(.replace(path: literals("pin?code=\(Self.mark)/card?code=mine"), in: nil)))
    let states = bench.take("all").compactMap { if case .workerState(let state) = $0 { state } else { nil } }
    let state = try #require(states.last)
    #expect(state.path?.description == "pin?redacted=true/card?code=mine")
    #expect(Path(state.elements).description == "card?code=mine")
  }

  @Test("A start path and the path for Back at the root are told without content")
  func configured() {
    var bench = Bench {
      $0.scenes["main"] = .init(
        start: literals("home/pin?code=\(Self.mark)"), backAtRoot: literals("pin?code=\(Self.mark)"))
      $0.requiresHosts = true
    }
    let registration = bench.registration("pin", ["pin": Routable(sensitive: true), "home": Routable()])
    bench.process("pin", sends: .hello(registration))
    #expect(bench.path == "home/pin?redacted=true")
    #expect(bench.updates.last?.cause.verb == "replace home/pin?redacted=true")
    bench.command(.navigator(.goBack(to: .id(.root))))
    bench.command(.back)
    #expect(bench.path == "pin?redacted=true")
    #expect(Self.leaks(of: bench) == [])
  }

  @Test("It stays so while the worker is gone, after restarts, and for heirs; its worker alone takes it back")
  func sticks() {
    var bench = Self.bench()
    func isWithheld(_ bench: Bench) -> Bool {
      var bench = bench
      bench.command(.navigator(.replace(path: literals("home/pin?code=\(Self.mark)"), in: nil)), from: "trial")
      return bench.path == "home/pin?redacted=true" && Self.leaks(of: bench).isEmpty
    }
    bench.feed(.connectionLost(Bench.connection("pin")))
    #expect(isWithheld(bench), "its worker is dead")
    bench.restart()
    bench.pass(10_000)
    #expect(isWithheld(bench), "after a restart")
    bench.register("heir", ["pin": Routable()], uid: 7)
    #expect(isWithheld(bench), "an heir of the same user")
    bench.feed(.connectionLost(Bench.connection("heir")))
    bench.register("pin#2", ["pin": Routable(sensitive: true)])
    bench.process("pin#2", sends: .bye(Bye(restartingMs: nil)))
    #expect(isWithheld(bench), "after its goodbye")
    bench.restart()
    bench.pass(10_000)
    #expect(isWithheld(bench), "after its goodbye and a restart")
    bench.register("pin#3", ["other": Routable()])
    #expect(isWithheld(bench), "it says nothing of the screen")
    bench.register("pin#4", ["pin": Routable()])
    #expect(!isWithheld(bench), "it says that the screen is not sensitive")
    bench.restart()
    bench.pass(10_000)
    #expect(!isWithheld(bench), "and it stays so")
  }

  @Test("A restored element has no content, and the worker that shows it keeps its own")
  func restored() throws {
    var bench = Self.bench()
    bench.command(.navigator(.replace(path: literals("home/pin?code=\(Self.mark)"), in: nil)))
    bench.restart()
    bench.register("pin#2", ["pin": Routable(sensitive: true)])
    #expect(bench.path == "home/pin?redacted=true")

    var follower = Follower()
    let element = Element(id: ElementID(1), screen: Self.pin)
    _ = follower.follow(WorkerState(scene: "main", revision: 1, elements: [element]), epoch: 1)
    var redacted = element
    redacted.screen = AnyScreen(
      "pin", content: .object([("redacted", .bool(true))]), presentation: .sheet(allowsPush: true))
    #expect(redacted.screen.isRedacted)
    #expect(
      follower.completed(redacted).screen
        == AnyScreen("pin", content: Self.content, presentation: .sheet(allowsPush: true)))
    redacted.id = ElementID(2)
    #expect(follower.completed(redacted) == redacted)
  }

  @Test("A retry finds its outcome after a restart, and the journal has no hash of its content")
  func retry() {
    var bench = Self.bench()
    let verb = Verb.navigator(.replace(path: literals("home/pin?code=\(Self.mark)"), in: nil))
    let id = bench.command(verb) { $0.because = Self.mark }
    bench.restart()
    bench.register("pin#2", ["pin": Routable(sensitive: true)])
    bench.register("kiosk#2", ["home": .asked])
    bench.command(verb, id: id) { $0.because = Self.mark }
    #expect(bench.ending(of: id) == "committed")
    bench.command(.back, id: id)
    #expect(bench.ending(of: id) == "rejected idReused")

    var hashes: Set<UInt64> = []
    for code in ["0000", "0001", "4711"] {
      var bench = Self.bench()
      let id = bench.command(.navigator(.replace(path: literals("home/pin?code=\(code)"), in: nil)))
      hashes.formUnion(
        bench.records.compactMap {
          if case .decided(let record) = $0, record.outcome.id == id { record.bodyHash } else { nil }
        })
    }
    #expect(hashes.count == 1)
  }

  @Test("After a restart another body is refused under the id of a bare command, unless the journal has outlines alone")
  func richerAfterRestart() {
    let id = endsCommand("client-1")
    for isSensitive in [false, true] {
      var bench = CoordinatorChainTests.bench()
      if isSensitive { bench.register("pin", ["pin": Routable(sensitive: true)]) }
      func verb(_ screen: String) -> Verb { .navigator(.goPath(to: literals(screen), on: .id(.root))) }
      bench.command(verb("exhibit"), id: id)
      #expect(bench.ending(of: id) == "committed")
      bench.restart()
      for richer in [verb("exhibit?id=7"), verb("exhibit")] {
        bench.forgetAll()
        bench.command(richer, id: id) { if richer == verb("exhibit") { $0.because = "somebody" } }
        #expect(bench.ending(of: id) == (isSensitive ? "committed" : "rejected idReused"))
      }
    }
  }
}
