// SPDX-License-Identifier: Apache-2.0

public import Coordination
public import RouteModel

/// Questions about commands and scenes.
extension Navigator {
  /// How a command ended, or where it is.
  public enum Finding: Hashable, Sendable {
    /// The command ended with this outcome.
    case outcome(Outcome)
    /// The command has not ended, was never seen, or is no longer known; see ``Status/State``.
    case status(Status)

    /// The outcome; nil where there is none yet, or none any more.
    public var outcome: Outcome? {
      if case .outcome(let outcome) = self { outcome } else { nil }
    }
  }

  /// How the command ended, also after a crash of either side.
  ///
  /// Without `seal` the question changes nothing, and "not seen" is not final: a late copy may still run. With it, an id
  /// that was never seen can never run any more.
  public func outcome(of id: CommandID, seal: Bool = false) async throws(NavigatorError) -> Finding {
    try await findOutcome(Query(id: id.description, seal: seal))
  }

  /// How the command whose id ends so ended, for people who type: ``Status/State/ambiguous`` where more than
  /// one id does.
  ///
  /// With `seal` an ending of an id that is known stands for that id. What nobody knows must be a whole id: an ending would be sealed
  /// itself, and the command that was meant could still run.
  ///
  /// - Throws: ``NavigatorError/Code/refused`` where an unknown ending is to be sealed.
  public func findOutcome(idEnding ending: String, seal: Bool = false) async throws(NavigatorError) -> Finding {
    let finding = try await findOutcome(Query(id: ending))
    guard seal, case .status(let status) = finding, status.state != .ambiguous else { return finding }
    guard let id = CommandID(status.id), !id.mayBeEnding else {
      throw NavigatorError(
        .refused, "no command that is known ends in '\(ending)', and only a whole id can be sealed: NAME-CLIENT-NUMBER")
    }
    return try await findOutcome(Query(id: id.description, seal: true))
  }

  private func findOutcome(_ query: Query) async throws(NavigatorError) -> Finding {
    switch try await ask(.query(query)) {
    case .outcome(let outcome): return .outcome(outcome)
    case .status(let status): return .status(status)
    case let other: throw unexpected(other, .query)
    }
  }

  /// Withdraws a command, of this client or another. Its one outcome is returned, which may still be `committed`.
  public func cancel(_ id: CommandID) async throws(NavigatorError) -> Outcome {
    try await outcomeOf(.cancel(Cancel(id: id)), id: id)
  }

  /// Plans a command again that a gate has parked. The parked command has an outcome of its own, which its sender gets.
  ///
  /// - Throws: ``NavigatorError/Code/notAsAsked`` unless the parked command goes on. Where that leads is told by its own outcome
  ///   alone: a gate may park it again.
  public func resume(_ parked: CommandID) async throws(NavigatorError) {
    _ = try await attemptResume(parked).get()
  }

  /// Plans a command again that a gate has parked, and returns whether it goes on: `unchanged(same)`. The parked command has an outcome of
  /// its own.
  public func attemptResume(_ parked: CommandID) async throws(NavigatorError) -> Outcome {
    let id = backend.freshID()
    return try await outcomeOf(.resume(Resume(id: id, target: parked)), id: id)
  }

  /// Tells that a person does something in the scene, though no command says so, and returns how the scene stands; nil where
  /// there is no such scene. The scene's rule for when nobody does anything begins its wait anew.
  @discardableResult
  public func active() async throws(NavigatorError) -> SceneStatus? {
    switch try await ask(.active(Active(scene: options.scene))) {
    case .report(let report): return try sceneStatus(report)
    case let other: throw unexpected(other, .active)
    }
  }

  /// The scenes as they are now; all of them unless named. For a view that stays current use ``PathObserver``.
  public func snapshot(of scenes: [SceneName] = []) async throws(NavigatorError) -> [SceneState] {
    switch try await ask(.snapshotRequest(SnapshotRequest(scenes: scenes))) {
    case .snapshot(let snapshot): return snapshot.scenes
    case let other: throw unexpected(other, .snapshotRequest)
    }
  }
}

extension Navigator {
  /// Asks a question, and returns the answer of any kind.
  func ask(_ question: Message) async throws(NavigatorError) -> Message {
    try await backend.ask(question, options.waiting)
  }

  private func outcomeOf(_ question: Message, id: CommandID) async throws(NavigatorError) -> Outcome {
    switch try await ask(question) {
    case .outcome(let outcome): return outcome
    case let other: throw unexpected(other, question.kind, commandID: id)
    }
  }

  func unexpected(
    _ message: Message, _ kind: Message.Kind, commandID: CommandID? = nil
  ) -> NavigatorError {
    NavigatorError(
      .refused, "the coordinator answered \(kind) with \(message.kind); its version may differ", commandID: commandID)
  }
}
