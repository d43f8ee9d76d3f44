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
