// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// Asks and their handlers: each ask is run once, answered once and settled once.
extension WorkerSession {
  /// Runs the handler of an ask. Asks of an epoch are numbered in the order of sending, so one that is not above the
  /// last is a copy.
  mutating func run(_ ask: Ask) -> [Action] {
    guard ask.token.epoch == epoch, handlers[ask.token] == nil else { return ignore() }
    // Also one of the last session: its ask died with it.
    if let lastAsk, lastAsk.epoch == epoch, ask.token <= lastAsk { return ignore() }
    lastAsk = ask.token
    handlers[ask.token] = .running
    return [.run(completed(ask))]
  }

  /// The ask with the content of its screen that is shown here, where the coordinator does not know it any more.
  private func completed(_ ask: Ask) -> Ask {
    guard ask.screen.isRedacted, let id = ask.element, let follower = followers[ask.scene] else { return ask }
    var ask = ask
    ask.screen = follower.completed(Element(id: id, screen: ask.screen)).screen
    return ask
  }

  /// A handler has ended.
  mutating func finish(_ token: Ask.Token, _ answer: Answer?) -> [Action] {
    switch handlers[token] {
    case .running:
      // Without an answer the handler gave up by itself; that is a failure of the handler, and told as one.
      let answer = answer ?? .failed(code: "cancelled", message: "the handler was cancelled")
      // After HELLO the ask counts as died: its verdict comes with WELCOME.
      guard isLive else {
        handlers[token] = .answered
        return []
      }
      handlers[token] = answer.closesAsk ? nil : .answered
      return [.send(.answer(AnswerMessage(token: token, answer: answer)), correlation: Self.correlation(of: token))]
    case .cancelled:
      handlers[token] = nil
      return isLive ? [.send(.abandoned(Abandoned(token: token)))] : []
    case .answered, nil:
      return []
    }
  }

  /// Answers have correlations from here on, each its own, so that a refusal says which answer it is about.
  private static let answersFrom: UInt64 = 1 << 31

  private static func correlation(of token: Ask.Token) -> Correlation {
    token.number < answersFrom ? Correlation(answersFrom + token.number) : .none
  }

  /// The ask whose answer was sent with a correlation; nil where it is none of an answer.
  func answered(with correlation: Correlation) -> Ask.Token? {
    guard (Self.answersFrom..<2 * Self.answersFrom).contains(correlation.number) else { return nil }
    return Ask.Token(epoch: epoch, number: correlation.number - Self.answersFrom)
  }

  /// The coordinator cannot take an answer, and still waits for one: the handler has failed.
  mutating func replaceAnswer(to token: Ask.Token, refused error: ProtocolError) -> [Action] {
    guard isLive else { return [] }
    handlers[token] = .answered
    let failure = Answer.failed(code: "answerRefused", message: error.message)
    return [.send(.answer(AnswerMessage(token: token, answer: failure)))]
  }

  /// The verdict of an ask. One that still runs is cancelled; its end is told with ABANDONED.
  mutating func settle(_ verdict: Settled) -> [Action] {
    switch handlers[verdict.token] {
    case .running:
      handlers[verdict.token] = .cancelled
      return [.cancel(verdict.token), .settle(verdict.token, used: verdict.used)]
    case .answered:
      handlers[verdict.token] = nil
      return [.settle(verdict.token, used: verdict.used)]
    case .cancelled, nil:
      return ignore()
    }
  }

  /// What still runs belongs to a session that is over, and died with it.
  mutating func cancelAll() -> [Action] {
    handlers.keys.sorted().filter { handlers[$0] == .running }
      .flatMap { settle(Settled(token: $0, used: false)) }
  }
}

/// Following the route, and telling what became of it.
extension WorkerSession {
  /// Shows what a state says, if it is not older than what is shown.
  mutating func follow(_ state: WorkerState) -> [Action] {
    var follower = followers[state.scene] ?? Follower()
    guard follower.isCurrent(state, epoch: epoch) else { return ignore() }
    var state = state
    state.elements = state.elements.map(follower.completed)
    let isFirst = follower.applied.map { $0.epoch != epoch } ?? false
    let changes = follower.follow(state, epoch: epoch)
    followers[state.scene] = follower
    return [.follow(state, changes)] + (isFirst ? reports(of: state.scene) : appearances(in: state.scene))
  }

  /// Notes what the worker says of an element, and tells it; while there is no session, WELCOME will, or, in a new epoch, the first state.
  mutating func report(
    _ standing: Follower.Standing, of id: ElementID, as screen: ScreenName?, at revision: Revision?, in scene: SceneName
  ) -> [Action] {
    guard followers[scene]?.note(standing, of: id, as: screen, at: revision) == true, isLive else { return [] }
    // Between the WELCOME of a new epoch and the scene's first state there it may be about a screen that is gone: that state tells it.
    guard shownRevision(of: scene) != nil else { return [] }
    return switch standing {
    case .coming: []
    case .appeared: [appeared([id], in: scene)]
    case .failed(let failure): [told(failure)]
    }
  }

  private func appeared(_ ids: [ElementID], in scene: SceneName) -> Action {
    .send(.appeared(Appeared(scene: scene, elements: ids, revision: shownRevision(of: scene))))
  }

  private func told(_ failure: CannotShow) -> Action {
    var failure = failure
    failure.revision = shownRevision(of: failure.scene)
    return .send(.cannotShow(failure))
  }

  /// The revision that is shown here: what is noted of an element is about its screen as it is there, at whichever revision it was
  /// said. Nil where it is one of another epoch, whose revisions say nothing in this.
  private func shownRevision(of scene: SceneName) -> Revision? {
    guard let applied = followers[scene]?.applied, applied.epoch == epoch else { return nil }
    return applied.revision
  }

  /// Tells that somebody does something in a scene, at most once within a while.
  mutating func noteActivity(in scene: SceneName, at now: Instant) -> [Action] {
    if let told = activityTold[scene], now.ms(since: told) < Double(Limits.activityMs) { return [] }
    guard isLive else { return [] }
    // A program may name scenes that there are not.
    if activityTold.count >= Limits.scenesMax { activityTold = [:] }
    activityTold[scene] = now
    return [.send(.active(Active(scene: scene)))]
  }

  /// Everything of a scene that a new session has to be told.
  func reports(of scene: SceneName) -> [Action] {
    appearances(in: scene) + (followers[scene]?.failures ?? []).map(told)
  }

  private func appearances(in scene: SceneName) -> [Action] {
    let unreported = followers[scene]?.unreported ?? []
    return unreported.isEmpty ? [] : [appeared(unreported, in: scene)]
  }
}

extension Answer {
  /// Whether the coordinator closes the ask with this answer, without a verdict.
  var closesAsk: Bool {
    switch self {
    case .declined, .deny, .redirect: true
    case .instruction, .merging, .allow, .tree, .path, .value, .failed: false
    }
  }
}
