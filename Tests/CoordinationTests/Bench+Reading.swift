// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

/// What came out.
extension Bench {
  /// Drops everything that nobody picked up.
  mutating func forgetAll() {
    inboxes = [:]
    published = []
  }

  /// What the peer got since the last look.
  mutating func take(_ name: String) -> [Message] {
    defer { inboxes[name] = nil }
    return inboxes[name] ?? []
  }

  /// The kinds of what the peer got since the last look.
  mutating func kinds(_ name: String) -> [Message.Kind] { take(name).map(\.kind) }

  /// The asks that lie in the inbox of a process.
  func asks(of process: String) -> [Ask] {
    (inboxes[process] ?? []).compactMap { if case .ask(let ask) = $0 { ask } else { nil } }
  }

  /// The verdicts that lie in the inbox of a process.
  func verdicts(of process: String) -> [Settled] {
    (inboxes[process] ?? []).compactMap { if case .settled(let settled) = $0 { settled } else { nil } }
  }

  /// The outcomes that lie in an inbox.
  func outcomes(of name: String = "client") -> [Outcome] {
    (inboxes[name] ?? []).compactMap { if case .outcome(let outcome) = $0 { outcome } else { nil } }
  }

  /// The last outcome that was told of a command, to whomever.
  func outcome(of id: CommandID) -> Outcome? {
    inboxes.keys.sorted().flatMap { outcomes(of: $0) }.last { $0.id == id }
  }

  /// The last outcome in words: `committed`, `rejected noHost`; empty while there is none.
  func ending(of id: CommandID) -> String {
    guard let outcome = outcome(of: id) else { return "" }
    return ([outcome.word] + [outcome.reason].compactMap(\.self)).joined(separator: " ")
  }

  /// The trace of the last outcome in words: `list: show detail push`.
  func trace(of id: CommandID) -> [String] {
    (outcome(of: id)?.asked ?? []).map { "\($0.screen): \($0.request) \($0.answer)\($0.standing ? " standing" : "")" }
  }

  /// The errors that lie in an inbox.
  func errors(of name: String = "client") -> [ProtocolError.Code] {
    (inboxes[name] ?? []).compactMap { if case .error(let error) = $0 { error.code } else { nil } }
  }

  /// The last state that lies in the inbox of a process, in words.
  func shown(by process: String) -> String? {
    (inboxes[process] ?? []).compactMap {
      if case .workerState(let state) = $0 { Path(state.elements).description } else { nil }
    }.last
  }

  /// How the elements show that the last state in the inbox of a process holds; nil where no state is in it.
  func visibility(toldTo process: String) -> [String]? {
    (inboxes[process] ?? []).compactMap {
      if case .workerState(let state) = $0 { state.elements.map { $0.visibility?.rawValue ?? "untold" } } else { nil }
    }.last
  }

  /// The states in the inbox of a process.
  func states(of process: String) -> [WorkerState] {
    (inboxes[process] ?? []).compactMap { if case .workerState(let state) = $0 { state } else { nil } }
  }

  /// The updates that were published since the last look.
  var updates: [Update] { published.compactMap { if case .update(let update) = $0 { update } else { nil } } }

  /// The changes of presence that were published since the last look.
  var presences: [Presence.Change] {
    published.compactMap { if case .presence(let change) = $0 { change } else { nil } }
  }

  /// The workers as a report tells them.
  var workers: [WorkerStatus] {
    var copy = self
    copy.client("reader", sends: .inspect(Inspect(.workers)))
    guard case .report(let report)? = copy.take("reader").last else { return [] }
    return report.objects.compactMap { if case .worker(let status) = $0 { status } else { nil } }
  }

  /// The scene `main` as a report tells it.
  var scene: SceneStatus? {
    var copy = self
    copy.client("reader", sends: .inspect(Inspect(.scenes, scene: "main")))
    guard case .report(let report)? = copy.take("reader").last, case .scene(let status)? = report.objects.first else {
      return nil
    }
    return status
  }

  /// The scene as a snapshot tells it.
  func state(_ scene: SceneName = "main") -> SceneState? {
    var copy = self
    copy.client("reader", sends: .snapshotRequest(SnapshotRequest(scenes: [scene])))
    guard case .snapshot(let snapshot) = copy.take("reader").last else { return nil }
    return snapshot.scenes.first
  }

  /// The scene's path in words.
  var path: String { state().map { $0.path.path.description } ?? "no scene" }

  /// The scene's revision.
  var revision: Revision { state()?.revision ?? 0 }

  /// How the host of the element with this id stands.
  func presence(of id: UInt64) -> Presence? { state()?.path.hosts[ElementID(id)]?.presence }
}
