// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Synchronization
import Waykeeper
import WireProtocol

/// Counts the ids of commands that go nowhere.
final class MockIDs: Sendable {
  private let session = Mutex(ClientSession(name: "mock", randomBits: 0, 0))

  func fresh() -> CommandID { session.withLock { $0.freshID() } }
}

/// Answers a navigator as a test says, and as every coordinator does where that is all the same.
struct MockBackend: NavigatorBackend {
  let sent: SentCommands
  let answer: @Sendable (Command) throws(NavigatorError) -> MockAnswer
  let ids = MockIDs()
  private let memory = MockMemory()

  init(sent: SentCommands, answer: @escaping @Sendable (Command) throws(NavigatorError) -> MockAnswer) {
    self.sent = sent
    self.answer = answer
  }

  func freshID() -> CommandID { ids.fresh() }

  func perform(_ command: Command, _ waiting: Waiting) async throws(NavigatorError) -> Outcome {
    try AskScope.refuseToWait(commandID: command.id)
    if let withdrawn = try withdrawal(of: command) { return withdrawn }
    return try await outcome(of: command, isTold: true)
  }

  func queue(_ command: Command, _ waiting: Waiting) async throws(NavigatorError) -> CommandID {
    if let withdrawn = try withdrawal(of: command) { _ = try withdrawn.get() }
    let end = try await outcome(of: command, isTold: false)
    if end.kind.comesUnqueued { _ = try end.get() }
    return command.id
  }

  /// How a command ends that its task has withdrawn before anybody saw it; nil where it has not.
  private func withdrawal(of command: Command) throws(NavigatorError) -> Outcome? {
    try memory.checkIsOpen(command.id)
    guard Task.isCancelled else { return nil }
    if let known = memory.end(of: command.id) { return known.outcome }
    let answer = MockAnswer.outcome(.cancelled, message: "sealed before it was seen")
    let outcome = outcome(of: command.id, answer, in: scene(of: command.id))
    memory.note(MockMemory.End(outcome: outcome, bodyHash: nil, isTold: true))
    return outcome
  }

  /// How a command ends. An outcome that its sender was told stands, whatever comes later. Who sends it while the test answers waits
  /// for that.
  private func outcome(of command: Command, isTold: Bool) async throws(NavigatorError) -> Outcome {
    try check(command)
    await memory.begin(command.id)
    defer { memory.finish(command.id) }
    if let known = memory.end(of: command.id) {
      guard let hash = known.bodyHash, hash != command.bodyHash else {
        if isTold { memory.note(MockMemory.End(outcome: known.outcome, bodyHash: known.bodyHash, isTold: true)) }
        return known.outcome
      }
      let answer = MockAnswer.outcome(.rejected(.idReused), message: Outcome.idReusedMessage)
      return outcome(of: command.id, answer, in: command.scene)
    }
    sent.add(command)
    let outcome = outcome(of: command.id, try reply(to: command), in: command.scene)
    memory.note(MockMemory.End(outcome: outcome, bodyHash: command.bodyHash, isTold: isTold))
    return outcome
  }

  /// Sees that a message can hold the command, by writing and reading it.
  private func check(_ command: Command) throws(NavigatorError) {
    let frames = WireCodec.encode(.command(command), encoding: .protobuf, epoch: 1, atMost: Limits.frameBytesMax)
    let error: ProtocolError
    if frames[1].count > Limits.frameBytesMax {
      error = ProtocolError(.malformed, "a message of more than \(Limits.frameBytesMax) bytes; it was not sent")
    } else if case .failure(let fault) = WireCodec.decode(frames: frames, atCoordinator: true) {
      error = fault.error
    } else {
      return
    }
    throw NavigatorError(.refused, "\(error.code.rawValue): \(error.message)", commandID: command.id, refusal: error)
  }

  private func reply(to command: Command) throws(NavigatorError) -> MockAnswer {
    if let refusal = command.refusal { return .outcome(.rejected(refusal.reason), message: refusal.message) }
    if case .rejected(let reason, let message)? = command.verb.impossibility {
      return .outcome(.rejected(reason), message: message)
    }
    let answer = try answer(command)
    // What is only planned is not committed.
    guard command.isDryRun, [.committed, .unchanged(.same)].contains(answer.kind) else { return answer }
    return .outcome(.unchanged(.dryRun), message: answer.message)
  }

  private func outcome(of id: CommandID, _ answer: MockAnswer, in scene: SceneName) -> Outcome {
    Outcome(
      id: id, kind: answer.kind, message: answer.message, scene: scene, epoch: 1,
      revision: UInt64(sent.commands.count), path: PlacedPath(answer.path))
  }

  /// The scene of a command that was sent; `main` for one that was not, as a coordinator has it.
  private func scene(of id: CommandID) -> SceneName { sent.commands.last { $0.id == id }?.scene ?? "main" }

  /// RESUME and CANCEL are done. The other questions change nothing, and a mock has no scenes to answer them from.
  func ask(_ question: Message, _ waiting: Waiting) async throws(NavigatorError) -> Message {
    if case .resume(let resume) = question { try AskScope.refuseToWait(commandID: resume.target) }
    try memory.checkIsOpen(nil)
    if Task.isCancelled { throw NavigatorError(.withdrawn, "the task that asked is cancelled") }
    switch question {
    case .resume(let resume):
      sent.addResume(of: resume.target)
      let answer = MockAnswer.outcome(.unchanged(.same), message: "\(resume.target) goes on")
      return .outcome(outcome(of: resume.id, answer, in: scene(of: resume.target)))
    case .cancel(let cancel):
      sent.addCancel(of: cancel.id)
      return .outcome(cancelled(cancel.id))
    default:
      throw NavigatorError(.notMocked, "a mock navigator answers verbs, not the question '\(question.kind)'")
    }
  }

  /// How a command ends that is withdrawn now. Of what was queued nobody knows yet how it ends.
  private func cancelled(_ id: CommandID) -> Outcome {
    let known = memory.end(of: id)
    if let known, known.isTold { return known.outcome }
    let outcome = outcome(of: id, .outcome(.cancelled), in: scene(of: id))
    memory.note(MockMemory.End(outcome: outcome, bodyHash: known?.bodyHash, isTold: true))
    return outcome
  }

  func close() async { memory.close() }
}

/// What a mock remembers: how commands have ended, and whether it was closed.
private final class MockMemory: Sendable {
  /// How a command has ended.
  struct End {
    let outcome: Outcome
    /// Of the command; nil where it was withdrawn before it was sent.
    let bodyHash: UInt64?
    /// Whether its sender knows.
    let isTold: Bool
  }

  private struct State {
    var ends: [CommandID: End] = [:]
    /// The commands that are being answered, and the turns of those who send one of them as well.
    var underWay: [CommandID: [CheckedContinuation<Void, Never>]] = [:]
    var isClosed = false
  }
  private let state = Mutex(State())

  /// Returns when nobody else has this command answered: those who send one have their turns in order.
  func begin(_ id: CommandID) async {
    await withCheckedContinuation { (turn: CheckedContinuation<Void, Never>) in
      let isFree = state.withLock { state in
        let isFree = state.underWay[id] == nil
        if isFree { state.underWay[id] = [] } else { state.underWay[id]?.append(turn) }
        return isFree
      }
      if isFree { turn.resume() }
    }
  }

  /// Hands the turn on.
  func finish(_ id: CommandID) {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard var waiting = state.underWay[id], !waiting.isEmpty else {
        state.underWay[id] = nil
        return nil
      }
      let next = waiting.removeFirst()
      state.underWay[id] = waiting
      return next
    }
    next?.resume()
  }

  func end(of id: CommandID) -> End? { state.withLock { $0.ends[id] } }

  func note(_ end: End) { state.withLock { $0.ends[end.outcome.id] = end } }

  func close() { state.withLock { $0.isClosed = true } }

  func checkIsOpen(_ command: CommandID?) throws(NavigatorError) {
    guard state.withLock({ $0.isClosed }) else { return }
    throw NavigatorError(.withdrawn, "the navigator was closed", commandID: command)
  }
}

extension Outcome.Kind {
  /// Whether a coordinator ends a command so that it does not queue. How one ends that it has queued, its sender is not told.
  fileprivate var comesUnqueued: Bool {
    switch self {
    case .busy: true
    case .rejected(let reason):
      [.askClosed, .idReused, .invalid, .tooDeep, .tooLarge, .unknownScene, .unsupported].contains(reason)
    case .committed, .unchanged, .vetoed, .unhandled, .conflict, .superseded, .timedOut, .cancelled, .failed: false
    }
  }
}
