// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

/// Every ask has one end, and its worker hears of it.
extension Checker {
  /// What is known of one ask.
  struct AskDossier {
    /// How the coordinator must think of it.
    enum State {
      case open, answered, late, closed
    }

    let ask: Ask
    let connection: Int
    var state = State.open
    /// Whether its worker has answered in time.
    var isAnswered = false
    /// What its worker was told.
    var verdict: Bool?
    /// The commit that its answer is part of.
    var commit: Revision?
    /// The process that runs, or ran, its handler, and whether it knows the verdict.
    var runner: ProcessID?
    var isSettled = false
    /// Whether its session has ended.
    var isOver = false
  }

  /// An ask leaves.
  mutating func put(_ ask: Ask, to connection: Int) {
    expect(asks[ask.token] == nil, "\(ask.token) names two asks")
    expect(ask.token.epoch == epoch, "\(ask.token) is not of epoch \(epoch)")
    expect(welcomed.contains(connection), "\(ask.token) goes to a process that was never welcomed")
    for (token, other) in asks where other.connection == connection {
      expect(token < ask.token, "\(ask.token) comes behind \(token)")
      guard other.ask.scene == ask.scene else { continue }
      let isOccupied = !other.isOver && (other.state == .open || other.state == .late)
      expect(!isOccupied, "\(ask.token) is asked while its worker is occupied with \(token)")
    }
    expect(ask.deadlineMs > 0, "\(ask.token) has no time")
    drafted(ask)
    asks[ask.token] = AskDossier(ask: ask, connection: connection)
  }

  /// An answer reaches the coordinator.
  mutating func took(_ answer: AnswerMessage, from connection: Int) {
    guard let dossier = asks[answer.token], dossier.connection == connection else { return }
    switch (dossier.state, answer.answer) {
    case (.open, .declined), (.open, .deny), (.open, .redirect): asks[answer.token]?.state = .closed
    case (.open, .instruction), (.open, .merging), (.open, .allow), (.open, .tree), (.open, .path), (.open, .value),
      (.open, .failed):
      asks[answer.token]?.state = .answered
      asks[answer.token]?.isAnswered = true
    case (.late, _): asks[answer.token]?.state = .closed
    case (.answered, _), (.closed, _): break
    }
  }

  /// ABANDONED reaches the coordinator.
  mutating func freed(_ token: Ask.Token, from connection: Int) {
    guard let dossier = asks[token], dossier.connection == connection, dossier.state == .late else { return }
    asks[token]?.state = .closed
  }

  /// A verdict leaves: it is what the journal says, and never another one.
  mutating func verdictLeft(_ verdict: Settled) {
    guard let dossier = asks[verdict.token] else { return }
    if let before = dossier.verdict, dossier.ask.token.epoch == epoch {
      expect(before == verdict.used, "\(verdict.token) was \(before ? "used" : "cancelled"), then the other")
    }
    if verdict.used {
      expect(dossier.isAnswered, "\(verdict.token) is told as used, but was never answered")
      let outcome = commands[dossier.ask.command]?.decided
      expect(
        dossier.commit != nil || outcome?.isAsAsked == true || outcome?.revisions.isEmpty == false,
        "\(verdict.token) is told as used, but no commit uses it")
    } else {
      expect(dossier.commit == nil, "\(verdict.token) is told as cancelled, but commit \(dossier.commit ?? 0) uses it")
    }
    switch dossier.state {
    case .open: asks[verdict.token]?.state = verdict.used ? .closed : .late
    case .answered: asks[verdict.token]?.state = .closed
    case .late, .closed: break
    }
    asks[verdict.token]?.verdict = verdict.used
  }

  /// A worker runs a handler.
  mutating func ran(_ token: Ask.Token, by process: ProcessID) {
    expect(asks[token]?.runner == nil, "\(token) is run twice")
    asks[token]?.runner = process
  }

  /// A worker hears of a verdict.
  mutating func settled(_ token: Ask.Token, used: Bool, by process: ProcessID) {
    expect(asks[token]?.runner == process, "\(token) is settled by another process than the one that ran it")
    expect(asks[token]?.isSettled == false, "\(token) is settled twice")
    if used { expect(asks[token]?.verdict == true, "\(token) is settled as used, and never was") }
    asks[token]?.isSettled = true
  }

  /// The first ask whose worker does not know its verdict in the end, and has not closed it by its answer.
  func pending(among processes: Set<ProcessID>) -> String? {
    for token in asks.keys.sorted() {
      guard let dossier = asks[token] else { continue }
      if let runner = dossier.runner, processes.contains(runner), !dossier.isSettled, dossier.state != .closed {
        return "worker \(runner) does not know what became of \(token)"
      }
    }
    return nil
  }
}

extension Answer {
  /// Whether the ask is over with it, without a verdict.
  var closesAsk: Bool {
    switch self {
    case .declined, .deny, .redirect: true
    case .instruction, .merging, .allow, .tree, .path, .value, .failed: false
    }
  }
}
