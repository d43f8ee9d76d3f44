// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import TestTraits
import Testing

@Suite("Ends: a client's many commands")
struct EndsClientSessionManyTests {
  private static let scenes: [SceneName] = ["a", "b", "c"]

  /// A client with 3000 commands, turn about for three scenes: the first of each is sent. Every second of a scene waits for 5 s,
  /// the others for 60 s.
  private static func crowd() -> (ClientSession, [Command]) {
    var session = EndsClientSessionTests.client()
    let commands = (0..<3000).map { EndsClientSessionTests.command(&session, scene: scenes[$0 % 3]) }
    var sent: [ClientSession.Action] = []
    for (number, command) in commands.enumerated() {
      sent += session.handle(.submit(command, timeoutMs: number / 3 % 2 == 1 ? 5000 : 60_000), at: at(0))
    }
    #expect(sent == commands.prefix(3).enumerated().map { send($1, UInt64($0 + 1)) })
    return (session, commands)
  }

  private static func send(_ command: Command, _ correlation: UInt64) -> ClientSession.Action {
    .send(.command(command), correlation: Correlation(correlation))
  }

  @Test("Those that have waited too long end together, in order; then each scene goes on with those that are left")
  func late() throws {
    var (session, commands) = Self.crowd()
    let ended = session.handle(.tick, at: at(5000)).filter { if case .ended = $0 { true } else { false } }
    let (late, left) = (
      Array(commands.enumerated()).filter { $0.offset / 3 % 2 == 1 }.map(\.element),
      commands.filter { ($0.id.sequence - 1) / 3 % 2 == 0 }
    )
    #expect(ended == late.map { .ended($0.id, .withdrawn) })
    for (command, next) in zip(left, left.dropFirst(3)) {
      let outcome = EndsClientSessionTests.outcome(command.id)
      let actions = session.handle(
        EndsClientSessionTests.received(.outcome(outcome), command.id.sequence), at: at(5001))
      #expect(actions == [.ended(command.id, .outcome(outcome)), Self.send(next, next.id.sequence)])
    }
    for command in left.suffix(3) {
      _ = session.handle(
        EndsClientSessionTests.received(.outcome(EndsClientSessionTests.outcome(command.id)), command.id.sequence),
        at: at(5001))
    }
    #expect(session.nextDeadline == nil && session.ignored == 0)
  }

  @Test("Those that are withdrawn while they wait end at once, in any order; what was sent gets CANCEL and goes on")
  func cancelled() {
    var (session, commands) = Self.crowd()
    for command in commands.dropFirst(3).reversed() {
      #expect(session.handle(.cancel(command.id), at: at(1)) == [.ended(command.id, .withdrawn)])
    }
    for (number, command) in commands.prefix(3).enumerated() {
      let cancel = ClientSession.Action.send(
        .cancel(Cancel(id: command.id)), correlation: Correlation(UInt64(number + 1)))
      #expect(session.handle(.cancel(command.id), at: at(2)) == [cancel])
    }
  }

  @Test("Those that are sent and not answered end together, in order, and let those behind them go, each in its place")
  func unanswered() {
    var session = EndsClientSessionTests.client()
    let commands = (0..<1000).map { _ in EndsClientSessionTests.command(&session) { $0.ifBusy = .reject } }
    let behind = EndsClientSessionTests.command(&session, scene: "a")
    let last = EndsClientSessionTests.command(&session, scene: "a")
    for command in commands + [behind] { _ = session.handle(.submit(command, timeoutMs: 5000), at: at(0)) }
    _ = session.handle(.submit(last, timeoutMs: 9000), at: at(0))
    let ended = (commands + [behind]).map { ClientSession.Action.ended($0.id, .noOutcome) }
    #expect(session.handle(.tick, at: at(5000)) == ended + [Self.send(last, 1002)])
  }

  @Test("What finds no room leaves as soon as there is some, in the order of submission, before what comes later")
  func room() {
    var session = EndsClientSessionTests.client()
    #expect(session.handle(.room(2), at: at(0)) == [])
    let commands = (0..<5).map { _ in EndsClientSessionTests.command(&session) { $0.ifBusy = .reject } }
    let sent = commands.flatMap { session.handle(.submit($0, timeoutMs: 5000), at: at(0)) }
    #expect(sent == [Self.send(commands[0], 1), Self.send(commands[1], 2)] && session.room == 0)
    let question = session.freshCorrelation()
    let status = Message.inspect(Inspect(.status))
    #expect(session.handle(.request(status, question, timeoutMs: 5000), at: at(0)) == [])
    // A copy finds none either, and is the next to leave. What has ended leaves no more.
    #expect(session.handle(.tick, at: at(400)) == [])
    let denied = ProtocolError(.denied, "no")
    #expect(
      session.handle(EndsClientSessionTests.received(.error(denied), 4), at: at(400))
        == [.ended(commands[3].id, .refused(denied))])
    #expect(session.handle(.room(2), at: at(401)) == [Self.send(commands[0], 1), Self.send(commands[1], 2)])
    #expect(
      session.handle(.room(9), at: at(401)) == [
        Self.send(commands[2], 3), Self.send(commands[4], 5), .send(status, correlation: question),
      ])
    #expect(session.room == 6)
  }

  @Test("Of what is to be sent again on a new connection, as much leaves as there is room for, and the rest behind it")
  func roomAfterConnection() {
    var session = EndsClientSessionTests.client()
    _ = session.handle(.room(0), at: at(0))
    let commands = (0..<3).map { _ in EndsClientSessionTests.command(&session) { $0.ifBusy = .reject } }
    for command in commands { _ = session.handle(.submit(command, timeoutMs: 5000), at: at(0)) }
    #expect(session.handle(.connected, at: at(3000)) == [])
    #expect(session.handle(.room(2), at: at(3000)) == [Self.send(commands[0], 1), Self.send(commands[1], 2)])
    #expect(session.handle(.room(2), at: at(3000)) == [Self.send(commands[2], 3)])
  }

  @Test("With 20 000 under way, each event looks at its own command alone", .timeLimit(.minutes(20)), .offPool)
  func underWay() throws {
    // Were all looked at for each, these would be billions of looks.
    var session = EndsClientSessionTests.client()
    let commands = (0..<20_000).map { number in
      EndsClientSessionTests.command(&session, scene: Self.scenes[number % 3]) { $0.ifBusy = .supersede }
    }
    for (number, command) in commands.enumerated() {
      let sent = session.handle(.submit(command, timeoutMs: 60_000), at: at(Int64(number) / 20))
      #expect(sent == [Self.send(command, UInt64(number + 1))])
      #expect(session.ackedBelow == 0 && session.nextDeadline != nil)
    }
    // A copy of each, at its own time.
    var copies = 0
    while copies < commands.count, let next = session.nextDeadline { copies += session.handle(.tick, at: next).count }
    #expect(copies >= commands.count)
    // The second half before the first, turn about.
    for command in commands.indices.map({ commands[($0 * 7919 + 10_000) % commands.count] }) {
      let ended = session.handle(
        EndsClientSessionTests.received(.outcome(EndsClientSessionTests.outcome(command.id)), command.id.sequence),
        at: at(2000))
      #expect(ended.count == 1)
    }
    #expect(session.nextDeadline == nil && session.ackedBelow == 20_001 - ClientSession.outcomesKept)
  }

  @Test("Questions by the thousands are asked, repeated and answered one by one", .timeLimit(.minutes(20)), .offPool)
  func questions() {
    var session = EndsClientSessionTests.client()
    let status = Message.inspect(Inspect(.status))
    let asked = (0..<20_000).map { _ in session.freshCorrelation() }
    for question in asked {
      #expect(session.handle(.request(status, question, timeoutMs: 60_000), at: at(0)).count == 1)
    }
    #expect(session.handle(.tick, at: at(313)).count == asked.count)
    for question in asked.reversed() {
      let answer = ClientSession.Event.received(.report(Report(objects: [])), epoch: 5, correlation: question)
      #expect(session.handle(answer, at: at(314)).count == 1)
    }
    #expect(session.nextDeadline == nil)
  }

  @Test("Of those that are accepted, as many are sent as the scene's queue takes; each end lets one more go, in order")
  func accepted() {
    var session = EndsClientSessionTests.client()
    let commands = (0..<40).map { _ in EndsClientSessionTests.command(&session) { $0.wantsAccepted = true } }
    var sent = commands.flatMap { session.handle(.submit($0, timeoutMs: 5000), at: at(0)) }
    func accept(_ command: Command) -> ClientSession.Event {
      EndsClientSessionTests.received(.accepted(Accepted(id: command.id, place: 0)), command.id.sequence)
    }
    func isSending(_ action: ClientSession.Action) -> Bool { if case .send = action { true } else { false } }
    for command in commands.prefix(16) { sent += session.handle(accept(command), at: at(1)).filter(isSending) }
    #expect(sent == commands.prefix(16).enumerated().map { Self.send($1, UInt64($0 + 1)) })
    for (index, command) in commands.enumerated() {
      let outcome = EndsClientSessionTests.outcome(command.id)
      let actions = session.handle(EndsClientSessionTests.received(.outcome(outcome), command.id.sequence), at: at(2))
      let next = index + 16 < commands.count ? [Self.send(commands[index + 16], UInt64(index + 17))] : []
      #expect(actions == [.ended(command.id, .outcome(outcome))] + next)
      if index + 16 < commands.count { _ = session.handle(accept(commands[index + 16]), at: at(2)) }
    }
    #expect(session.nextDeadline == nil)
  }

  @Test("One command for which several wait has the longest of their times, and is sealed if one of them says so")
  func shared() {
    var (session, command) = EndsClientSessionTests.sent()
    #expect(session.handle(.submit(command, timeoutMs: 1000), at: at(100)) == [])
    #expect(session.handle(.submit(command, timeoutMs: 8000, seals: true), at: at(100)) == [])
    let seal = Self.sealing(command)
    for ms in [1100, 5000] as [Int64] {
      let actions = session.handle(.tick, at: at(ms))
      #expect(!actions.contains(seal) && !actions.contains(.ended(command.id, .noOutcome)), "at \(ms) ms: \(actions)")
    }
    #expect(session.handle(.tick, at: at(8100)) == [seal])
    #expect(session.handle(.tick, at: at(16_100)) == [.ended(command.id, .noOutcome)])
    #expect(session.nextDeadline == nil && session.ignored == 0)
  }

  private static func sealing(_ command: Command) -> ClientSession.Action {
    .send(.query(Query(id: command.id.description, seal: true)), correlation: Correlation(1))
  }
}
