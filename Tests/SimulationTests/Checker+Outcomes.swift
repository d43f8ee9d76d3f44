// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

/// One outcome for each command, the same for everybody and for good; and it is what happened.
extension Checker {
  /// What is known of one command.
  struct Dossier {
    /// The command as it was first sent, and as it first reached the coordinator.
    var command: Command?
    var first: Command?
    /// When it first reached this coordinator, in µs.
    var arrivedAt: Int64?
    /// Hashes of all bodies that came under its id.
    var bodies: Set<UInt64> = []
    var isAcknowledged = false
    var ackedUpTo = 0
    /// What the journal says, and since when, in µs; nil where a start has found it.
    var decided: Outcome?
    var decidedAt: Int64?
    /// Whether anybody was told.
    var told: Outcome?
    /// Revisions that its commits made.
    var revisions: [Revision] = []
  }

  /// The journal has decided a command.
  mutating func decide(_ record: DecidedRecord, at now: Int64? = nil) {
    let outcome = record.outcome
    if let before = commands[outcome.id]?.decided {
      violate("\(outcome.id.short) was decided twice: \(Say.text(before)), then \(Say.text(outcome))")
    }
    commands[outcome.id, default: Dossier()].decided = outcome
    commands[outcome.id]?.decidedAt = now
    decidedInTurn.insert(outcome.id)
    checkPlace(of: outcome)
    let revisions = commands[outcome.id]?.revisions ?? []
    let isStepwise = commands[outcome.id]?.first?.isStepwise == true
    switch outcome.kind {
    case .committed where outcome.id.clientName == Origin.coordinator.name: break
    case .committed:
      expect(!revisions.isEmpty, "\(outcome.id.short) has committed nothing, and its outcome says committed")
      expect(revisions.last == outcome.revision, "\(Say.text(outcome)), but its last commit is \(revisions)")
    default:
      expect(
        revisions.isEmpty || isStepwise, "\(Say.text(outcome)), but it has committed \(revisions)")
    }
    if isStepwise {
      expect(outcome.revisions == revisions, "\(Say.text(outcome)), but its commits are \(revisions)")
    }
    if let command = commands[outcome.id]?.first {
      checkExpectation(of: command, outcome)
      if case .drive(let drive) = command.verb { checkArrival(of: drive, outcome) }
    }
  }

  /// An outcome leaves the coordinator.
  mutating func tell(_ outcome: Outcome, at now: Int64) {
    if outcome.kind == .rejected(.idReused) {
      let count = commands[outcome.id]?.bodies.count ?? 0
      expect(count > 1, "\(outcome.id.short) is told as reused, but only one body came under it")
      return
    }
    expect(outcome.durable, "\(Say.text(outcome)) is not durable")
    expect(outcome.epoch <= epoch, "\(Say.text(outcome)) is of epoch \(outcome.epoch), now is \(epoch)")
    guard let decided = commands[outcome.id]?.decided else {
      violate("\(Say.text(outcome)) was told and is not in the journal")
      return
    }
    expect(
      outcome.withoutAppearance == decided.withoutAppearance,
      "\(Say.text(outcome)) was told, but the journal has \(Say.text(decided))")
    if let before = commands[outcome.id]?.told {
      expect(
        before.withoutAppearance == outcome.withoutAppearance,
        "\(Say.text(before)) was told, then \(Say.text(outcome))")
    } else {
      endings[outcome.word, default: 0] += 1
      checkGrace(outcome, at: now)
    }
    commands[outcome.id]?.told = outcome
    if outcome.kind == .committed {
      checkRoute(outcome.path.path, of: outcome.scene, at: outcome.revision, in: "OUTCOME")
    }
  }

  /// A status leaves the coordinator.
  mutating func tell(_ status: Status) {
    guard let id = CommandID(status.id), let dossier = commands[id], !decidedInTurn.contains(id) else { return }
    switch status.state {
    case .notSeen:
      expect(
        dossier.decided == nil || dossier.isAcknowledged, "\(id.short) is decided, and the status says not seen")
    case .outsideWindow:
      let isBelow = id.sequence < floors[id.client] ?? 0
      expect(
        dossier.isAcknowledged || isBelow, "\(id.short) is outside the window, and nobody acknowledged it")
    case .pending, .parked:
      expect(dossier.decided == nil, "\(id.short) is decided, and the status says \(status.state)")
    case .ambiguous: violate("\(id.short) is a whole id, and the status says ambiguous")
    }
  }

  /// A client says how its command ended.
  mutating func reported(_ ending: ClientSession.Ending, of id: CommandID) {
    if case .refused(let error) = ending, error.code == .full, preset == .zeroMQ {
      expect(commands[id]?.decided == nil, "a client reports \(id.short) as not taken, and it is decided")
    }
    guard case .outcome(let outcome) = ending, outcome.kind != .rejected(.idReused) else { return }
    guard let told = commands[id]?.told else {
      violate("a client reports \(Say.text(outcome)), which the coordinator never said")
      return
    }
    expect(
      told.withoutAppearance == outcome.withoutAppearance,
      "a client reports \(Say.text(outcome)), the coordinator said \(Say.text(told))")
  }

  /// A client's question was answered.
  mutating func answered(_ message: Message) {
    if case .outcome(let outcome) = message { reported(.outcome(outcome), of: outcome.id) }
  }

  /// What had to be true was so, or the outcome is conflict.
  private mutating func checkExpectation(of command: Command, _ outcome: Outcome) {
    guard let expecting = command.expecting, let history = histories[outcome.scene] else { return }
    let firstCommit = commands[outcome.id]?.revisions.first
    guard outcome.kind == .conflict || firstCommit != nil else { return }
    let before = firstCommit.map { $0 - 1 } ?? outcome.revision
    let isMet =
      switch expecting {
      case .revision(let revision): revision <= before && !history.hasMajor(after: revision, upTo: before)
      case .top(let id): history.route(at: before).tip?.id == id
      }
    expect(
      isMet == (outcome.kind != .conflict),
      "\(Say.text(outcome)), but \(expecting) is \(isMet ? "met" : "not met") at \(before)")
  }

  /// A walk that has committed has arrived.
  private mutating func checkArrival(of drive: Drive, _ outcome: Outcome) {
    guard outcome.kind == .committed else { return }
    let elements = outcome.path.path.elements
    switch drive.destination {
    case .route(let id):
      let isThere = elements.contains { $0.screen.name.rawValue == id.rawValue }
      expect(isThere, "\(Say.text(outcome)), but nothing on the path is '\(id)'")
    case .subTree(let id):
      expect(
        elements.contains { $0.subTree?.route == id }, "\(Say.text(outcome)), but '\(id)' begins no sub-tree")
    case .parent: break
    }
  }

  /// While workers of the last epoch may still come back nobody is told that there is no handler or host.
  private mutating func checkGrace(_ outcome: Outcome, at now: Int64) {
    let isAbsence = outcome.kind == .unhandled || outcome.kind == .rejected(.noHost)
    guard isAbsence, outcome.epoch == epoch, now - startedAt < settings.restartGraceMs * 1000 else { return }
    expect(
      missing.isEmpty,
      "\(Say.text(outcome)), but \(missing.sorted()) may still come back after the start")
  }
}

extension Outcome {
  /// The outcome as it was decided: what appeared is known later, and the path of one that changed nothing is that of its
  /// revision, which need not be told each time.
  fileprivate var withoutAppearance: Outcome {
    var outcome = self
    outcome.appeared = nil
    outcome.path = changedNothing ? PlacedPath(Path([])) : path.canonical
    return outcome
  }
}

extension SceneState {
  var canonical: SceneState {
    var state = self
    state.path = path.canonical
    return state
  }
}

extension PlacedPath {
  /// An element of which nothing is known is unattended; no encoding says so.
  var canonical: PlacedPath { PlacedPath(path, hosts: hosts.filter { $0 != Host(.unattended, worker: nil) }) }
}
