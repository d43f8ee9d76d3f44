// SPDX-License-Identifier: Apache-2.0

package import RouteModel

/// A worker's side of its session with the coordinator. A value that does no IO: events in, ordered actions out
/// (specification, section "Worker").
///
/// ```
/// Down ── start ──► Greeting ── WELCOME ──► Live ── ERROR replaced ──► Ended
///                      ▲                     │
///                      └─ silence, WHO, new connection, higher epoch
/// ```
///
/// A session is a loss-free first-in-first-out pair of pipes, or it is over: what may be lost with it (verdicts of
/// asks, what appeared) is told again in the next one.
package struct WorkerSession: Hashable, Sendable {
  /// What can happen to a worker.
  package enum Event: Hashable, Sendable {
    /// Begin.
    case start
    /// The transport has (silently) made a new connection: the coordinator does not know it yet.
    case connected
    /// A message came.
    case received(Message, epoch: Epoch, correlation: Correlation = .none)
    /// Nothing happened, but ``WorkerSession/nextDeadline`` has passed.
    case tick
    /// A handler wants more time.
    case working(Ask.Token, ms: Int64)
    /// A handler is finished; nil where it gave up because it was cancelled.
    case finished(Ask.Token, Answer?)
    /// An element is on the screen, as a screen of this name; nil: as whichever stands there. With the revision of the state that
    /// was known to whoever says so; nil: the last one.
    case appeared(SceneName, ElementID, as: ScreenName? = nil, at: Revision? = nil)
    /// An element cannot be shown, as a screen of this name; of the revision the same holds.
    case cannotShow(CannotShow, as: ScreenName? = nil)
    /// Somebody does something in a scene.
    case active(SceneName)
    /// The worker can do other things now. Generation, position and unsettled asks are filled in here.
    case registrationChanged(Registration)
    /// End the session; with a time, the worker will be back within so many ms.
    case stop(restartingMs: Int64?)
  }

  /// What a worker wants done, in this order.
  package enum Action: Hashable, Sendable {
    /// Close the socket, if there is one, and connect a new one.
    case reconnect
    /// Send this, with the correlation in its header and ``WorkerSession/epoch`` as the epoch.
    case send(Message, correlation: Correlation = .none)
    /// Run the handler of an ask; then tell ``Event/finished(_:_:)``, whatever happens.
    case run(Ask)
    /// Cancel the handler of an ask. It still ends with ``Event/finished(_:_:)``.
    case cancel(Ask.Token)
    /// The verdict of an ask, once: whether its answer is part of a commit, or must be undone.
    case settle(Ask.Token, used: Bool)
    /// Show what the state says: these changes.
    case follow(WorkerState, [Follower.Change])
    /// Tell the node of the worker's tree what became of an element that it built.
    case treeEvent(TreeNode.Event)
    /// A post task is due.
    case arrival(Arrival)
    /// Tell people.
    case notice(Notice)
  }

  /// What is worth telling to people.
  package enum Notice: Hashable, Sendable {
    /// The session is live.
    case connected(session: UInt64, version: String, epoch: Epoch)
    /// Nothing was heard for so long that the session counts as lost.
    case disconnected
    /// The coordinator refuses, for now: tried again later. With the generation of the registration that it refuses; nil
    /// where it refuses something else.
    case refused(ProtocolError, generation: UInt64?)
    /// The coordinator cannot take a handler's answer: the handler counts as failed.
    case answerRefused(ProtocolError)
    /// A newer process has taken the name: final.
    case replaced(ProtocolError)
    /// The registration of this generation counts.
    case registered(generation: UInt64)
  }

  /// The four states of the specification's table.
  enum State: Hashable, Sendable {
    case down
    case greeting(retryAt: Instant)
    case live(session: UInt64)
    case ended
  }

  /// An ask that the coordinator and this side have not both forgotten.
  enum Handler: Hashable, Sendable {
    /// Runs, and belongs to the present session.
    case running
    /// Has answered, and waits for the verdict.
    case answered
    /// Was told to stop, and has not ended yet.
    case cancelled
  }

  var state = State.down
  var registration: Registration
  var handlers: [Ask.Token: Handler] = [:]
  var followers: [SceneName: Follower] = [:]
  /// States that came before their WELCOME.
  var early: [SceneName: EarlyState] = [:]
  var lastHeard: Instant? {
    didSet { questions = 0 }
  }
  /// How often this side has asked since then whether the coordinator still knows it.
  var questions: Int64 = 0
  var lastAsk: Ask.Token?
  var hello = Correlation.none
  /// The generation that the last HELLO or REGISTER told.
  var toldGeneration: UInt64 = 0
  /// What HELLO told, and each REGISTER since, that is not answered yet; oldest first.
  var told: [Registration] = []
  /// The registration that the coordinator took last; nil where it has taken none.
  var taken: Registration?
  /// The generation that was refused last, 0 for none.
  var refusedGeneration: UInt64 = 0
  /// When a registration that was refused is told again; nil where none is to be.
  var registerAgainAt: Instant?
  var backoff: Backoff
  /// When activity was last told, by scene.
  var activityTold: [SceneName: Instant] = [:]

  /// The epoch of the coordinator that this side knows, 0 for none.
  package internal(set) var epoch: Epoch = 0
  /// Messages that made no sense here, for diagnosis.
  package internal(set) var ignored: UInt64 = 0

  struct EarlyState: Hashable, Sendable {
    var state: WorkerState
    var epoch: Epoch
  }

  /// A session that has not begun. `seed` spreads the repeated greetings of many workers.
  package init(_ registration: Registration, seed: UInt64) {
    self.registration = registration
    backoff = Backoff(firstMs: 250, maxMs: 2000, seed: seed)
  }

  /// Whether the coordinator has welcomed this session.
  package var isLive: Bool {
    if case .live = state { true } else { false }
  }

  /// The generation of what the worker does now.
  package var generation: UInt64 { registration.generation }

  /// The generation that the coordinator took last, 0 for none.
  var takenGeneration: UInt64 { taken?.generation ?? 0 }

  /// Whether the coordinator has taken what the worker does now.
  package var isRegistered: Bool { isLive && takenGeneration == registration.generation }

  /// Whether it is over for good: stopped or replaced. For tests.
  package var isEnded: Bool { state == .ended }

  /// When ``Event/tick`` is wanted at the latest; nil while nothing is waited for.
  package var nextDeadline: Instant? {
    switch state {
    case .down, .ended: nil
    case .greeting(let retryAt): retryAt
    case .live:
      [lastHeard?.advanced(byMs: min(questionDueMs, Limits.workerSilenceMs)), registerAgainAt].compactMap { $0 }.min()
    }
  }

  /// The silence after which the next question is due, in ms. A coordinator that has started meanwhile answers it with
  /// WHO, and waits for its workers for a moment only.
  private var questionDueMs: Int64 { Limits.workerQuestionMs + questions * Limits.workerQuestionAgainMs }

  /// Asks whose verdict is not known here, in order.
  var unsettled: [Ask.Token] { handlers.keys.filter { handlers[$0] != .cancelled }.sorted() }

  /// How far this side is.
  var pong: Message { .pong(Pong(applied: applied, unsettled: unsettled)) }

  /// What is shown, by scene.
  var applied: [SceneName: Applied] { followers.compactMapValues(\.applied) }

  /// Takes one event and returns what is to be done, in order.
  package mutating func handle(_ event: Event, at now: Instant) -> [Action] {
    if state == .ended { return ended(event) }
    switch event {
    case .start: return state == .down ? greet(onNewSocket: true, at: now) : []
    case .connected: return state == .down ? [] : greet(onNewSocket: false, at: now)
    case .received(let message, let epoch, let correlation):
      return receive(message, epoch: epoch, correlation: correlation, at: now)
    case .tick: return tick(at: now)
    case .working(let token, let ms):
      return isLive && handlers[token] == .running ? [.send(.working(Working(token: token, ms: ms)))] : []
    case .finished(let token, let answer): return finish(token, answer)
    case .appeared(let scene, let id, let screen, let revision):
      return report(.appeared, of: id, as: screen, at: revision, in: scene)
    case .cannotShow(let failure, let screen):
      return report(.failed(failure), of: failure.element, as: screen, at: failure.revision, in: failure.scene)
    case .active(let scene): return noteActivity(in: scene, at: now)
    case .registrationChanged(let changed): return register(changed)
    case .stop(let restartingMs): return stop(restartingMs: restartingMs)
    }
  }

  private mutating func tick(at now: Instant) -> [Action] {
    let isSilent = lastHeard.map { $0.advanced(byMs: Limits.workerSilenceMs) <= now } ?? false
    switch state {
    case .down, .ended: return []
    case .greeting(let retryAt):
      return retryAt <= now ? greet(onNewSocket: isSilent, at: now) : []
    case .live:
      if isSilent { return [.notice(.disconnected)] + greet(onNewSocket: true, at: now) }
      var actions: [Action] = []
      if let registerAgainAt, registerAgainAt <= now { actions.append(tellRegistration()) }
      if let lastHeard, lastHeard.advanced(byMs: questionDueMs) <= now {
        questions += 1
        actions.append(.send(pong))
      }
      return actions
    }
  }

  private mutating func stop(restartingMs: Int64?) -> [Action] {
    let goodbye: [Action] = isLive ? [.send(.bye(Bye(restartingMs: restartingMs)))] : []
    return goodbye + end()
  }

  /// Ends for good: nothing is heard any more, and no handler goes on.
  mutating func end() -> [Action] {
    state = .ended
    return cancelAll()
  }

  /// After the end only handlers that were cancelled still report in.
  private mutating func ended(_ event: Event) -> [Action] {
    if case .finished(let token, _) = event { handlers[token] = nil }
    return []
  }
}
