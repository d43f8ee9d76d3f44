// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Testing

@Suite("Coordinator: shares of users")
struct CoordinatorShareTests {
  /// Puts `count` commands that change nothing, each of a client of its own, and tells how many were taken.
  static func flood(_ bench: inout Bench, by uid: UInt32, _ count: Int, named name: String = "flood") -> Int {
    let peer = "\(name)-\(uid)"
    bench.inboxes[peer] = nil
    for index in 1...count {
      let command = Command(id: endsCommand("\(peer)-\(index)"), verb: .navigator(.goBack(to: .id(ElementID(99)))))
      bench.client(peer, uid: uid, sends: .command(command))
    }
    #expect(bench.errors(of: peer).allSatisfy { $0 == .full })
    return bench.outcomes(of: peer).count
  }

  /// A coordinator with room for 10 outcomes, and a route.
  static func small() -> Bench {
    var bench = Bench { $0.window.rows = 10 }
    bench.client("setup", uid: 0, sends: .command(Command(id: endsCommand("setup"), verb: .start("home"))))
    bench.replace("home")
    bench.pass(Limits.windowMs + 2000)
    bench.forgetAll()
    bench.records.removeAll { if case .decided = $0 { true } else { false } }
    return bench
  }

  @Test("A user that floods fills four fifths of what the others leave, and the next user still finds room")
  func window() {
    var bench = Self.small()
    #expect(Self.flood(&bench, by: 7, 20) == 8)
    #expect(Self.flood(&bench, by: 8, 20) == 2)
    bench.pass(Limits.windowMs + 2000)
    #expect(Self.flood(&bench, by: 8, 20, named: "later") == 8)
  }

  @Test("ERROR full says whose share is full, of how much, and what to do")
  func message() throws {
    var bench = Self.small()
    _ = Self.flood(&bench, by: 7, 9)
    let error = bench.inboxes["flood-7"]?.compactMap { if case .error(let error) = $0 { error } else { nil } }.first
    let text = try #require(error).message
    #expect(
      text == "user 7 holds 8 of 10 remembered outcomes, which is its share; the oldest go after 10 min, "
        + "those that their client acknowledges at once")
  }

  @Test("What a client acknowledges makes room in the share of its user at once")
  func acknowledged() {
    var bench = Self.small()
    let client = CoordinatorExactlyOnceTests.self
    for sequence: UInt64 in 1...8 { bench.command(.back, id: client.id(sequence)) }
    bench.command(.back, id: client.id(9))
    #expect(bench.errors() == [.full])
    bench.command(.back, id: client.id(9)) { $0.ackedBelow = 9 }
    #expect(bench.ending(of: client.id(9)) == "unchanged atRoot")
  }

  @Test("A restart counts the shares from what was written")
  func restart() {
    var bench = Self.small()
    #expect(Self.flood(&bench, by: 7, 20) == 8)
    bench.restart()
    #expect(Self.flood(&bench, by: 7, 20, named: "again") == 0)
    #expect(Self.flood(&bench, by: 8, 20) == 2)
  }

  @Test("Over tcp each connection has a share of its own")
  func tcp() {
    var bench = Self.small()
    func send(_ peer: String, _ count: Int) -> Int {
      for index in 1...count {
        bench.client(peer, uid: nil, sends: .command(Command(id: endsCommand("\(peer)-\(index)"), verb: .back)))
      }
      return bench.outcomes(of: peer).count
    }
    #expect(send("a", 20) == 8)
    #expect(send("b", 20) == 2)
  }

  @Test("Long outcomes fill the share in bytes; what does not fit is remembered without its path")
  func bytes() throws {
    var bench = Bench { $0.window.bytes = 10_000 }
    func replace(_ index: Int, by uid: UInt32) -> CommandID {
      let screen = AnyScreen("home", content: .string(String(repeating: "\(index % 10)", count: 3000)))
      let command = Command(
        id: endsCommand("long-\(uid)-\(index)"), verb: .navigator(.replace(path: [PathItem(screen)], in: nil)))
      bench.client("\(uid)", uid: uid, sends: .command(command))
      return command.id
    }
    let ids = (1...4).map { replace($0, by: 7) }
    #expect(ids.map { bench.ending(of: $0) } == ["committed", "committed", "committed", "committed"])
    bench.forgetAll()
    for id in ids { bench.client("reader", sends: .query(Query(id: id.description))) }
    #expect(bench.outcomes(of: "reader").map { $0.path.path.elements.count } == [1, 1, 0, 0])
    let other = replace(1, by: 8)
    #expect(bench.ending(of: other) == "committed")
    let status = try Self.status(&bench)
    #expect(status.users.map(\.uid) == [7, 8])
    #expect(status.users.allSatisfy { $0.outcomeBytes < 8000 })
  }

  @Test("An outcome that changed nothing is remembered without a path, and told with that of its revision")
  func unchanged() {
    var bench = Bench()
    bench.replace("home/list")
    let id = bench.command(.navigator(.goBack(to: .id(ElementID(99)))))
    #expect(bench.outcome(of: id)?.path.path.description == "home/list")
    let written = bench.records.compactMap { if case .decided(let record) = $0 { record.outcome } else { nil } }.last
    #expect(written?.id == id)
    #expect(written?.path.path.elements == [])
    func again() -> String? {
      bench.forgetAll()
      bench.client(sends: .query(Query(id: id.description)))
      return bench.outcome(of: id)?.path.path.description
    }
    #expect(again() == "home/list")
    bench.replace("home")
    #expect(again() == "")
  }

  @Test("The status says what each user holds, and how much there is")
  func told() throws {
    var bench = Self.small()
    _ = Self.flood(&bench, by: 8, 2)
    bench.register("home", ["home": Routable()])
    bench.client("tcp", uid: nil, sends: .command(Command(id: endsCommand("one"), verb: .back)))
    let status = try Self.status(&bench)
    #expect(status.users.map(\.uid) == [7, 8, nil])
    #expect(status.users.map(\.address) == [nil, nil, "746370"])
    #expect(status.users.map(\.outcomes) == [0, 2, 1])
    #expect(status.users.map(\.workers) == [1, 0, 0])
    #expect(status.capacities.outcomes == 10)
    #expect(status.capacities.scenes == Limits.scenesMax)
  }

  static func status(_ bench: inout Bench) throws -> CoordinatorStatus {
    bench.client("status", uid: 0, sends: .inspect(Inspect(.status)))
    guard case .report(let report) = bench.take("status").last, case .status(let status) = report.objects.first else {
      throw Missing()
    }
    return status
  }

  struct Missing: Error {}
}

/// Places of scenes.
extension CoordinatorShareTests {
  @Test("A user that fills the queue of a scene under many names leaves places for the next user")
  func queue() {
    var (bench, _) = CoordinatorQueueTests.busy()
    for index in 1...70 { bench.command(.back, from: "one\(index)") { $0.deadlineMs = 86_400_000 } }
    let refused = (1...70).compactMap { bench.outcomes(of: "one\($0)").first }
    #expect(refused.map(\.word) == Array(repeating: "busy", count: 9))
    #expect(
      refused.first?.message == "user 7 holds 61 of 76 places in the scene's queue, which is its share; try again later"
    )
    let other = Command(id: endsCommand("other"), verb: .back)
    bench.client("other", uid: 8, sends: .command(other))
    #expect(bench.outcomes(of: "other") == [])
  }

  @Test("Commands from inside asks count towards the share of their user too")
  func nested() throws {
    var (bench, _) = CoordinatorQueueTests.busy()
    let token = try #require(bench.asks(of: "list").last).token
    for index in 1...80 {
      var nested = Command(id: endsCommand("nested\(index)"), verb: .back)
      nested.within = token
      bench.process("list", sends: .command(nested))
    }
    #expect(bench.outcomes(of: "list").map(\.word) == Array(repeating: "busy", count: 16))
    bench.client("other", uid: 8, sends: .command(Command(id: endsCommand("other"), verb: .back)))
    #expect(bench.outcomes(of: "other") == [])
  }

  @Test("No ask takes longer than the configuration allows, whatever its worker registers")
  func asks() throws {
    var bench = Bench()
    var home = Routable.asked
    home.askMs = 86_400_000
    bench.register("home", ["home": home])
    bench.replace("home")
    let id = bench.command(.show(["list"])) { $0.deadlineMs = 86_400_000 }
    #expect(try #require(bench.asks(of: "home").last).deadlineMs == Settings().workingMaxMs)
    bench.pass(Settings().workingMaxMs)
    #expect(bench.ending(of: id) == "unhandled")
  }

  @Test("A user that begins scenes leaves places for others, and 'main' always has one")
  func scenes() {
    var bench = Bench { $0.scenesMax = 5 }
    func begin(_ name: String, by uid: UInt32) -> String {
      var command = Command(
        id: endsCommand("\(name)-\(uid)"), verb: .navigator(.replace(path: literals("home"), in: nil)))
      guard let scene = SceneName(name) else { return "" }
      command.scene = scene
      bench.client("\(uid)", uid: uid, sends: .command(command))
      return bench.ending(of: command.id)
    }
    let flood = (1...6).map { begin("scene\($0)", by: 7) }
    #expect(flood == Array(repeating: "committed", count: 4) + ["rejected tooLarge", "rejected tooLarge"])
    #expect(begin("other", by: 8) == "committed")
    #expect(begin("another", by: 9) == "rejected tooLarge")
    #expect(begin("main", by: 9) == "committed")
    bench.restart()
    #expect(begin("more", by: 7) == "rejected tooLarge")
  }

  @Test("Tellings that wait for appearances are bounded: the oldest of the user is told at once")
  func appearances() {
    var bench = Bench()
    bench.register("home", ["home": Routable()])
    bench.replace("home")
    let ids = (1...60).map { index in
      let screen = AnyScreen("home", content: .integer(Int64(index)))
      return bench.command(.navigator(.replaceContent(of: .id(.root), with: screen))) {
        $0.until = .appeared
        $0.deadlineMs = 86_400_000
      }
    }
    #expect(ids.prefix(8).map { bench.outcome(of: $0)?.appeared } == Array(repeating: false, count: 8))
    #expect(ids.dropFirst(8).allSatisfy { bench.outcome(of: $0) == nil })
  }
}

/// Names of workers.
extension CoordinatorShareTests {
  private static func greet(_ bench: inout Bench, _ process: String, by uid: UInt32 = 7) -> [Message.Kind] {
    bench.process(process, uid: uid, sends: .hello(bench.registration(process)))
    return bench.kinds(process).filter { $0 == .welcome || $0 == .error }
  }

  @Test("A user with many live workers leaves places for the next user")
  func liveWorkers() {
    var bench = Bench { $0.workersMax = 5 }
    let flood = (1...6).flatMap { Self.greet(&bench, "w\($0)") }
    #expect(flood == [.welcome, .welcome, .welcome, .welcome, .error, .error])
    #expect(Self.greet(&bench, "kiosk", by: 8) == [.welcome])
  }

  @Test("Names of dead workers make room for the live ones of their user, unless a path shows them")
  func deadWorkers() throws {
    var bench = Bench { $0.workersMax = 5 }
    bench.register("shown", ["home": Routable()])
    bench.replace("home")
    bench.feed(.connectionLost(Bench.connection("shown")))
    for index in 1...20 {
      #expect(Self.greet(&bench, "w\(index)") == [.welcome])
      bench.pass(10)
      bench.feed(.connectionLost(Bench.connection("w\(index)")))
    }
    #expect(try Self.status(&bench).workers.map(\.name) == ["shown", "w18", "w19", "w20"])
  }

  @Test("A worker that is refused for its screens takes nobody's place")
  func refusedWorkers() throws {
    var bench = Bench { $0.workersMax = 5 }
    bench.register("live", ["home": Routable()])
    for index in 1...3 {
      _ = Self.greet(&bench, "w\(index)")
      bench.feed(.connectionLost(Bench.connection("w\(index)")))
    }
    let names = try Self.status(&bench).workers.map(\.name)
    bench.process("twin", sends: .hello(bench.registration("twin", ["home": Routable()])))
    #expect(bench.errors(of: "twin") == [.nameTaken])
    #expect(try Self.status(&bench).workers.map(\.name) == names)
  }

  @Test("A worker that stays away for ten minutes is forgotten, unless a path shows it; so is one of an earlier epoch")
  func silence() throws {
    var bench = Bench()
    bench.register("shown", ["home": Routable()])
    bench.replace("home")
    bench.register("away")
    bench.feed(.connectionLost(Bench.connection("away")))
    bench.feed(.connectionLost(Bench.connection("shown")))
    bench.pass(Limits.silentWorkerMs - 2000)
    #expect(try Self.status(&bench).workers.map(\.name) == ["away", "shown"])
    bench.pass(4000)
    #expect(try Self.status(&bench).workers.map(\.name) == ["shown"])
    bench.restart()
    let early = bench.command(.back)
    #expect(bench.ending(of: early) == "")
    bench.pass(Limits.silentWorkerMs + 2000)
    bench.restart()
    #expect(bench.run(.back) != "")
  }

  @Test("A worker that has not come back since a restart is told as gone, until it does or is forgotten")
  func missing() throws {
    var bench = Bench()
    for name in ["kiosk", "away"] { bench.register(name) }
    bench.restart()
    bench.register("kiosk")
    func states() throws -> [String] { try Self.status(&bench).workers.map { "\($0.name) \($0.state)" } }
    #expect(try states() == ["away gone", "kiosk live"])
    bench.register("away")
    #expect(try states() == ["away live", "kiosk live"])
  }

  @Test("No restart waits for a worker whose process went on as another worker")
  func renamed() {
    var bench = Bench()
    for name in ["a", "b", "c"] {
      bench.process("a", sends: .hello(bench.registration(name)))
    }
    bench.restart()
    _ = Self.greet(&bench, "c")
    let id = bench.command(.start("home"))
    #expect(bench.ending(of: id) == "unhandled")
  }

  @Test("The slot of a forgotten worker serves the next one as if it were new")
  func slots() throws {
    var bench = Bench { $0.workersMax = 1 }
    bench.register("first", ["home": .asked])
    bench.feed(.connectionLost(Bench.connection("first")))
    bench.register("second", ["list": .asked])
    bench.replace("list")
    bench.command(.show(["detail"]))
    #expect(bench.asks(of: "second").map(\.screen.name) == ["list"])
    #expect(bench.asks(of: "first") == [])
    #expect(try Self.status(&bench).workers.map(\.deaths) == [0])
  }
}
