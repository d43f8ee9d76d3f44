// SPDX-License-Identifier: Apache-2.0

import Coordination
import Synchronization
import WireProtocol
import ZeroMQ

/// Runs a worker's session over a socket of a reactor: what the session wants sent is sent here, what it wants done is
/// handed on as steps.
///
/// The session is only touched on the reactor's thread, so that PING is answered even while handlers are busy and all
/// that it decides is done in that order.
final class WorkerConnection: Sendable {
  private struct State {
    var session: WorkerSession
    var socket: Reactor.SocketID?
    var isConnected = false
    /// Why the socket could not be opened the last time.
    var failure: ZeroMQError?
    var replacement: ProtocolError?
    /// The number of the registration that the session has.
    var registration: UInt64
    /// The number of the last one that the coordinator has taken, as the worker was told.
    var taken: UInt64?
    /// The numbers of those that the coordinator may still answer, by generation.
    var numbers: [UInt64: UInt64]

    /// The number of the registration of this generation. The coordinator answers in order, so those before it have their answers.
    mutating func answered(_ generation: UInt64) -> UInt64? {
      numbers = numbers.filter { $0.key >= generation }
      return numbers[generation]
    }
  }

  /// Sends the commands of handlers: a command from inside an ask goes over the worker's own socket.
  let line: ClientLine
  private let reactor: Reactor
  private let alarm: Alarm
  let endpoint: Endpoint
  private let report: ReportStream
  private let steps: Inbox<WorkerRun.Step>
  private let wait: RegistrationWait
  private let pulse: Pulse?
  private let state: Mutex<State>

  /// Correlations of commands are above this, those of the session below.
  private static let commandsAbove: UInt64 = 1 << 32

  /// Connects and says HELLO with a registration, which has this number among those that are waited for.
  init(
    _ registration: Registration, number: UInt64, endpoint: Endpoint, report: ReportStream,
    steps: Inbox<WorkerRun.Step>, wait: RegistrationWait, pulse: Pulse?, on host: ReactorHost?
  ) throws(NavigatorError) {
    do {
      reactor = try Reactor(name: "worker", host: host)
    } catch {
      throw NavigatorError(.transport, error.description)
    }
    self.endpoint = endpoint
    self.report = report
    self.steps = steps
    self.wait = wait
    self.pulse = pulse
    alarm = Alarm(reactor: reactor)
    let outbox = Outbox()
    line = ClientLine(
      ClientSession(
        name: registration.worker.rawValue, randomBits: .random(in: .min ... .max), .random(in: .min ... .max),
        correlationsAbove: Self.commandsAbove), reactor: reactor
    ) { outbox.connection?.transmitCommand($0) }
    let session = WorkerSession(registration, seed: .random(in: .min ... .max))
    state = Mutex(State(session: session, registration: number, numbers: [session.generation: number]))
    outbox.connection = self
    tell(.start)
    scheduleBeat()
  }

  /// Why the session is over for good, where a newer process has taken over.
  var replacement: ProtocolError? { state.withLock { $0.replacement } }

  /// The connection's thread, for tasks.
  var executor: any TaskExecutor { reactor.executor }

  /// Hands an event to the session, on the reactor's thread.
  func tell(_ event: WorkerSession.Event) { reactor.perform { [weak self] in self?.handle(event) } }

  /// Registers anew.
  func register(_ registration: Registration, number: UInt64) {
    reactor.perform { [weak self] in
      guard let self else { return }
      state.withLock { state in
        state.registration = number
        state.numbers[state.session.generation + 1] = number
      }
      handle(.registrationChanged(registration))
    }
  }

  /// Says goodbye; then nobody waits for anything any more.
  func stop(restartingMs: Int64?) {
    tell(.stop(restartingMs: restartingMs))
    line.close()
  }

  /// Ends the connection when the last message is out.
  func close() async {
    // The goodbye is sent by something that is asked for on the reactor's thread: it has to be there before the end is.
    await withCheckedContinuation { continuation in reactor.perform { continuation.resume() } }
    await reactor.shutdown()
  }

  /// Puts the next beat into the worker's steps when it is due. By way of this thread and of the steps, so that it comes only
  /// where both turn; the next one after that one is done.
  func scheduleBeat() {
    guard let ms = pulse?.intervalMs else { return }
    reactor.schedule(afterMs: ms) { [steps] in steps.put(.beat) }
  }

  private func handle(_ event: WorkerSession.Event) {
    let (actions, deadline, registered, isNew) = state.withLock { state in
      let actions = state.session.handle(event, at: .now)
      let registered = state.session.isRegistered ? state.registration : nil
      let isNew = registered != nil && registered != state.taken
      if isNew { state.taken = registered }
      return (actions, state.session.nextDeadline, registered, isNew)
    }
    // Before what else the event brings: that is meant for the new one.
    if isNew, let registered { steps.put(.taken(number: registered)) }
    for action in actions { perform(action) }
    if let registered { wait.take(registered) }
    alarm.set(deadline) { [weak self] in self?.handle(.tick) }
  }

  private func perform(_ action: WorkerSession.Action) {
    switch action {
    case .reconnect: connect()
    case .send(let message, let correlation):
      let epoch = state.withLock { $0.session.epoch }
      transmit(Self.frames(of: message, epoch, correlation))
    case .run(let ask):
      report.yield(.asked(ask))
      steps.put(.run(ask))
    case .cancel(let token): steps.put(.cancel(token))
    case .settle(let token, let used): report.yield(.settled(token, used: used))
    case .follow(let state, let changes):
      report.yield(.followed(state, changes.map(WorkerReport.Change.init)))
      steps.put(.follow(state, changes))
    case .treeEvent(let event):
      report.yield(.treeEvent(event))
      steps.put(.tell(.treeEvent(event)))
    case .arrival(let arrival):
      report.yield(.arrival(arrival))
      steps.put(.tell(.arrival(arrival)))
    case .notice(let notice): pass(notice)
    }
  }

  private func pass(_ notice: WorkerSession.Notice) {
    switch notice {
    case .connected(let session, let version, let epoch):
      // The welcome answers HELLO, which held a registration.
      pulse?.registered()
      report.yield(.connected(session: session, version: version, epoch: epoch))
    case .disconnected: report.yield(.disconnected)
    case .refused(let error, let generation):
      report.yield(.refused(error))
      guard let generation, let number = state.withLock({ $0.answered(generation) }) else { return }
      wait.refuse(number, NavigatorError(.refused, error.message, refusal: error))
    case .answerRefused(let error): report.yield(.answerRefused(error))
    case .registered(let generation):
      state.withLock { _ = $0.answered(generation) }
      report.yield(.registered(generation: generation))
    case .replaced(let error):
      state.withLock { $0.replacement = error }
      report.yield(.replaced(error))
      steps.put(.stop)
    }
  }
}

/// The socket.
extension WorkerConnection {
  private func connect() {
    if let socket = state.withLock({ $0.socket }) { return reopen(socket) }
    let socket = reactor.open(.dealer, .workerDealer, to: endpoint) { [weak self] event in self?.take(event) }
    state.withLock { $0.socket = socket }
  }

  private func reopen(_ socket: Reactor.SocketID) {
    state.withLock { $0.isConnected = false }
    line.disconnected()
    reactor.reopen(socket)
  }

  private func take(_ event: Reactor.SocketEvent) {
    switch event {
    case .connected:
      state.withLock { ($0.isConnected, $0.failure) = (true, nil) }
      handle(.connected)
      line.connected()
    case .disconnected: disconnected()
    case .failed(let error):
      disconnected()
      let isNews = state.withLock { state in
        defer { state.failure = error }
        return state.failure != error
      }
      if isNews { report.yield(.waiting(NavigatorError(.transport, error.description))) }
    case .received(let frames):
      if case .success(let inbound) = WireCodec.decode(frames: frames) { receive(inbound) }
    case .full: line.filled()
    case .room: line.emptied()
    // A failure that was told is told again only behind a connection, or another failure.
    case .opened, .overlong: break
    }
  }

  private func disconnected() {
    state.withLock { $0.isConnected = false }
    line.disconnected()
  }

  private func receive(_ inbound: Inbound) {
    let correlation = Correlation(octets: inbound.correlation)
    if correlation.number > Self.commandsAbove { return line.receive(inbound) }
    handle(.received(inbound.message, epoch: inbound.epoch, correlation: correlation))
  }

  /// An answer that is too long would end the session, and all its asks with it.
  private static func frames(of message: Message, _ epoch: Epoch, _ correlation: Correlation) -> [[UInt8]] {
    func frames(_ message: Message) -> [[UInt8]] {
      WireCodec.encode(
        message, encoding: .protobuf, epoch: epoch, correlation: correlation.octets, atMost: Limits.frameBytesMax)
    }
    let whole = frames(message)
    guard whole[1].count > Limits.frameBytesMax, case .answer(let answer) = message else { return whole }
    let failure = Answer.failed(
      code: "tooLarge", message: "an answer of more than \(Limits.frameBytesMax) bytes; it was not sent")
    return frames(.answer(AnswerMessage(token: answer.token, answer: failure)))
  }

  /// Sends, if somebody is there; a new connection begins with HELLO anyway. A session is loss-free or over: what the
  /// socket does not take ends the connection.
  private func transmit(_ frames: [[UInt8]]) {
    guard let socket = connectedSocket else { return }
    reactor.send(frames, on: socket) { [weak self] delivery in
      if delivery != .sent { self?.reopen(socket) }
    }
  }

  /// The same for a handler's command, which waits for room: it is sent again until it is answered, and is no reason to lose asks.
  fileprivate func transmitCommand(_ frames: [[UInt8]]) {
    if let socket = connectedSocket { reactor.send(frames, on: socket) }
  }

  private var connectedSocket: Reactor.SocketID? { state.withLock { $0.isConnected ? $0.socket : nil } }
}

/// Holds the connection for its line, which has to be there before the connection.
private final class Outbox: Sendable {
  private struct Box { weak var connection: WorkerConnection? }
  private let box = Mutex(Box())

  var connection: WorkerConnection? {
    get { box.withLock { $0.connection } }
    set { box.withLock { $0.connection = newValue } }
  }
}
