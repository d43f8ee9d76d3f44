// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Testing

@Suite("Ends: late answers to copies of a client's commands")
struct EndsClientSessionCopiesTests {
  @Test("What is told of an earlier command says nothing of another body under its id")
  func reusedID() {
    var session = EndsClientSessionTests.client()
    let first = EndsClientSessionTests.command(&session)
    _ = session.handle(.submit(first, timeoutMs: 5000), at: at(0))
    let committed = EndsClientSessionTests.outcome(first.id)
    _ = session.handle(EndsClientSessionTests.received(.outcome(committed), 1), at: at(300))
    var other = first
    other.verb = .start("home")
    other.wantsAccepted = true
    #expect(
      session.handle(.submit(other, timeoutMs: 5000), at: at(301))
        == [.send(.command(other), correlation: Correlation(2))])
    let late: [Message] = [
      .accepted(Accepted(id: first.id, place: 0)), .status(Status(id: first.id.description, state: .parked)),
      .outcome(committed),
    ]
    for message in late {
      #expect(session.handle(EndsClientSessionTests.received(message, 1), at: at(302)) == [], "\(message)")
    }
    #expect(session.ignored == 3)
    var refused = committed
    refused.kind = .rejected(.idReused)
    #expect(
      session.handle(EndsClientSessionTests.received(.outcome(refused), 2), at: at(303))
        == [.ended(first.id, .outcome(refused))])
  }

  @Test(
    "A command that was given up and is sent again is not told as never sent: CANCEL is sent, or nothing is known",
    arguments: [true, false], [true, false])
  func givenUp(byCancel: Bool, seals: Bool) {
    var (session, command) = EndsClientSessionTests.sent()
    #expect(session.handle(.tick, at: at(5000)) == [.ended(command.id, .noOutcome)])
    let other = EndsClientSessionTests.command(&session)
    _ = session.handle(.submit(other, timeoutMs: 60_000), at: at(5001))
    let submitted = session.handle(.submit(command, timeoutMs: 1000, seals: seals), at: at(5002))
    #expect(submitted == [], "it waits for its turn")
    let correlation = Correlation(3)
    let actions = byCancel ? session.handle(.cancel(command.id), at: at(5003)) : session.handle(.tick, at: at(6002))
    let seal = Message.query(Query(id: command.id.description, seal: true))
    let expected: ClientSession.Action =
      if byCancel {
        .send(.cancel(Cancel(id: command.id)), correlation: correlation)
      } else if seals {
        .send(seal, correlation: correlation)
      } else {
        .ended(command.id, .noOutcome)
      }
    #expect(actions.filter { $0 != .send(.command(other), correlation: Correlation(2)) } == [expected])
  }

  @Test("That it is not taken now says nothing of the copy from before, nor does it later")
  func givenUpAndRefused() {
    var (session, command) = EndsClientSessionTests.sent()
    _ = session.handle(.tick, at: at(5000))
    _ = session.handle(.submit(command, timeoutMs: 1000), at: at(5001))
    let full = Message.error(ProtocolError(.full, "later"))
    #expect(session.handle(EndsClientSessionTests.received(full, 2), at: at(5002)) == [])
    #expect(session.handle(.tick, at: at(6001)).last == .ended(command.id, .noOutcome))
    _ = session.handle(.submit(command, timeoutMs: 1000), at: at(6002))
    let denied = ProtocolError(.denied, "no")
    let refused = session.handle(EndsClientSessionTests.received(.error(denied), 3), at: at(6003))
    #expect(refused == [.ended(command.id, .refused(denied))])
    let other = EndsClientSessionTests.command(&session)
    _ = session.handle(.submit(other, timeoutMs: 60_000), at: at(6004))
    _ = session.handle(.submit(command, timeoutMs: 1000), at: at(6005))
    #expect(session.handle(.tick, at: at(7005)).contains(.ended(command.id, .noOutcome)))
  }

  @Test("Once its outcome came, a command that was given up is like others")
  func foundAfterAll() {
    var (session, command) = EndsClientSessionTests.sent()
    _ = session.handle(.tick, at: at(5000))
    _ = session.handle(.submit(command, timeoutMs: 5000), at: at(5001))
    let outcome = Message.outcome(EndsClientSessionTests.outcome(command.id))
    _ = session.handle(EndsClientSessionTests.received(outcome, 2), at: at(5002))
    let other = EndsClientSessionTests.command(&session)
    _ = session.handle(.submit(other, timeoutMs: 60_000), at: at(5003))
    _ = session.handle(.submit(command, timeoutMs: 5000), at: at(5004))
    #expect(session.handle(.cancel(command.id), at: at(5005)) == [.ended(command.id, .withdrawn)])
  }

  @Test("A question about an id is answered, and the command under that id goes on until its own answer comes")
  func question() {
    var session = EndsClientSessionTests.client()
    let command = EndsClientSessionTests.command(&session)
    _ = session.handle(.submit(command, timeoutMs: 5000), at: at(0))
    let number = session.freshCorrelation()
    _ = session.handle(.request(.query(Query(id: command.id.description)), number, timeoutMs: 1000), at: at(1))
    let outcome = Message.outcome(EndsClientSessionTests.outcome(command.id))
    #expect(
      session.handle(.received(outcome, epoch: 5, correlation: number), at: at(2)) == [.answered(number, outcome)])
    #expect(
      session.handle(EndsClientSessionTests.received(outcome, 1), at: at(3))
        == [.ended(command.id, .outcome(EndsClientSessionTests.outcome(command.id)))])
    #expect(session.ignored == 0 && session.nextDeadline == nil)
  }
}
