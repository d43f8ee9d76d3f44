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

  init(to endpoint: Endpoint, name: String, on host: ReactorHost?) throws(NavigatorError) {
    do {
      reactor = try Reactor(name: "navigator", host: host)
    } catch {
      throw NavigatorError(.transport, error.description)
    }
    self.endpoint = endpoint
    let session = ClientSession(
      name: name, randomBits: .random(in: .min ... .max), .random(in: .min ... .max))
    let socket = SocketBox()
    line = ClientLine(session, reactor: reactor) { [weak reactor] frames in
      if let id = socket.id { reactor?.send(frames, on: id) }
    }
    socket.id = reactor.open(.dealer, .clientDealer, to: endpoint) { [weak line] event in
      switch event {
      case .connected: line?.connected()
      case .disconnected, .failed: line?.disconnected()
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
    case let word: throw NavigatorError(word, commandID: command.id, unknown: command.unknown)
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
    case let word: throw NavigatorError(word, commandID: command.id, unknown: command.unknown)
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
    case let word: throw NavigatorError(word, commandID: question.commandID, unknown: question.unknown)
    }
  }

  func close() async {
    line.close()
    await reactor.shutdown()
  }
}

/// Holds the socket's name for the line, which has to be there before the socket.
private final class SocketBox: Sendable {
  private let box = Mutex<Reactor.SocketID?>(nil)

  var id: Reactor.SocketID? {
    get { box.withLock { $0 } }
    set { box.withLock { $0 = newValue } }
  }
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

  /// What is not known without an answer.
  fileprivate var unknown: String {
    if case .resume(let resume) = self { return "whether \(resume.target) is resumed is unknown" }
    if case .cancel(let cancel) = self { return "whether \(cancel.id) is withdrawn is unknown" }
    return "the coordinator hangs, is stopped, or has too much to do"
  }
}

extension NavigatorError {
  /// The error for a refusal. Where the coordinator has forgotten the command, something may have happened.
  fileprivate init(_ refusal: ProtocolError, _ message: String, commandID: CommandID?, unknown: String) {
    if refusal.code == .outsideWindow {
      self.init(.noAnswer, "\(refusal.message): \(unknown)", commandID: commandID, refusal: refusal)
    } else {
      self.init(.refused, message, commandID: commandID, refusal: refusal)
    }
  }

  /// The error for a word of a line that is no answer; `unknown` says what is not known then.
  fileprivate init(_ word: ClientLine.Word, commandID: CommandID?, unknown: String) {
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
      self.init(.withdrawn, "the task that asked is cancelled: \(unknown)", commandID: commandID)
    case .ended, .accepted, .answered, .unanswered:
      self.init(.noAnswer, "no answer in time: \(unknown)", commandID: commandID)
    }
  }
}
