// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Testing

@Suite("Ends: a client's commands")
struct EndsClientSessionTests {
  static func client() -> ClientSession { ClientSession(name: "way", randomBits: 1, 2) }

  static func command(
    _ session: inout ClientSession, scene: SceneName = "main", _ change: (inout Command) -> Void = { _ in }
  ) -> Command {
    var command = Command(id: session.freshID(), scene: scene, verb: .back)
    change(&command)
    return command
  }

  static func outcome(_ id: CommandID) -> Outcome {
    Outcome(id: id, kind: .committed, scene: "main", epoch: 5, revision: 1, path: PlacedPath(Path([])))
  }

  static func received(_ message: Message, _ correlation: UInt64 = 0) -> ClientSession.Event {
    .received(message, epoch: 5, correlation: Correlation(correlation))
  }

  /// A client with one command sent, correlation 1.
  static func sent(
    seals: Bool = false, _ change: (inout Command) -> Void = { _ in }
  ) -> (ClientSession, Command) {
    var session = client()
    let command = command(&session, change)
    _ = session.handle(.submit(command, timeoutMs: 5000, seals: seals), at: at(0))
    return (session, command)
  }

  @Test("Ids count from 1 under a client text made of the name and the random bits")
  func ids() {
    var session = Self.client()
    #expect(session.freshID().description == "way-0000000000000G000000000002-1")
    #expect(session.freshID().sequence == 2)
  }

  @Test("A command is sent, and ends with its outcome; a second outcome is ignored")
  func outcome() {
    var session = Self.client()
    let command = Self.command(&session)
    #expect(
      session.handle(.submit(command, timeoutMs: 5000), at: at(0))
        == [.send(.command(command), correlation: Correlation(1))])
    let outcome = Self.received(.outcome(Self.outcome(command.id)), 1)
    #expect(session.handle(outcome, at: at(1)) == [.ended(command.id, .outcome(Self.outcome(command.id)))])
    #expect(session.handle(outcome, at: at(2)) == [])
    #expect(session.ignored == 1)
    #expect(session.nextDeadline == nil)
    #expect(session.epoch == 5)
  }

  @Test("Behind one that is accepted the next one is sent: the scene's queue keeps their order")
  func accepted() {
    var (session, first) = Self.sent { $0.wantsAccepted = true }
    let second = Self.command(&session)
    #expect(session.handle(.submit(second, timeoutMs: 5000), at: at(1)) == [])
    let accepted = Accepted(id: first.id, place: 0)
    #expect(
      session.handle(Self.received(.accepted(accepted), 1), at: at(2))
        == [.accepted(accepted), .send(.command(second), correlation: Correlation(2))])
  }

  @Test("One that waited until its time was over was never sent, also where the one before it is given up just then")
  func lateTogether() {
    var (session, first) = Self.sent()
    let second = Self.command(&session)
    _ = session.handle(.submit(second, timeoutMs: 5000), at: at(0))
    let actions = session.handle(.tick, at: at(5000))
    #expect(actions == [.ended(second.id, .withdrawn), .ended(first.id, .noOutcome)])
  }

  @Test("Copies follow after 250 ms, doubling, each with at most a quarter more; every second asks what became of it")
  func retries() throws {
    var (session, command) = Self.sent()
    let copy = Message.command(command)
    let question = Message.query(Query(id: command.id.description))
    var last = at(0)
    for (expected, message) in [(250.0, copy), (500, question), (1000, copy), (2000, question)] {
      let now = try #require(session.nextDeadline)
      #expect((expected...(expected * 1.25)).contains(now.ms(since: last)))
      #expect(session.handle(.tick, at: now) == [.send(message, correlation: Correlation(1))])
      last = now
    }
  }

  @Test("A command that the coordinator has not seen is sent again")
  func notSeen() {
    var (session, command) = Self.sent()
    let notSeen = Self.received(.status(Status(id: command.id.description, state: .notSeen)), 1)
    #expect(session.handle(notSeen, at: at(2)) == [.send(.command(command), correlation: Correlation(1))])
  }

  @Test("When the time is up the client knows nothing, and says so")
  func noOutcome() {
    var (session, command) = Self.sent()
    #expect(session.handle(.tick, at: at(5000)) == [.ended(command.id, .noOutcome)])
    #expect(session.nextDeadline == nil)
  }

  @Test("With seal, the id is sealed before anything is said; what comes back then is final")
  func seal() {
    var (session, command) = Self.sent(seals: true)
    let seal = Message.query(Query(id: command.id.description, seal: true))
    #expect(session.handle(.tick, at: at(5000)) == [.send(seal, correlation: Correlation(1))])
    let pending = Status(id: command.id.description, state: .pending)
    #expect(session.handle(Self.received(.status(pending), 1), at: at(5001)) == [])
    var lost = Self.outcome(command.id)
    lost.kind = .failed(who: .coordinator, .lost, code: nil)
    #expect(
      session.handle(Self.received(.outcome(lost), 1), at: at(5002)) == [.ended(command.id, .outcome(lost))])
  }

  @Test("A seal that is not answered either leaves it unknown")
  func sealUnanswered() {
    var (session, command) = Self.sent(seals: true)
    _ = session.handle(.tick, at: at(5000))
    #expect(session.handle(.tick, at: at(10_000)) == [.ended(command.id, .noOutcome)])
  }

  @Test("One command a scene is outstanding; the next is sent when it has ended")
  func oneOutstanding() {
    var session = Self.client()
    let (first, second) = (Self.command(&session), Self.command(&session))
    let elsewhere = Self.command(&session, scene: "cluster")
    _ = session.handle(.submit(first, timeoutMs: 5000), at: at(0))
    #expect(session.handle(.submit(second, timeoutMs: 5000), at: at(0)) == [])
    #expect(
      session.handle(.submit(elsewhere, timeoutMs: 5000), at: at(0))
        == [.send(.command(elsewhere), correlation: Correlation(3))])
    #expect(
      session.handle(Self.received(.outcome(Self.outcome(first.id)), 1), at: at(1)) == [
        .ended(first.id, .outcome(Self.outcome(first.id))), .send(.command(second), correlation: Correlation(2)),
      ])
  }

  @Test("These do not wait for the command before them", arguments: [Contention.supersede, .reject])
  func doesNotWait(_ contention: Contention) {
    var (session, _) = Self.sent()
    let next = Self.command(&session) { $0.ifBusy = contention }
    #expect(
      session.handle(.submit(next, timeoutMs: 5000), at: at(0))
        == [.send(.command(next), correlation: Correlation(2))])
  }

  @Test("A command from inside an ask ends when it is accepted")
  func within() {
    var (session, command) = Self.sent { $0.within = Ask.Token(epoch: 5, number: 1) }
    let accepted = Accepted(id: command.id, place: 1)
    #expect(
      session.handle(Self.received(.accepted(accepted), 1), at: at(1)) == [.ended(command.id, .accepted(accepted))])
  }

  @Test("A command from outside is told when it is accepted, if it asked, and goes on", arguments: [true, false])
  func acceptedOutside(wantsAccepted: Bool) {
    var (session, command) = Self.sent { $0.wantsAccepted = wantsAccepted }
    let accepted = Accepted(id: command.id, place: 1)
    #expect(
      session.handle(Self.received(.accepted(accepted), 1), at: at(1)) == (wantsAccepted ? [.accepted(accepted)] : []))
    #expect(session.nextDeadline != nil)
  }

  @Test("Outcomes may be forgotten below the oldest command that has not ended, the last 1 024 kept")
  func ackedBelow() {
    var session = Self.client()
    var open: [Command] = []
    for _ in 0..<1100 { open.append(Self.command(&session) { $0.ifBusy = .supersede }) }
    for command in open { _ = session.handle(.submit(command, timeoutMs: 5000), at: at(0)) }
    #expect(session.ackedBelow == 0)
    for command in open.dropLast(10) {
      _ = session.handle(Self.received(.outcome(Self.outcome(command.id)), command.id.sequence), at: at(1))
    }
    #expect(session.ackedBelow == 1091 - 1024)
  }

  @Test("These refusals are not the end: a copy follows", arguments: [ProtocolError.Code.stopping, .full])
  func retriable(_ code: ProtocolError.Code) throws {
    var (session, command) = Self.sent()
    #expect(session.handle(Self.received(.error(ProtocolError(code, "later")), 1), at: at(1)) == [])
    let later = try #require(session.nextDeadline)
    #expect(session.handle(.tick, at: later) == [.send(.command(command), correlation: Correlation(1))])
  }

  @Test("A command that was refused as full until its time is up was not taken, and the refusal is told")
  func full() throws {
    var (session, command) = Self.sent()
    let full = ProtocolError(.full, "no room")
    _ = session.handle(Self.received(.error(full), 1), at: at(1))
    _ = session.handle(.tick, at: try #require(session.nextDeadline))
    #expect(session.handle(Self.received(.error(full), 1), at: at(2000)) == [])
    #expect(session.handle(.tick, at: at(5000)) == [.ended(command.id, .refused(full))])
  }

  @Test("As long as a copy is under way, what became of a refused command is not known")
  func fullUnderWay() throws {
    var (session, command) = Self.sent()
    _ = session.handle(Self.received(.error(ProtocolError(.full, "no room")), 1), at: at(1))
    #expect(session.handle(.tick, at: at(4990)) == [.send(.command(command), correlation: Correlation(1))])
    #expect(session.handle(.tick, at: at(5000)) == [.ended(command.id, .noOutcome)])
  }

  @Test("That a gate has parked a command is told unasked, and answers no copy that is sent later")
  func fullBehindGates() throws {
    var (session, command) = Self.sent()
    let parked = Self.received(.status(Status(id: command.id.description, state: .parked)), 1)
    for ms in 1...2 as ClosedRange<Int64> { _ = session.handle(parked, at: at(ms)) }
    // A coordinator that begins anew has not seen it, has no room for it at first, and then takes it.
    _ = session.handle(.connected, at: at(3))
    _ = session.handle(Self.received(.status(Status(id: command.id.description, state: .notSeen)), 1), at: at(4))
    _ = session.handle(Self.received(.error(ProtocolError(.full, "no room")), 1), at: at(5))
    #expect(
      session.handle(.tick, at: try #require(session.nextDeadline))
        == [.send(.command(command), correlation: Correlation(1))])
    #expect(session.handle(.tick, at: at(60_000)) == [.ended(command.id, .noOutcome)])
  }

  @Test("A copy that has not left cannot be taken")
  func fullDropped() {
    var session = Self.client()
    _ = session.handle(.room(0), at: at(0))
    let command = Self.command(&session)
    #expect(session.handle(.submit(command, timeoutMs: 5000), at: at(0)) == [])
    #expect(session.handle(.connected, at: at(1)) == [])
    #expect(session.handle(.room(1), at: at(1)) == [.send(.command(command), correlation: Correlation(1))])
    let full = ProtocolError(.full, "no room")
    _ = session.handle(Self.received(.error(full), 1), at: at(2))
    #expect(session.handle(.tick, at: at(5000)) == [.ended(command.id, .refused(full))])
  }

  @Test("A question that is refused as full is answered by that")
  func fullQuestion() {
    var session = Self.client()
    let correlation = session.freshCorrelation()
    _ = session.handle(.request(.inspect(Inspect(.status)), correlation, timeoutMs: 5000), at: at(0))
    let error = Message.error(ProtocolError(.full, "too long"))
    #expect(
      session.handle(.received(error, epoch: 1, correlation: correlation), at: at(1)) == [.answered(correlation, error)]
    )
  }

  @Test("These refusals are", arguments: [ProtocolError.Code.unsupported, .malformed, .denied, .outsideWindow])
  func refused(_ code: ProtocolError.Code) {
    var (session, command) = Self.sent()
    let error = ProtocolError(code, "no")
    #expect(session.handle(Self.received(.error(error), 1), at: at(1)) == [.ended(command.id, .refused(error))])
  }

  @Test("A new connection gets copies of all that is outstanding, in order")
  func reconnected() {
    var (session, command) = Self.sent()
    let elsewhere = Self.command(&session, scene: "cluster")
    _ = session.handle(.submit(elsewhere, timeoutMs: 5000), at: at(0))
    #expect(
      session.handle(.connected, at: at(10)) == [
        .send(.command(command), correlation: Correlation(1)),
        .send(.command(elsewhere), correlation: Correlation(2)),
      ])
  }

  @Test("Withdrawing sends CANCEL until the outcome comes, whichever it is")
  func cancel() {
    var (session, command) = Self.sent()
    let cancel = ClientSession.Action.send(.cancel(Cancel(id: command.id)), correlation: Correlation(1))
    #expect(session.handle(.cancel(command.id), at: at(10)) == [cancel])
    #expect(session.handle(.connected, at: at(11)) == [cancel])
    #expect(
      session.handle(Self.received(.outcome(Self.outcome(command.id)), 1), at: at(12))
        == [.ended(command.id, .outcome(Self.outcome(command.id)))])
  }

  @Test("What was never sent is withdrawn at once, by cancel as by time", arguments: [true, false])
  func withdrawn(byCancel: Bool) {
    var (session, first) = Self.sent()
    let waiting = Self.command(&session)
    _ = session.handle(.submit(waiting, timeoutMs: 4000), at: at(0))
    let actions = byCancel ? session.handle(.cancel(waiting.id), at: at(1)) : session.handle(.tick, at: at(4000))
    #expect(actions.contains(.ended(waiting.id, .withdrawn)))
    #expect(!actions.contains(.ended(first.id, .noOutcome)))
  }

  @Test("A commit that has not appeared yet is no end, and lets the next command go")
  func untilAppeared() {
    var (session, command) = Self.sent { $0.until = .appeared }
    let next = Self.command(&session)
    _ = session.handle(.submit(next, timeoutMs: 9000), at: at(0))
    var outcome = Self.outcome(command.id)
    #expect(
      session.handle(Self.received(.outcome(outcome), 1), at: at(300))
        == [.send(.command(next), correlation: Correlation(2))])
    outcome.appeared = true
    #expect(
      session.handle(Self.received(.outcome(outcome), 1), at: at(400)) == [.ended(command.id, .outcome(outcome))])
  }

  @Test("A commit that is not told to have appeared in time has not")
  func neverAppeared() {
    var (session, command) = Self.sent { $0.until = .appeared }
    var outcome = Self.outcome(command.id)
    #expect(session.handle(Self.received(.outcome(outcome), 1), at: at(300)) == [])
    outcome.appeared = false
    #expect(session.handle(.tick, at: at(5000)) == [.ended(command.id, .outcome(outcome))])
  }

  @Test("A parked command lets the next one go, and its time counts from the last word about it")
  func parked() {
    var (session, command) = Self.sent()
    let next = Self.command(&session)
    _ = session.handle(.submit(next, timeoutMs: 5000), at: at(0))
    let status = Self.received(.status(Status(id: command.id.description, state: .parked)), 1)
    #expect(
      session.handle(status, at: at(100)) == [.parked(command.id), .send(.command(next), correlation: Correlation(2))])
    _ = session.handle(Self.received(.outcome(Self.outcome(next.id)), 2), at: at(101))
    #expect(
      session.handle(.tick, at: at(4000))
        == [.send(.query(Query(id: command.id.description)), correlation: Correlation(1))])
    #expect(session.handle(status, at: at(4001)) == [])
    #expect(!session.handle(.tick, at: at(9000)).contains(.ended(command.id, .noOutcome)))
    #expect(session.handle(.tick, at: at(9001)) == [.ended(command.id, .noOutcome)])
  }

  @Test(
    "However short its patience, a parked command that is answered each time waits on", arguments: [50, 2000, 5000])
  func parkedForLong(timeoutMs: Int64) throws {
    var session = Self.client()
    let command = Self.command(&session)
    _ = session.handle(.submit(command, timeoutMs: timeoutMs), at: at(0))
    let status = Self.received(.status(Status(id: command.id.description, state: .parked)), 1)
    var now = at(1)
    _ = session.handle(status, at: now)
    for _ in 0..<40 {
      now = try #require(session.nextDeadline)
      let actions = session.handle(.tick, at: now)
      #expect(actions == [.send(.query(Query(id: command.id.description)), correlation: Correlation(1))])
      #expect(session.handle(status, at: now.advanced(byMs: 1)) == [])
    }
  }

  @Test("A command that is withdrawn before it is submitted is never sent: CANCEL is, until it is answered")
  func withdrawnBefore() throws {
    var session = Self.client()
    let command = Self.command(&session)
    let cancel = ClientSession.Action.send(.cancel(Cancel(id: command.id)), correlation: Correlation(1))
    #expect(session.handle(.withdraw(command, timeoutMs: 5000), at: at(0)) == [cancel])
    #expect(session.handle(.tick, at: try #require(session.nextDeadline)) == [cancel])
    let outcome = Outcome(
      id: command.id, kind: .cancelled, scene: "main", epoch: 5, revision: 0, path: PlacedPath(Path([])))
    #expect(session.handle(Self.received(.outcome(outcome), 1), at: at(700)) == [.ended(command.id, .outcome(outcome))])
  }

  @Test("A time without end does not stop anything")
  func endless() {
    var session = Self.client()
    let command = Self.command(&session)
    #expect(session.handle(.submit(command, timeoutMs: .max), at: at(1)).count == 1)
    #expect(Duration(ms: 1e300).microseconds > 0 && Duration(ms: -1e300).microseconds < 0)
    #expect(Duration.seconds(Int64.max).microseconds > 0)
  }

  @Test("A parked command that a restart forgot is sent again")
  func parkedAndForgotten() {
    var (session, command) = Self.sent()
    _ = session.handle(Self.received(.status(Status(id: command.id.description, state: .parked)), 1), at: at(1))
    let notSeen = Self.received(.status(Status(id: command.id.description, state: .notSeen)), 1)
    #expect(session.handle(notSeen, at: at(2)) == [.send(.command(command), correlation: Correlation(1))])
  }

  @Test("A question is repeated until it is answered, once")
  func question() throws {
    var session = Self.client()
    let number = session.freshCorrelation()
    let question = Message.inspect(Inspect(.workers))
    #expect(
      session.handle(.request(question, number, timeoutMs: 1000), at: at(0))
        == [.send(question, correlation: number)])
    let later = try #require(session.nextDeadline)
    #expect(session.handle(.tick, at: later) == [.send(question, correlation: number)])
    let report = Self.received(.report(Report(objects: [])), 1)
    #expect(session.handle(report, at: at(400)) == [.answered(number, .report(Report(objects: [])))])
    #expect(session.handle(report, at: at(401)) == [])
  }

  @Test("A question that nobody answers says so")
  func unanswered() {
    var session = Self.client()
    let number = session.freshCorrelation()
    _ = session.handle(.request(.snapshotRequest(SnapshotRequest()), number, timeoutMs: 1000), at: at(0))
    #expect(session.handle(.tick, at: at(1000)) == [.unanswered(number)])
    #expect(session.nextDeadline == nil)
  }
}
