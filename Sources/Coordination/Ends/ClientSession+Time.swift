// SPDX-License-Identifier: Apache-2.0

import HeapModule
import RouteModel

/// When something is due, first of all. What is due later than it was is looked at too early, and then put off; what has ended is
/// found gone. So neither has to be looked for.
extension ClientSession {
  /// When a command or question is looked at.
  struct Look: Sendable, Comparable {
    let at: Instant
    let correlation: Correlation

    static func < (a: Self, b: Self) -> Bool { a.at == b.at ? a.correlation < b.correlation : a.at < b.at }
  }

  /// Has a command looked at in time.
  mutating func look(at index: Int) {
    let due = pending[index].dueAt
    if let planned = pending[index].lookAt, planned <= due { return }
    pending[index].lookAt = due
    looks.insert(Look(at: due, correlation: pending[index].correlation))
  }

  /// Has a question looked at in time.
  mutating func look(atQuestion index: Int, _ correlation: Correlation) {
    let due = questions[index].dueAt
    if let planned = questions[index].lookAt, planned <= due { return }
    questions[index].lookAt = due
    looks.insert(Look(at: due, correlation: correlation))
  }

  mutating func tick(at now: Instant) -> [Action] {
    var (commands, asked): ([Correlation], [Correlation]) = ([], [])
    while let look = looks.min, look.at <= now {
      looks.removeMin()
      if let index = index(of: look.correlation) {
        guard pending[index].lookAt == look.at else { continue }
        pending[index].lookAt = nil
        commands.append(look.correlation)
      } else if let index = questions.index(of: look.correlation) {
        guard questions[index].lookAt == look.at else { continue }
        questions[index].lookAt = nil
        asked.append(look.correlation)
      }
    }
    return expire(commands.sorted(), at: now) + expire(questions: asked.sorted(), at: now)
  }

  private mutating func expire(_ correlations: [Correlation], at now: Instant) -> [Action] {
    var actions: [Action] = []
    // First those that wait: the end of another one would send them in their last moment.
    for correlation in correlations {
      guard let index = index(of: correlation), pending[index].phase == .waiting else { continue }
      guard pending[index].giveUpAt <= now else { continue }
      if pending[index].wasGivenUp { actions += expire(index, at: now) } else { actions.append(endWaiting(index)) }
    }
    for correlation in correlations {
      if let index = index(of: correlation) { actions += expire(index, at: now) }
      if let index = index(of: correlation) { look(at: index) }
    }
    return actions
  }

  private mutating func expire(questions correlations: [Correlation], at now: Instant) -> [Action] {
    var actions: [Action] = []
    for correlation in correlations {
      actions += expire(correlation, at: now)
      if let index = questions.index(of: correlation) { look(atQuestion: index, correlation) }
    }
    return actions
  }

  /// Has the first look be one at something that is due then; others mean nothing, and become no more than those that do.
  mutating func settleLooks() {
    while let look = looks.min {
      let due = due(of: look)
      if due == look.at { break }
      looks.removeMin()
      guard let due else { continue }
      looks.insert(Look(at: due, correlation: look.correlation))
      if let index = index(of: look.correlation) {
        pending[index].lookAt = due
      } else if let index = questions.index(of: look.correlation) {
        questions[index].lookAt = due
      }
    }
    if looks.count > 2 * (pending.count + questions.count) {
      let left = looks.unordered.filter { due(of: $0) != nil }
      looks = Heap(left)
    }
  }

  /// When that is due which is to be looked at then; nil where it has ended, or is looked at another time.
  private func due(of look: Look) -> Instant? {
    if let index = index(of: look.correlation) {
      return pending[index].lookAt == look.at ? pending[index].dueAt : nil
    }
    guard let index = questions.index(of: look.correlation), questions[index].lookAt == look.at else { return nil }
    return questions[index].dueAt
  }
}
