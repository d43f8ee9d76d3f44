// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Synchronization
import WireProtocol
import ZeroMQ

/// A navigator's own connection to the control socket. Ends with the last navigator that uses it.
final class ControlConnection: NavigatorBackend {
  private let reactor: Reactor
  private let line: ClientLine
  private let endpoint: Endpoint
  private let socket = SocketBox()

  init(
    to endpoint: Endpoint, name: String, options: SocketOptions = .clientDealer,
    makeReactor: () throws(ZeroMQError) -> Reactor
  ) throws(NavigatorError) {
    do {
      reactor = try makeReactor()
    } catch {
      throw NavigatorError(.transport, error.description)
    }
    self.endpoint = endpoint
    let session = ClientSession(
      name: name, randomBits: .random(in: .min ... .max), .random(in: .min ... .max))
    line = ClientLine(session, reactor: reactor) { [weak reactor, socket] frames in
      if let id = socket.id { reactor?.send(frames, on: id) }
    }
    socket.id = reactor.open(.dealer, options, to: endpoint) { [weak line, socket] event in
      switch event {
      case .connected:
        socket.noteConnection()
        line?.connected()
      case .disconnected: line?.disconnected()
      case .failed(let error):
        socket.note(error)
        line?.disconnected()
      case .opened: socket.noteOpening()
      case .received(let frames):
        if case .success(let inbound) = WireCodec.decode(frames: frames) { line?.receive(inbound) }
      case .full: line?.filled()
      case .room: line?.emptied()
      case .overlong: break
      }
    }
  }

  deinit { line.close() }

  var executor: any TaskExecutor { reactor.executor }

  func freshID() -> CommandID { line.freshID() }

  func perform(_ command: Command, _ waiting: Waiting) async throws(NavigatorError) -> Outcome {
    try AskScope.refuseToWait(commandID: command.id, at: endpoint)
    switch await line.perform(command, waiting) {
    case .ended(.outcome(let outcome)): return outcome
    case let word: throw error(for: word, commandID: command.id, unknown: command.unknown)
    }
  }

  func queue(_ command: Command, _ waiting: Waiting) async throws(NavigatorError) -> CommandID {
    guard let scope = AskScope.open(at: endpoint) else { return try await queue(command, waiting, over: line) }
    var inside = command
    inside.id = scope.line.freshID()
    inside.within = scope.token
    inside.depth = scope.depth + 1
    do throws(NavigatorError) {
      return try await queue(inside, waiting, over: scope.line)
    } catch {
      // A task that the handler left behind: the answer has left before its command.
      guard scope.isOver, error.outcome?.kind == .rejected(.askClosed) else { throw error }
      return try await queue(command, waiting, over: line)
    }
  }

  private func queue(
    _ command: Command, _ waiting: Waiting, over line: ClientLine
  ) async throws(NavigatorError) -> CommandID {
    var command = command
    command.wantsAccepted = true
    switch await line.queue(command, waiting) {
    case .accepted, .ended(.accepted): return command.id
    case .ended(.outcome(let outcome)):
      _ = try outcome.get()
      return command.id
    case .closed where command.within != nil:
      throw NavigatorError(.withdrawn, "the worker has ended, and with it its connection", commandID: command.id)
    case let word where line !== self.line:
      throw NavigatorError(word, commandID: command.id, unknown: command.unknown)
    case let word: throw error(for: word, commandID: command.id, unknown: command.unknown)
    }
  }

  func ask(_ question: Message, _ waiting: Waiting) async throws(NavigatorError) -> Message {
    if case .resume(let resume) = question {
      try AskScope.refuseToWait(commandID: resume.target, at: endpoint)
    }
    switch await line.ask(question, waiting) {
    case .answered(.error(let error)):
      throw NavigatorError(
        error, error.message, commandID: question.commandID, unknown: question.unknown)
    case .answered(let message): return message
    case let word: throw error(for: word, commandID: question.commandID, unknown: question.unknown)
    }
  }

  /// The error for a word that is no answer. Where no connection could be made, it is this process that lacks something, and not
  /// the coordinator that hangs.
  private func error(for word: ClientLine.Word, commandID: CommandID?, unknown: String?) -> NavigatorError {
    guard word.isSilence, let failure = socket.failure else {
      return NavigatorError(word, commandID: commandID, unknown: unknown)
    }
    return NavigatorError(.transport, "nothing was sent: \(failure)", commandID: commandID)
  }

  func close() async {
    line.close()
    await reactor.shutdown()
  }
}

/// Holds the socket's name for the line, which has to be there before the socket, and why there is no connection.
private final class SocketBox: Sendable {
  private struct Box {
    var id: Reactor.SocketID?
    /// Why the socket could not be opened the last time; what was sent over a connection may have arrived, so it counts before the
    /// first one only.
    var failure: ZeroMQError?
    var wasConnected = false
  }
  private let box = Mutex(Box())

  var id: Reactor.SocketID? {
    get { box.withLock { $0.id } }
    set { box.withLock { $0.id = newValue } }
  }

  var failure: ZeroMQError? { box.withLock { $0.failure } }

  func noteConnection() { box.withLock { ($0.wasConnected, $0.failure) = (true, nil) } }

  /// From now on it is the coordinator that is silent.
  func noteOpening() { box.withLock { $0.failure = nil } }

  func note(_ failure: ZeroMQError) { box.withLock { if !$0.wasConnected { $0.failure = failure } } }
}

extension Command {
  /// What is not known of it without an answer.
  fileprivate var unknown: String { "whether \(id) ran is unknown" }
}

/// Questions.
extension Message {
  /// The command whose outcome is the answer; nil where it asks for none. RESUME is a command itself.
  fileprivate var commandID: CommandID? {
    if case .resume(let resume) = self { return resume.id }
    if case .cancel(let cancel) = self { return cancel.id }
    return nil
  }

  /// What is not known without an answer; nil where it changes nothing.
  fileprivate var unknown: String? {
    if case .resume(let resume) = self { return "whether \(resume.target) is resumed is unknown" }
    if case .cancel(let cancel) = self { return "whether \(cancel.id) is withdrawn is unknown" }
    return nil
  }
}

extension ClientLine.Word {
  /// Whether the coordinator has said nothing in time.
  fileprivate var isSilence: Bool {
    switch self {
    case .unanswered, .ended(.noOutcome): true
    case .ended, .accepted, .answered, .forgotten, .closed: false
    }
  }
}

extension NavigatorError {
  /// The error for a refusal. Where the coordinator has forgotten the command, something may have happened.
  fileprivate init(_ refusal: ProtocolError, _ message: String, commandID: CommandID?, unknown: String?) {
    if refusal.code == .outsideWindow {
      self.init(.noAnswer, Self.text(refusal.message, unknown), commandID: commandID, refusal: refusal)
    } else {
      self.init(.refused, message, commandID: commandID, refusal: refusal)
    }
  }

  /// A reason, and what is not known for it.
  private static func text(_ reason: String, _ unknown: String?) -> String {
    unknown.map { "\(reason): \($0)" } ?? reason
  }

  /// The error for a word of a line that is no answer; `unknown` says what is not known then.
  fileprivate init(_ word: ClientLine.Word, commandID: CommandID?, unknown: String?) {
    switch word {
    case .ended(.refused(let error)):
      self.init(
        error, "\(error.code.rawValue): \(error.message)", commandID: commandID, unknown: unknown)
    case .ended(.withdrawn):
      self.init(
        .withdrawn,
        "the command was not sent: it was withdrawn, or its time was over, while it waited for an earlier one; nothing has happened",
        commandID: commandID)
    case .closed:
      self.init(.withdrawn, "the navigator was closed", commandID: commandID)
    case .forgotten:
      self.init(.withdrawn, Self.text("the task that asked is cancelled", unknown), commandID: commandID)
    case .ended, .accepted, .answered, .unanswered:
      let guess = unknown ?? "the coordinator hangs, is stopped, or has too much to do"
      self.init(.noAnswer, "no answer in time: \(guess)", commandID: commandID)
    }
  }
}
