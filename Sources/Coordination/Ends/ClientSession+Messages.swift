// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// Questions, and what comes from the coordinator.
extension ClientSession {
  mutating func ask(_ message: Message, _ correlation: Correlation, timeoutMs: Int64, at now: Instant) -> [Action] {
    var backoff = freshBackoff()
    if let index = questions.index(of: correlation) { removeQuestion(at: index, correlation) }
    let index = questions.insert(
      Question(
        message: message, giveUpAt: now.advanced(byMs: timeoutMs), retryAt: now.advanced(byMs: backoff.next()),
        backoff: backoff), correlation)
    look(atQuestion: index, correlation)
    return transmitQuestion(index, correlation)
  }

  /// Sends a question, or, where there is no room, has it sent as soon as there is.
  mutating func transmitQuestion(_ index: Int, _ correlation: Correlation) -> [Action] {
    takesRoom(for: correlation) ? [.send(questions[index].message, correlation: correlation)] : []
  }

  mutating func expire(_ correlation: Correlation, at now: Instant) -> [Action] {
    guard let index = questions.index(of: correlation) else { return [] }
    if questions[index].giveUpAt <= now {
      removeQuestion(at: index, correlation)
      return [.unanswered(correlation)]
    }
    guard questions[index].retryAt <= now else { return [] }
    questions[index].retryAt = now.advanced(byMs: questions[index].backoff.next())
    return transmitQuestion(index, correlation)
  }

  mutating func removeQuestion(at index: Int, _ correlation: Correlation) {
    questions.remove(at: index)
    letGo(correlation)
  }

  mutating func receive(_ message: Message, _ correlation: Correlation, at now: Instant) -> [Action] {
    switch message {
    case .outcome(let outcome):
      guard let index = index(of: outcome.id, correlation) else { return answer(correlation, message) }
      return learn(outcome, index, at: now)
    case .accepted(let accepted):
      guard let index = index(of: accepted.id, correlation) else { return ignore() }
      if pending[index].isInsideAsk { return end(index, .accepted(accepted), at: now) }
      guard pending[index].wantsAccepted else { return ignore() }
      pending[index].isAccepted = true
      return sendNext(
        in: pending[index].scene, after: [.accepted(accepted)] + sendIfWaiting(index, at: now), at: now)
    case .status(let status):
      guard let index = CommandID(status.id).flatMap({ index(of: $0, correlation) }) else {
        return answer(correlation, message)
      }
      return learn(status, index, at: now)
    case .error(let error):
      if let index = index(of: correlation) { return refused(index, error, at: now) }
      if error.code == .stopping { return [] }
      return answer(correlation, message)
    case .snapshot, .report:
      return answer(correlation, message)
    case .command, .query, .cancel, .resume, .snapshotRequest, .inspect, .clear, .active, .hello, .register, .answer,
      .working,
      .abandoned, .appeared, .cannotShow, .pong, .bye, .welcome, .who, .registered, .ask, .settled, .workerState, .ping,
      .treeEvent, .arrival,
      .state, .update, .presence, .keepalive:
      return ignore()
    }
  }

  /// The command of this id, where the message answers what was sent for it. Answers to copies of a command that has ended may
  /// come after its id is used again, for another body.
  private func index(of id: CommandID, _ correlation: Correlation) -> Int? {
    index(of: correlation).flatMap { pending[$0].id == id ? $0 : nil }
  }

  private mutating func answer(_ correlation: Correlation, _ message: Message) -> [Action] {
    guard let index = questions.index(of: correlation) else { return ignore() }
    removeQuestion(at: index, correlation)
    return [.answered(correlation, message)]
  }
}
