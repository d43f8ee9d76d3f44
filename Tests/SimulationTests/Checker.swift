// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

/// Says whether what happens keeps the guarantees. It knows nothing of how the coordinator works: it sees the messages
/// that reach and leave it, what the journal has written, and what the ends make of it, and compares all of that with
/// a model of its own.
struct Checker {
  let settings: Settings
  let preset: Weather.Preset
  private let findings = Findings()
  /// The first thing that went wrong.
  var violation: String? { findings.first }

  var epoch: Epoch = 0
  var startedAt: Int64 = 0
  /// Workers that the present coordinator waits for.
  var missing: Set<WorkerName> = []
  /// Everything that was ever committed.
  var histories: [SceneName: History] = [:]
  /// The transitions that ids of drafts were told for.
  var drafts: [SceneName: [ElementID: Drafter]] = [:]
  /// What crossed the network or was decided, by command.
  var commands: [CommandID: Dossier] = [:]
  /// Below which of its sequences each client has acknowledged, also what it never sent.
  var floors: [String: UInt64] = [:]
  /// Processes of another user than everybody else's, and the user that each client belongs to.
  var strangers: Set<ProcessID> = []
  var owners: [String: UInt32] = [:]
  var asks: [Ask.Token: AskDossier] = [:]
  /// The newest process that was welcomed as this worker in this epoch, and all that said HELLO.
  var newest: [WorkerName: ProcessID] = [:]
  var hellos: [WorkerName: Set<ProcessID>] = [:]
  /// Processes that this coordinator has welcomed: of others it cannot know which is the newer one.
  var known: Set<ProcessID> = []
  var names: [ProcessID: WorkerName] = [:]
  /// Workers that are quarantined, when those that are not died lately, and the process that each was last.
  var quarantined: Set<WorkerName> = []
  var quarantines = 0
  /// How often screens stand on a path, and since when the coordinator knows.
  var instances: [ScreenName: (mode: AnyScreen.InstanceMode, since: Int64)] = [:]
  var deaths: [WorkerName: [Int64]] = [:]
  var liveWorkers: Set<WorkerName> = []
  var lastWelcomed: [WorkerName: ProcessID] = [:]
  var goodbyes: Set<ProcessID> = []
  /// What each process registered last.
  var registrations: [ProcessID: Registration] = [:]
  /// Since when this coordinator knows the worker that guards `detail` as long as it lives, in µs.
  var guardedSince: Int64?
  /// Whether the coordinator knows that the content of ``Secret/screen`` is sensitive.
  var isSecret = false
  /// Processes that said goodbye in this turn; what was said to them earlier in it leaves after it.
  var partedInTurn: Set<ProcessID> = []
  /// Sessions that the coordinator has welcomed, by connection.
  var welcomed: Set<Int> = []
  /// Commands from inside asks that must be answered in this turn.
  var owed: [CommandID] = []
  /// Commands that were decided in this turn: what was said of them earlier in it leaves after the decision is written.
  var decidedInTurn: Set<CommandID> = []
  /// When a sign of life in each scene last came to this coordinator, in µs.
  var activity: [SceneName: Int64] = [:]
  /// How far each scene was told, and its presence number, in this epoch.
  var told: [SceneName: Revision] = [:]
  var presences: [SceneName: UInt64] = [:]
  var views: [ViewKey: View] = [:]
  /// Gaps that observers were told of.
  var gaps = 0
  /// How often each kind of outcome was told, to see that the runs are about something.
  var endings: [String: Int] = [:]

  struct ViewKey: Hashable {
    var observer: ProcessID
    var scene: SceneName
  }

  /// How far an observer is, and up to where it knows of every commit or of a gap.
  struct View {
    var shown: Revision = 0
    var told: Revision = 0
  }

  init(settings: Settings, preset: Weather.Preset) {
    self.settings = settings
    self.preset = preset
  }

  func violate(_ text: String) {
    if findings.first == nil { findings.first = text }
  }

  func expect(_ isSo: Bool, _ text: @autoclosure () -> String) {
    if !isSo { violate(text()) }
  }

  /// Behind a reference, so that what is expected may be told with everything that is known.
  private final class Findings {
    var first: String?
  }

  // What befalls the coordinator.

  mutating func started(_ restored: Restored, at now: Int64) {
    expect(restored.epoch > epoch, "epoch \(restored.epoch) follows epoch \(epoch)")
    epoch = restored.epoch
    startedAt = now
    missing = Set(restored.workers.filter(\.isAwaited).map(\.name))
    for decided in restored.decided where commands[decided.record.outcome.id]?.decided == nil {
      // A stepwise command that the end interrupted was closed with the start.
      expect(
        decided.record.outcome.kind == .failed(who: .coordinator, .restarted, code: nil),
        "\(Say.text(decided.record.outcome)) comes from the journal, but was never written")
      decide(decided.record)
    }
    newest = [:]
    guardedSince = nil
    activity = [:]
    for id in commands.keys { commands[id]?.arrivedAt = nil }
    hellos = [:]
    goodbyes = []
    known = []
    told = [:]
    presences = [:]
    (quarantined, deaths, liveWorkers, lastWelcomed) = ([], [:], [], [:])
    instances = [:]
  }

  mutating func killed() {
    welcomed = []
    owed = []
    decidedInTurn = []
    partedInTurn = []
    for token in asks.keys { asks[token]?.isOver = true }
  }

  /// Everything that the turn decided has left.
  mutating func turnEnded(at now: Int64) -> String? {
    defer {
      owed = []
      decidedInTurn = []
      goodbyes.formUnion(partedInTurn)
      partedInTurn = []
    }
    return owed.first.map { "\($0.short) was sent from inside an ask and not answered at once" } ?? overlooked(at: now)
  }

  // What crosses the network.

  /// A peer sends something.
  mutating func sent(_ message: Message, by process: ProcessID) {
    if case .answer(let answer) = message, answer.answer.closesAsk { asks[answer.token]?.isSettled = true }
    guard case .command(let command) = message else { return }
    commands[command.id, default: Dossier()].bodies.insert(command.bodyHash)
    if commands[command.id]?.command == nil { commands[command.id]?.command = command }
    commands[command.id]?.ackedUpTo = 0
  }

  /// The coordinator is about to take a message.
  mutating func arrived(
    _ message: Message, from id: Int, _ connection: SimulatedNetwork.Connection, at now: Int64
  ) {
    switch message {
    case .command(let command):
      guard owns(command.id.client, connection.owner) else { break }
      floors[command.id.client] = max(floors[command.id.client] ?? 0, command.ackedBelow)
      for (other, dossier) in commands
      where other.client == command.id.client && other.sequence < command.ackedBelow && !dossier.isAcknowledged {
        commands[other]?.isAcknowledged = true
      }
      commands[command.id, default: Dossier()].bodies.insert(command.bodyHash)
      if commands[command.id]?.first == nil { commands[command.id]?.first = command }
      if commands[command.id]?.arrivedAt == nil { commands[command.id]?.arrivedAt = now }
      if command.within != nil { owed.append(command.id) }
    case .hello(let registration):
      hellos[registration.worker, default: []].insert(connection.owner)
      registrations[connection.owner] = registration
    case .register(let registration): registrations[connection.owner] = registration
    case .bye: partedInTurn.insert(connection.owner)
    case .answer(let answer): took(answer, from: id)
    case .abandoned(let abandoned): freed(abandoned.token, from: id)
    case .active(let active): activity[active.scene] = now
    default: break
    }
  }

  /// Something leaves the coordinator for one peer; whether it arrives is another matter.
  mutating func left(
    _ message: Message, to id: Int, _ connection: SimulatedNetwork.Connection?, at now: Int64
  ) {
    switch message {
    case .outcome(let outcome):
      owed.removeAll { $0 == outcome.id }
      if let process = connection?.owner { checkOwner(of: outcome, told: process) }
      tell(outcome, at: now)
    case .accepted(let accepted):
      owed.removeAll { $0 == accepted.id }
      expect(accepted.place <= Limits.queueMax, "\(accepted.id.short) has place \(accepted.place)")
    case .status(let status): tell(status)
    case .snapshot(let snapshot): for state in snapshot.scenes { tell(state) }
    case .error(let error): tell(error, to: connection?.owner)
    case .welcome(let welcome):
      // A new session knows nothing of what its worker was asked before.
      for token in asks.keys where asks[token]?.connection == id { asks[token]?.isOver = true }
      welcomed.insert(id)
      if let owner = connection?.owner {
        registered(owner)
        if let name = names[owner] { welcomedAgain(owner, name) }
        if registrations[owner]?.routables[Secret.screen]?.sensitive == true { isSecret = true }
        if let registration = registrations[owner] {
          noteGuards(registration, at: now)
          noteInstances(registration, at: now)
        }
      }
      for verdict in welcome.verdicts { verdictLeft(verdict) }
    case .ask(let ask):
      let name = connection.flatMap { names[$0.owner] }
      expect(name.map { !quarantined.contains($0) } ?? true, "\(ask.token) is put to a quarantined worker")
      put(ask, to: id)
    case .settled(let settled): verdictLeft(settled)
    case .workerState(let state): tell(state)
    default: break
    }
  }

  mutating func published(_ message: Message, at now: Int64) {
    switch message {
    case .state(let state): tell(state)
    case .update(let update): tell(update)
    case .presence(let change):
      let last = presences[change.scene] ?? 0
      expect(change.number == last + 1, "presence \(change.number) of \(change.scene) follows \(last)")
      presences[change.scene] = change.number
    default: break
    }
  }
}

extension Checker {
  private mutating func registered(_ process: ProcessID) {
    guard let name = names[process] else { return }
    missing.remove(name)
    if let other = newest[name], other > process, known.contains(process) {
      violate("process \(process) took worker \(name) from the newer process \(other)")
    }
    known.insert(process)
    // Where a goodbye may come after the end of its connection it is no longer heard.
    expect(preset == .hostile || !goodbyes.contains(process), "process \(process) was welcomed after its goodbye")
    newest[name] = process
  }

  private mutating func tell(_ error: ProtocolError, to process: ProcessID?) {
    owed = []
    if error.code == .full, let process, names[process].map({ !quarantined.contains($0) }) ?? true {
      checkShare(of: process, error)
    }
    guard error.code == .replaced, let process, let name = names[process] else { return }
    expect(
      goodbyes.contains(process) || partedInTurn.contains(process) || hellos[name]?.contains { $0 != process } == true,
      "process \(process) was told of a newer one of \(name), but there is none")
  }

  mutating func began(_ process: ProcessID, _ name: WorkerName) { names[process] = name }
}
