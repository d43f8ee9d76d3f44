// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Synchronization
import WireProtocol
import ZeroMQ

/// Runs a client's session over a socket of a reactor, and lets tasks wait for the end of their commands.
///
/// The session is only touched on the reactor's thread, so its actions are done in the order in which it decided them;
/// the lock is for tasks that come and go on other threads. Every waiting task is resumed: by an answer, by the session's
/// timeout, or by ``close()``.
final class ClientLine: Sendable {
  /// The word that resumes a waiting task.
  enum Word: Sendable {
    case ended(ClientSession.Ending)
    case accepted
    case answered(Message)
    case unanswered
    /// The task that waited for an answer is cancelled.
    case forgotten
    case closed
  }

  /// A task that waits. A class of this file: a type made of the runtime's own has to be put together when a program begins,
  /// which takes longer than to ask and be answered.
  private final class Waiter: Sendable {
    private let continuation: UnsafeContinuation<Word, Never>

    init(_ continuation: UnsafeContinuation<Word, Never>) { self.continuation = continuation }

    /// Once.
    func resume(returning word: Word) { continuation.resume(returning: word) }
  }

  /// What of a command a task waits for.
  private enum Awaited {
    case end
    /// Its acceptance, or its end where that comes first.
    case acceptance
  }

  /// A task that waits for a command. Several can wait for the same one.
  private struct WaitingTask {
    let id: CommandID
    let awaited: Awaited
    let waiter: Waiter
    /// Called when the command is parked.
    let onParked: (@Sendable (CommandID) -> Void)?
    /// Whether the session knows of it. What the session says of the same id before is said of another sending.
    var isSubmitted = false
  }

  private struct State {
    var session: ClientSession
    var isConnected = false
    /// Whether messages wait at the socket for room.
    var isFull = false
    /// Whether the next messages of the session are asked for already.
    var isAsked = false
    var isClosed = false

    /// Whether the session may send more, once what it has sent is with the socket.
    mutating func asksForMore() -> Bool {
      guard isConnected, !isFull, !isAsked, session.room == 0 else { return false }
      isAsked = true
      return true
    }

    /// A few, in the order in which they came. No table: for the type of one the runtime looks through all conformances of the
    /// program, which a short command would wait for.
    var commands: [WaitingTask] = []
    /// A few, in the order in which they were asked.
    var questions: [(correlation: Correlation, waiter: Waiter)] = []
    /// Called when a command is parked whose acceptance was all that its task waited for; until it ends.
    var parkedHandlers: [CommandID: @Sendable (CommandID) -> Void] = [:]
    /// Withdrawn by their tasks, perhaps before they were submitted. A few.
    var withdrawn: [Command] = []

    /// Whether a task that sends this command has withdrawn it; one that sends another under its id withdraws that alone.
    func isWithdrawn(_ command: Command) -> Bool {
      withdrawn.contains { $0.id == command.id && $0.bodyHash == command.bodyHash }
    }

    /// Has a task hear what the session says of its command from now on; or returns who waits for nothing, because another command of
    /// this id is under way.
    mutating func submit(_ command: Command, of waiter: Waiter) -> Waiter? {
      // From the end, where it usually is. A line that was closed meanwhile has resumed it.
      guard let index = commands.lastIndex(where: { $0.waiter === waiter }) else { return nil }
      if session.holdsAnother(command) { return commands.remove(at: index).waiter }
      commands[index].isSubmitted = true
      return nil
    }

    /// Everybody who waits for a command, which has ended.
    mutating func end(_ id: CommandID) -> [Waiter] {
      if !withdrawn.isEmpty { withdrawn.removeAll { $0.id == id } }
      if !parkedHandlers.isEmpty { parkedHandlers[id] = nil }
      return takeWaiters(for: id)
    }

    /// Those who wait for its acceptance alone; what they want to hear of it later is kept.
    mutating func accept(_ id: CommandID) -> [Waiter] {
      let handler = commands.first { $0.isSubmitted && $0.id == id && $0.awaited == .acceptance }?.onParked
      if let handler { parkedHandlers[id] = handler }
      return takeWaiters(for: id, .acceptance)
    }

    /// Whoever wants to hear that a command is parked.
    func handlersOfParked(_ id: CommandID) -> [@Sendable (CommandID) -> Void] {
      commands.filter { $0.isSubmitted && $0.id == id }.compactMap(\.onParked) + [parkedHandlers[id]].compactMap(\.self)
    }

    /// Those who wait for a command, or for this of it alone.
    mutating func takeWaiters(for id: CommandID, _ awaited: Awaited? = nil) -> [Waiter] {
      var waiters: [Waiter] = []
      commands.removeAll { waiting in
        guard waiting.isSubmitted, waiting.id == id, awaited == nil || waiting.awaited == awaited else { return false }
        waiters.append(waiting.waiter)
        return true
      }
      return waiters
    }

    func waits(for correlation: Correlation) -> Bool { questions.contains { $0.correlation == correlation } }

    mutating func takeQuestion(_ correlation: Correlation) -> Waiter? {
      questions.firstIndex { $0.correlation == correlation }.map { questions.remove(at: $0).waiter }
    }
  }

  private let reactor: Reactor
  private let alarm: Alarm
  private let send: @Sendable ([[UInt8]]) -> Void
  private let state: Mutex<State>

  /// So many messages may be on their way to the socket, or wait there for room. All others wait with the session, which has them
  /// anyway.
  static let roomMax = 64

  /// A line.
  ///
  /// - Parameter send: Asks the reactor to send; called on the reactor's thread. What finds no room at the socket waits there, in
  ///   order: whoever made the line calls ``filled()`` then, and ``emptied()`` when nothing waits any more.
  init(
    _ session: ClientSession, reactor: Reactor, send: @escaping @Sendable ([[UInt8]]) -> Void
  ) {
    var session = session
    _ = session.handle(.room(0), at: .now)
    self.reactor = reactor
    self.send = send
    alarm = Alarm(reactor: reactor)
    state = Mutex(State(session: session))
  }

  /// The id of the next command.
  func freshID() -> CommandID { state.withLock { $0.session.freshID() } }

  /// Sends a command and waits for its end. A cancelled task withdraws it, and still waits for the outcome.
  func perform(_ command: Command, _ waiting: Waiting) async -> Word {
    await wait(for: command, waiting, until: .end)
  }

  /// Sends a command and waits until it is accepted, or has ended. Copies go on until it has an outcome.
  func queue(_ command: Command, _ waiting: Waiting) async -> Word {
    await wait(for: command, waiting, until: .acceptance)
  }

  private func wait(for command: Command, _ waiting: Waiting, until awaited: Awaited) async -> Word {
    let word = await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        let waiter = Waiter(continuation)
        let task = WaitingTask(id: command.id, awaited: awaited, waiter: waiter, onParked: waiting.onParked)
        let isOpen = state.withLock { state in
          if !state.isClosed { state.commands.append(task) }
          return !state.isClosed
        }
        guard isOpen else { return waiter.resume(returning: .closed) }
        // A task that runs there needs no request.
        if reactor.isCurrent {
          submit(command, waiting, for: waiter)
        } else {
          reactor.perform { self.submit(command, waiting, for: waiter) }
        }
      }
    } onCancel: {
      state.withLock { $0.withdrawn.append(command) }
      reactor.perform {
        guard !self.state.withLock({ $0.session.holdsAnother(command) }) else { return }
        self.handle(.cancel(command.id))
      }
    }
    // A task may be cancelled when its command has ended, or its line: nothing comes then that would end the withdrawal.
    if Task.isCancelled { state.withLock { $0.withdrawn.removeAll { $0.id == command.id } } }
    return word
  }

  /// How many commands are withdrawn by tasks that wait for them. For tests.
  var withdrawals: Int { state.withLock { $0.withdrawn.count } }

  /// Asks a question and waits for its answer. A cancelled task waits no longer.
  func ask(_ message: Message, _ waiting: Waiting) async -> Word {
    let correlation = state.withLock { $0.session.freshCorrelation() }
    return await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        let waiter = Waiter(continuation)
        let isOpen = state.withLock { state in
          if !state.isClosed { state.questions.append((correlation, waiter)) }
          return !state.isClosed
        }
        guard isOpen else { return waiter.resume(returning: .closed) }
        if Task.isCancelled { return forget(correlation) }
        reactor.perform { self.request(message, correlation, waiting) }
      }
    } onCancel: {
      forget(correlation)
    }
  }

  /// Sends a question, unless its task was cancelled meanwhile: nobody waits for it then.
  private func request(_ message: Message, _ correlation: Correlation, _ waiting: Waiting) {
    guard state.withLock({ $0.waits(for: correlation) }) else { return }
    handle(.request(message, correlation, timeoutMs: waiting.timeout.ms))
  }

  private func forget(_ correlation: Correlation) {
    state.withLock { $0.takeQuestion(correlation) }?.resume(returning: .forgotten)
    reactor.perform { self.handle(.forget(correlation)) }
  }

  /// The coordinator is there, or there again. On the reactor's thread.
  func connected() {
    state.withLock { $0.isFull = false }
    handle(.connected)
    // By then the session has all of it again, and nothing more is asked for before the first part is with the socket.
    state.withLock { $0.isConnected = true }
    handle(.room(Self.roomMax))
  }

  /// The connection is lost; a message sent now would be sent again. On the reactor's thread.
  func disconnected() {
    state.withLock { ($0.isConnected, $0.isFull) = (false, false) }
    handle(.room(0))
  }

  /// What is sent from now on waits at the socket. On the reactor's thread.
  func filled() { state.withLock { $0.isFull = true } }

  /// Nothing waits at the socket any more. On the reactor's thread.
  func emptied() {
    state.withLock { $0.isFull = false }
    makeRoom()
  }

  private func makeRoom() {
    let isFree = state.withLock { $0.isConnected && !$0.isFull && !$0.isAsked }
    if isFree { handle(.room(Self.roomMax)) }
  }

  /// Takes a message. On the reactor's thread.
  func receive(_ inbound: Inbound) {
    handle(.received(inbound.message, epoch: inbound.epoch, correlation: Correlation(octets: inbound.correlation)))
  }

  /// Resumes every waiting task, because nothing will come any more.
  func close() {
    let waiters = state.withLock { state in
      state.isClosed = true
      defer { (state.commands, state.questions, state.parkedHandlers) = ([], [], [:]) }
      return state.commands.map(\.waiter) + state.questions.map(\.waiter)
    }
    for waiter in waiters { waiter.resume(returning: .closed) }
  }

  private func submit(_ command: Command, _ waiting: Waiting, for waiter: Waiter) {
    let (refused, isWithdrawn, epoch, ackedBelow) = state.withLock { state in
      let isOwn = command.id.client == state.session.client
      return (
        state.submit(command, of: waiter), state.isWithdrawn(command), state.session.epoch,
        isOwn ? min(state.session.ackedBelow, command.id.sequence) : nil
      )
    }
    if let refused { return refused.resume(returning: .ended(.outcome(Outcome(reusing: command, epoch: epoch)))) }
    var command = command
    if let ackedBelow { command.ackedBelow = ackedBelow }
    let timeoutMs = waiting.timeout.ms
    if isWithdrawn {
      handle(.withdraw(consume command, timeoutMs: timeoutMs))
    } else {
      handle(.submit(consume command, timeoutMs: timeoutMs, seals: waiting.seals))
    }
  }

  private func handle(_ event: ClientSession.Event) {
    let (actions, deadline, asksForMore) = state.withLock { state in
      let actions = state.session.handle(event, at: .now)
      return (actions, state.session.nextDeadline, state.asksForMore())
    }
    for action in actions { perform(action) }
    alarm.set(deadline) { [weak self] in self?.handle(.tick) }
    // Behind what was sent: by then it is known whether that has found room.
    guard asksForMore else { return }
    reactor.perform { [weak self] in
      self?.state.withLock { $0.isAsked = false }
      self?.makeRoom()
    }
  }

  private func perform(_ action: ClientSession.Action) {
    switch action {
    case .send(let message, let correlation):
      let epoch = state.withLock { $0.session.epoch }
      let frames = WireCodec.encode(
        message, encoding: .protobuf, epoch: epoch, correlation: correlation.octets, atMost: Limits.frameBytesMax)
      // The coordinator's libzmq would end the connection, which others use too, and the same would be sent again by the next.
      guard frames[1].count <= Limits.frameBytesMax else {
        let error = ProtocolError(
          .malformed, "a message of more than \(Limits.frameBytesMax) bytes; it was not sent")
        return handle(.received(.error(error), epoch: epoch, correlation: correlation))
      }
      send(frames)
    case .accepted(let accepted):
      resume(state.withLock { $0.accept(accepted.id) }, with: .accepted)
    case .ended(let id, let ending):
      resume(state.withLock { $0.end(id) }, with: .ended(ending))
    case .parked(let id):
      for handler in state.withLock({ $0.handlersOfParked(id) }) { handler(id) }
    case .answered(let correlation, let message):
      state.withLock { $0.takeQuestion(correlation) }?.resume(returning: .answered(message))
    case .unanswered(let correlation):
      state.withLock { $0.takeQuestion(correlation) }?.resume(returning: .unanswered)
    }
  }

  private func resume(_ waiters: [Waiter], with word: Word) {
    for waiter in waiters { waiter.resume(returning: word) }
  }
}

extension Outcome {
  /// How a command ends whose id belongs to another one that is under way: as the coordinator has it, but for the route, which it alone
  /// knows. It is not sent: it might arrive before the other one, and take that one's place.
  fileprivate init(reusing command: Command, epoch: Epoch) {
    self.init(
      id: command.id, kind: .rejected(.idReused), message: Self.idReusedMessage, scene: command.scene, epoch: epoch,
      revision: 0, path: PlacedPath(Path([])), durable: false)
  }
}
