// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Testing

@Suite("Ends: a worker's session")
struct EndsWorkerSessionTests {
  static let registration = Registration(
    worker: "kiosk", incarnation: endsIncarnation, routables: ["home": Routable(handles: [.init(.show, nil)])])

  static func ask(_ number: UInt64, epoch: Epoch = 5) -> Ask {
    Ask(
      token: Ask.Token(epoch: epoch, number: number), command: endsCommand("c-1"), scene: "main", revision: 3,
      question: .handle(.show("list")), screen: AnyScreen("home"), element: .root, isDraft: false, route: Path([]),
      context: .null, animated: false, deadlineMs: 500, depth: 0)
  }

  /// A session that was welcomed in epoch 5.
  static func live(
    _ registration: Registration = registration, verdicts: [Settled] = []
  ) -> WorkerSession {
    var session = WorkerSession(registration, seed: 1)
    _ = session.handle(.start, at: at(0))
    _ = session.handle(.received(welcome(1, verdicts), epoch: 5), at: at(1))
    return session
  }

  static func welcome(_ session: UInt64, _ verdicts: [Settled] = []) -> Message {
    .welcome(Welcome(session: session, version: "0.1.0", verdicts: verdicts))
  }

  static func connected(_ session: UInt64, epoch: Epoch = 5) -> WorkerSession.Action {
    .notice(.connected(session: session, version: "0.1.0", epoch: epoch))
  }

  static func elements(_ ids: UInt64..., hasAppeared: Bool = false) -> WorkerState {
    WorkerState(
      scene: "main", revision: 7,
      elements: ids.map { Element(id: ElementID($0), screen: AnyScreen("home"), hasAppeared: hasAppeared) })
  }

  static func hellos(_ actions: [WorkerSession.Action]) -> [Registration] {
    actions.compactMap { if case .send(.hello(let registration), _) = $0 { registration } else { nil } }
  }

  @Suite("Greeting")
  struct Greeting {
    @Test("Starting connects and says HELLO")
    func start() {
      var session = WorkerSession(registration, seed: 1)
      #expect(
        session.handle(.start, at: at(0)) == [.reconnect, .send(.hello(registration), correlation: Correlation(1))])
      #expect(!session.isLive)
    }

    @Test("HELLO is repeated after 250 ms, then 500 ms, each with at most a quarter more, on the same socket")
    func repeats() throws {
      var session = WorkerSession(registration, seed: 1)
      _ = session.handle(.start, at: at(0))
      let first = try #require(session.nextDeadline)
      #expect((at(250)...at(313)).contains(first))
      #expect(session.handle(.tick, at: first) == [.send(.hello(registration), correlation: Correlation(2))])
      let second = try #require(session.nextDeadline)
      #expect((500.0...625).contains(second.ms(since: first)))
    }

    @Test("3 s without any message make a new socket")
    func silence() throws {
      var session = WorkerSession(registration, seed: 1)
      _ = session.handle(.start, at: at(0))
      var sockets: [Double] = []
      while sockets.isEmpty {
        let now = try #require(session.nextDeadline)
        if session.handle(.tick, at: now).first == .reconnect { sockets.append(now.ms(since: at(0))) }
      }
      #expect(sockets[0] >= 3000 && sockets[0] < 6000)
    }

    @Test("WELCOME makes it live and adopts the epoch")
    func welcome() {
      var session = WorkerSession(registration, seed: 1)
      _ = session.handle(.start, at: at(0))
      let actions = session.handle(
        .received(EndsWorkerSessionTests.welcome(9), epoch: 5, correlation: Correlation(1)), at: at(1))
      #expect(actions == [connected(9)])
      #expect(session.isLive)
      #expect(session.epoch == 5)
    }

    @Test("A WELCOME to an earlier HELLO does not count")
    func staleWelcome() {
      var session = WorkerSession(registration, seed: 1)
      _ = session.handle(.start, at: at(0))
      _ = session.handle(.connected, at: at(1))
      let stale = WorkerSession.Event.received(
        EndsWorkerSessionTests.welcome(9), epoch: 5, correlation: Correlation(1))
      #expect(session.handle(stale, at: at(2)) == [])
      #expect(!session.isLive)
    }

    @Test(
      "These are not answered while greeting",
      arguments: [Message.ask(ask(1)), .ping, .who, .settled(Settled(token: ask(1).token, used: true))])
    func ignored(_ message: Message) {
      var session = WorkerSession(registration, seed: 1)
      _ = session.handle(.start, at: at(0))
      #expect(session.handle(.received(message, epoch: 5), at: at(1)) == [])
    }

    @Test("A state that overtakes the WELCOME is followed with it")
    func earlyState() {
      var session = WorkerSession(registration, seed: 1)
      _ = session.handle(.start, at: at(0))
      let state = elements(0)
      #expect(session.handle(.received(.workerState(state), epoch: 5), at: at(1)) == [])
      #expect(
        session.handle(.received(EndsWorkerSessionTests.welcome(1), epoch: 5), at: at(2))
          == [connected(1), .follow(state, [.appear(state.elements[0])])])
    }

    @Test(
      "A refused HELLO is told, and repeated by its timer", arguments: [ProtocolError.Code.nameTaken, .full, .stopping])
    func refused(_ code: ProtocolError.Code) throws {
      var session = WorkerSession(registration, seed: 1)
      _ = session.handle(.start, at: at(0))
      let error = ProtocolError(code, "held by pid 7")
      #expect(
        session.handle(.received(.error(error), epoch: 5), at: at(1)) == [.notice(.refused(error, generation: 1))])
      let later = try #require(session.nextDeadline)
      #expect(hellos(session.handle(.tick, at: later)).count == 1)
    }

    @Test("`replaced` is final: handlers are cancelled, nothing is heard any more")
    func replaced() {
      var session = live()
      _ = session.handle(.received(.ask(ask(1)), epoch: 5), at: at(2))
      let error = ProtocolError(.replaced, "a newer process has the name")
      #expect(
        session.handle(.received(.error(error), epoch: 5), at: at(3))
          == [.notice(.replaced(error)), .cancel(ask(1).token), .settle(ask(1).token, used: false)])
      #expect(session.isEnded)
      #expect(session.nextDeadline == nil)
      #expect(session.handle(.received(.ping, epoch: 5), at: at(4)) == [])
      #expect(session.handle(.start, at: at(5)) == [])
    }
  }

  @Suite("Changes of the registration")
  struct Changes {
    static func registrations(_ actions: [WorkerSession.Action]) -> [UInt64] {
      actions.compactMap { if case .send(.register(let told), _) = $0 { told.generation } else { nil } }
    }

    static let refusal = Message.error(ProtocolError(.malformed, "the screen list has a host already"))

    @Test("A refused one is told again, after 250 ms, then 500 ms, each with at most a quarter more, until it is taken")
    func refused() throws {
      var session = live()
      let first = session.handle(.registrationChanged(registration), at: at(2))
      let generation = try #require(Self.registrations(first).first)
      var refusedAt = at(3)
      for delay in [250.0, 500] {
        _ = session.handle(.received(Self.refusal, epoch: 5), at: refusedAt)
        let again = try #require(session.nextDeadline)
        #expect((delay...delay * 1.25).contains(again.ms(since: refusedAt)))
        #expect(Self.registrations(session.handle(.tick, at: again)) == [generation])
        refusedAt = again
      }
      let taken = Message.registered(Registered(generation: generation))
      _ = session.handle(.received(taken, epoch: 5), at: refusedAt)
      #expect(session.isRegistered)
      let next = try #require(session.nextDeadline)
      #expect(Self.registrations(session.handle(.tick, at: next)) == [])
    }

    /// A session whose second registration was refused.
    private static func refusedSession() -> WorkerSession {
      var session = live()
      var changed = registration
      changed.root = ["list"]
      _ = session.handle(.registrationChanged(changed), at: at(2))
      _ = session.handle(.received(refusal, epoch: 5), at: at(3))
      return session
    }

    @Test("After a refusal HELLO tells what was taken last; the refused one is told again a while after WELCOME")
    func refusedBeforeHello() throws {
      var session = Self.refusedSession()
      #expect(hellos(session.handle(.received(.who, epoch: 6), at: at(4))) == [registration])
      #expect(session.handle(.received(welcome(2), epoch: 6), at: at(5)) == [connected(2, epoch: 6)])
      #expect(session.isLive && !session.isRegistered)
      let again = try #require(session.nextDeadline)
      #expect(again >= at(255))
      #expect(Self.registrations(session.handle(.tick, at: again)) == [2])
      _ = session.handle(.received(.registered(Registered(generation: 2)), epoch: 6), at: again)
      #expect(session.isRegistered)
      #expect(hellos(session.handle(.connected, at: again)).map(\.root) == [["list"]])
    }

    @Test("A coordinator that ends refuses no registration: the next one is told the last at once")
    func stopping() {
      var session = live()
      var changed = registration
      changed.root = ["list"]
      _ = session.handle(.registrationChanged(changed), at: at(2))
      let ending = Message.error(ProtocolError(.stopping, "the coordinator is ending"))
      _ = session.handle(.received(ending, epoch: 5), at: at(3))
      #expect(hellos(session.handle(.received(.who, epoch: 6), at: at(4))).map(\.root) == [["list"]])
    }

    @Test("Where what was taken last is refused at HELLO as well, the two are told in turn; a new one is told at once")
    func refusedHellos() throws {
      var session = Self.refusedSession()
      var greeting = session.handle(.connected, at: at(4))
      var generations: [UInt64] = []
      for _ in 0..<4 {
        generations += hellos(greeting).map(\.generation)
        let next = try #require(session.nextDeadline)
        var hello = Correlation.none
        for case .send(.hello, let correlation) in greeting { hello = correlation }
        let refused = session.handle(.received(Self.refusal, epoch: 5, correlation: hello), at: next)
        guard case .notice(.refused(_, let generation))? = refused.first else {
          Issue.record("\(refused)")
          return
        }
        #expect(generation == generations.last)
        greeting = session.handle(.tick, at: next)
      }
      #expect(generations == [1, 2, 1, 2])
      #expect(session.handle(.registrationChanged(registration), at: at(9000)) == [])
      #expect(hellos(session.handle(.connected, at: at(9000))).map(\.generation) == [3])
    }

    @Test("A refusal is about the registration that its correlation names, and not about a later one")
    func correlations() throws {
      var session = live()
      var sent: [Correlation] = []
      for ms in [2, 3] as [Int64] {
        for case .send(.register, let correlation) in session.handle(.registrationChanged(registration), at: at(ms)) {
          sent.append(correlation)
        }
      }
      try #require(Set(sent).count == 2)
      guard case .error(let error) = Self.refusal else { return }
      #expect(
        session.handle(.received(Self.refusal, epoch: 5, correlation: sent[0]), at: at(4))
          == [.notice(.refused(error, generation: 2))])
      #expect(session.nextDeadline == at(1504))
      _ = session.handle(.received(.registered(Registered(generation: 3)), epoch: 5), at: at(5))
      #expect(session.isRegistered)
      #expect(
        session.handle(.received(Self.refusal, epoch: 5, correlation: Correlation(7)), at: at(6))
          == [.notice(.refused(error, generation: nil))])
    }

    @Test("An error about something else tells no registration again")
    func otherError() throws {
      var session = live()
      _ = session.handle(.received(Self.refusal, epoch: 5), at: at(3))
      let next = try #require(session.nextDeadline)
      #expect(next == at(1503))
      #expect(Self.registrations(session.handle(.tick, at: next)) == [])
    }
  }

  @Suite("A session that is lost")
  struct Lost {
    @Test(
      "These make a live worker say HELLO again",
      arguments: [
        (WorkerSession.Event.received(.who, epoch: 6), false),
        (.connected, false),
        (.received(.ping, epoch: 6), false),
      ])
    func greetsAgain(_ event: WorkerSession.Event, isNewSocket: Bool) {
      var session = live()
      let actions = session.handle(event, at: at(2))
      #expect(hellos(actions).count == 1)
      #expect(actions.contains(.reconnect) == isNewSocket)
      #expect(!session.isLive)
    }

    @Test("3 s of silence make a new socket, and are told")
    func silence() {
      var session = live()
      let actions = session.handle(.tick, at: at(3001))
      #expect(actions.prefix(2) == [.notice(.disconnected), .reconnect])
      #expect(hellos(actions).count == 1)
    }

    @Test("After 1.5 s of silence it asks by PONG whether it is known, then each 500 ms, until something comes")
    func questions() {
      var session = live()
      let pong = WorkerSession.Action.send(.pong(Pong(applied: [:])))
      for due in [1501, 2001, 2501] as [Int64] {
        #expect(session.nextDeadline == at(due))
        #expect(session.handle(.tick, at: at(due)) == [pong])
      }
      #expect(session.nextDeadline == at(3001))
      _ = session.handle(.received(.ping, epoch: 5), at: at(2600))
      #expect(session.nextDeadline == at(4100))
    }

    @Test("A message of a lower epoch is no life and is dropped")
    func lowerEpoch() {
      var session = live()
      #expect(session.handle(.received(.ping, epoch: 4), at: at(1000)) == [])
      #expect(session.nextDeadline == at(1501))
    }

    @Test("HELLO lists what is shown and which asks are unsettled; WELCOME settles each once")
    func unsettled() {
      var session = live()
      _ = session.handle(.received(.workerState(elements(0)), epoch: 5), at: at(2))
      _ = session.handle(.received(.ask(ask(1)), epoch: 5), at: at(2))
      _ = session.handle(.received(.ask(ask(2)), epoch: 5), at: at(2))
      _ = session.handle(.finished(ask(1).token, .instruction(.push(nil))), at: at(3))
      let hello = hellos(session.handle(.received(.who, epoch: 6), at: at(4)))[0]
      #expect(hello.applied == ["main": Applied(epoch: 5, revision: 7)])
      #expect(hello.unsettled == [ask(1).token, ask(2).token])
      let verdicts = [Settled(token: ask(1).token, used: true), Settled(token: ask(2).token, used: false)]
      #expect(
        session.handle(.received(welcome(2, verdicts), epoch: 6), at: at(5)) == [
          connected(2, epoch: 6), .settle(ask(1).token, used: true), .cancel(ask(2).token),
          .settle(ask(2).token, used: false),
        ])
      #expect(session.handle(.received(.settled(verdicts[0]), epoch: 6), at: at(6)) == [])
    }

    @Test("A handler that ends between two sessions does not answer; its verdict comes with WELCOME")
    func answersBetweenSessions() {
      var session = live()
      _ = session.handle(.received(.ask(ask(1)), epoch: 5), at: at(2))
      _ = session.handle(.connected, at: at(3))
      #expect(session.handle(.finished(ask(1).token, .instruction(.done)), at: at(4)) == [])
      let verdict = Settled(token: ask(1).token, used: false)
      #expect(
        session.handle(.received(welcome(2, [verdict]), epoch: 5), at: at(5))
          == [connected(2), .settle(ask(1).token, used: false)])
    }

    @Test("A handler of the old session is cancelled even where WELCOME says nothing of it")
    func unlisted() {
      var session = live()
      _ = session.handle(.received(.ask(ask(1)), epoch: 5), at: at(2))
      _ = session.handle(.connected, at: at(3))
      #expect(
        session.handle(.received(welcome(2), epoch: 5), at: at(5))
          == [connected(2), .cancel(ask(1).token), .settle(ask(1).token, used: false)])
    }

    @Test("A WELCOME of a lower epoch that answers our HELLO is adopted, and its states are followed")
    func lowerWelcome() {
      var session = live()
      _ = session.handle(.received(.workerState(elements(0)), epoch: 5), at: at(2))
      _ = session.handle(.received(.who, epoch: 2), at: at(3))
      _ = session.handle(.received(welcome(1), epoch: 2, correlation: Correlation(2)), at: at(4))
      #expect(session.epoch == 2)
      let state = WorkerState(scene: "main", revision: 1, elements: [])
      let shown = Element(id: .root, screen: AnyScreen("home"))
      #expect(
        session.handle(.received(.workerState(state), epoch: 2), at: at(5)) == [.follow(state, [.leave(shown)])])
    }
  }
}
