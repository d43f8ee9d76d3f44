// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Testing

@Suite("Ends: a worker's asks, elements and registration")
struct EndsWorkerAskTests {
  typealias Fixture = EndsWorkerSessionTests

  static let token = Fixture.ask(1).token

  /// A live session whose first ask runs.
  static func asked() -> WorkerSession {
    var session = Fixture.live()
    _ = session.handle(.received(.ask(Fixture.ask(1)), epoch: 5), at: at(2))
    return session
  }

  static func answer(_ answer: Answer) -> WorkerSession.Action {
    .send(.answer(AnswerMessage(token: token, answer: answer)), correlation: correlation)
  }

  /// Of the answer to the first ask.
  static let correlation = Correlation((1 << 31) + token.number)

  static func settled(_ used: Bool) -> WorkerSession.Event {
    .received(.settled(Settled(token: token, used: used)), epoch: 5)
  }

  @Test("An ask is run once; a copy of it is not")
  func runsOnce() {
    var session = Fixture.live()
    let ask = WorkerSession.Event.received(.ask(Fixture.ask(1)), epoch: 5)
    #expect(session.handle(ask, at: at(2)) == [.run(Fixture.ask(1))])
    #expect(session.handle(ask, at: at(3)) == [])
    _ = session.handle(.finished(Self.token, .declined), at: at(4))
    #expect(session.handle(ask, at: at(5)) == [])
    #expect(session.ignored == 2)
  }

  @Test(
    "An answer that settles itself is forgotten; the others wait for their verdict",
    arguments: [
      (Answer.declined, true), (.deny(code: nil, message: "no"), true),
      (.redirect(to: .start("login"), within: .milliseconds(9)), true),
      (.instruction(.push(nil)), false), (.allow, false), (.failed(code: nil, message: nil), false),
    ])
  func answers(_ answer: Answer, closes: Bool) {
    var session = Self.asked()
    #expect(session.handle(.finished(Self.token, answer), at: at(3)) == [Self.answer(answer)])
    let verdict = session.handle(Self.settled(true), at: at(4))
    #expect(verdict == (closes ? [] : [.settle(Self.token, used: true)]))
  }

  @Test(
    "An answer that the coordinator cannot take is replaced by a failure, once, and the registration is not told again",
    arguments: [Answer.redirect(to: .start("login"), within: .milliseconds(9)), .instruction(.push(nil))])
  func refusedAnswer(_ answer: Answer) {
    var session = Self.asked()
    _ = session.handle(.finished(Self.token, answer), at: at(3))
    let error = ProtocolError(.malformed, "answer.path: more than 256 items")
    let refusal = WorkerSession.Event.received(.error(error), epoch: 5, correlation: Self.correlation)
    let failure = Answer.failed(code: "answerRefused", message: error.message)
    #expect(
      session.handle(refusal, at: at(4))
        == [.notice(.answerRefused(error)), .send(.answer(AnswerMessage(token: Self.token, answer: failure)))])
    #expect(session.handle(Self.settled(false), at: at(5)) == [.settle(Self.token, used: false)])
  }

  @Test("A cancelled handler is told to stop, and its end is acknowledged, whatever it says")
  func abandoned() {
    var session = Self.asked()
    #expect(
      session.handle(Self.settled(false), at: at(3)) == [.cancel(Self.token), .settle(Self.token, used: false)])
    #expect(
      session.handle(.finished(Self.token, .instruction(.done)), at: at(4))
        == [.send(.abandoned(Abandoned(token: Self.token)))])
    #expect(session.handle(Self.settled(false), at: at(5)) == [])
  }

  @Test("A handler that gives up by itself has failed")
  func gaveUp() {
    var session = Self.asked()
    let failed = Answer.failed(code: "cancelled", message: "the handler was cancelled")
    #expect(session.handle(.finished(Self.token, nil), at: at(3)) == [Self.answer(failed)])
  }

  @Test("More time is asked for while the handler runs, and not after")
  func working() {
    var session = Self.asked()
    let working = WorkerSession.Event.working(Self.token, ms: 900)
    #expect(
      session.handle(working, at: at(3)) == [.send(.working(Working(token: Self.token, ms: 900)))])
    _ = session.handle(.finished(Self.token, .allow), at: at(4))
    #expect(session.handle(working, at: at(5)) == [])
  }

  @Test("PONG says what is shown and which asks are unsettled")
  func pong() {
    var session = Self.asked()
    _ = session.handle(.received(.workerState(Fixture.elements(0)), epoch: 5), at: at(3))
    let pong = Pong(applied: ["main": Applied(epoch: 5, revision: 7)], unsettled: [Self.token])
    #expect(session.handle(.received(.ping, epoch: 5), at: at(4)) == [.send(.pong(pong))])
  }

  @Test("What appeared is told at once, again when a state does not know it, and with the next WELCOME")
  func appeared() {
    var session = Fixture.live()
    let state = Fixture.elements(0, 4)
    _ = session.handle(.received(.workerState(state), epoch: 5), at: at(2))
    let report = WorkerSession.Action.send(.appeared(Appeared(scene: "main", elements: [ElementID(4)], revision: 7)))
    #expect(session.handle(.appeared("main", ElementID(4)), at: at(3)) == [report])
    #expect(session.handle(.received(.workerState(state), epoch: 5), at: at(4)) == [.follow(state, []), report])
    _ = session.handle(.connected, at: at(5))
    #expect(
      session.handle(.received(Fixture.welcome(2), epoch: 5), at: at(6)) == [Fixture.connected(2), report])
    let known = Fixture.elements(0, 4, hasAppeared: true)
    #expect(session.handle(.received(.workerState(known), epoch: 5), at: at(7)) == [.follow(known, [])])
    #expect(session.handle(.appeared("main", ElementID(99)), at: at(8)) == [])
  }

  @Test("What cannot be shown is told in every session")
  func cannotShow() {
    var session = Fixture.live()
    _ = session.handle(.received(.workerState(Fixture.elements(4)), epoch: 5), at: at(2))
    let failure = CannotShow(scene: "main", element: ElementID(4), code: "content", message: "no id")
    var told = failure
    told.revision = 7
    #expect(session.handle(.cannotShow(failure), at: at(3)) == [.send(.cannotShow(told))])
    _ = session.handle(.connected, at: at(4))
    #expect(
      session.handle(.received(Fixture.welcome(2), epoch: 5), at: at(5))
        == [Fixture.connected(2), .send(.cannotShow(told))])
    // In another epoch the element may show another screen: it is told behind the state that says so.
    _ = session.handle(.connected, at: at(6))
    let welcome = session.handle(.received(Fixture.welcome(1), epoch: 6), at: at(7))
    #expect(welcome == [Fixture.connected(1, epoch: 6)])
    let state = Fixture.elements(4)
    let followed = session.handle(.received(.workerState(state), epoch: 6), at: at(8))
    #expect(followed == [.follow(state, []), .send(.cannotShow(told))])
  }

  @Test("What is said between the WELCOME of a new epoch and its first state is told once, behind that state")
  func beforeFirstState() {
    var session = Fixture.live()
    _ = session.handle(.received(.workerState(Fixture.elements(0, 4)), epoch: 5), at: at(2))
    _ = session.handle(.connected, at: at(3))
    let welcome = session.handle(.received(Fixture.welcome(1), epoch: 6), at: at(4))
    #expect(welcome == [Fixture.connected(1, epoch: 6)])
    let failure = CannotShow(scene: "main", element: ElementID(4), code: "content", message: "no id")
    #expect(session.handle(.cannotShow(failure), at: at(5)) == [])
    #expect(session.handle(.appeared("main", ElementID(0)), at: at(5)) == [])
    var told = failure
    told.revision = 7
    let state = Fixture.elements(0, 4)
    let report = WorkerSession.Action.send(.appeared(Appeared(scene: "main", elements: [ElementID(0)], revision: 7)))
    let followed = session.handle(.received(.workerState(state), epoch: 6), at: at(6))
    #expect(followed == [.follow(state, []), report, .send(.cannotShow(told))])
    #expect(session.handle(.received(.workerState(state), epoch: 6), at: at(7)) == [.follow(state, []), report])
  }

  @Test("What is said at a revision at which the element showed something else is neither told nor kept")
  func outdated() {
    var session = Fixture.live()
    func follow(_ revision: Revision, _ content: Int64, _ now: Int64) {
      let state = EndsFollowerTests.state(revision, [EndsFollowerTests.element(4, "film", content)])
      _ = session.handle(.received(.workerState(state), epoch: 5), at: at(now))
    }
    func failure(_ revision: Revision) -> CannotShow {
      CannotShow(scene: "main", element: ElementID(4), message: "no such film", revision: revision)
    }
    follow(7, 1, 2)
    follow(9, 2, 3)
    #expect(session.handle(.cannotShow(failure(8)), at: at(4)) == [])
    #expect(session.handle(.appeared("main", ElementID(4), at: 8), at: at(4)) == [])
    _ = session.handle(.connected, at: at(5))
    #expect(session.handle(.received(Fixture.welcome(2), epoch: 5), at: at(6)) == [Fixture.connected(2)])
    // The same screen is shown at the next revision.
    follow(10, 2, 7)
    #expect(session.handle(.cannotShow(failure(9)), at: at(8)) == [.send(.cannotShow(failure(10)))])
    let report = WorkerSession.Action.send(.appeared(Appeared(scene: "main", elements: [ElementID(4)], revision: 10)))
    #expect(session.handle(.appeared("main", ElementID(4), at: 9), at: at(9)) == [report])
  }

  @Test("That somebody is there is told while live, at most once a second, of each scene apart")
  func active() {
    var session = Fixture.live()
    let told = { (scene: SceneName) in [WorkerSession.Action.send(.active(Active(scene: scene)))] }
    #expect(session.handle(.active("main"), at: at(2)) == told("main"))
    #expect(session.handle(.active("main"), at: at(1001)) == [])
    #expect(session.handle(.active("left"), at: at(1001)) == told("left"))
    #expect(session.handle(.active("main"), at: at(1002)) == told("main"))
    _ = session.handle(.connected, at: at(2002))
    #expect(session.handle(.active("main"), at: at(2002)) == [])
    _ = session.handle(.received(Fixture.welcome(2), epoch: 5), at: at(2003))
    #expect(session.handle(.active("main"), at: at(2004)) == told("main"))
  }

  @Test("A changed registration gets the next generation: REGISTER while live, else with the next HELLO")
  func registration() {
    var session = Fixture.live()
    var changed = Fixture.registration
    changed.root = ["home"]
    var second = changed
    second.generation = 2
    #expect(
      session.handle(.registrationChanged(changed), at: at(2))
        == [.send(.register(second), correlation: Correlation(1 << 30 + 2))])
    #expect(
      session.handle(.received(.registered(Registered(generation: 2)), epoch: 5), at: at(3))
        == [.notice(.registered(generation: 2))])
    #expect(Fixture.hellos(session.handle(.connected, at: at(4))) == [second])
    // Changed once more before the WELCOME to that HELLO.
    #expect(session.handle(.registrationChanged(changed), at: at(5)) == [])
    second.generation = 3
    #expect(
      session.handle(.received(Fixture.welcome(2), epoch: 5), at: at(6))
        == [Fixture.connected(2), .send(.register(second), correlation: Correlation(1 << 30 + 3))])
  }

  @Test("Stopping says BYE, cancels what runs and ends", arguments: [nil, Int64(5000)])
  func stop(_ restartingMs: Int64?) {
    var session = Self.asked()
    #expect(
      session.handle(.stop(restartingMs: restartingMs), at: at(3)) == [
        .send(.bye(Bye(restartingMs: restartingMs))), .cancel(Self.token), .settle(Self.token, used: false),
      ])
    #expect(session.isEnded)
    #expect(session.handle(.finished(Self.token, nil), at: at(4)) == [])
  }
}
