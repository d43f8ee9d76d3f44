// SPDX-License-Identifier: Apache-2.0

import Coordination
import Glibc
import Logging
import RouteJournal
import SocketGate
import WireProtocol
import ZeroMQ

/// The loop of a coordinator: what its one thread owns, and the order of a turn.
///
/// A turn takes in what came, in an order that lets nobody be judged unheard: workers' messages, then deaths, then
/// clients, then subscriptions, then time. Then it does all that the core wants done: first one transaction with
/// everything that is to be written, then what is to be sent, each socket's messages in order. Nothing of a turn leaves before its
/// transaction.
///
/// A value that nobody else can reach: of a class each access would be checked while the program runs.
struct ServiceLoop: ~Copyable {
  /// Messages of workers and of clients in one turn: bounded, so that neither keeps the other waiting.
  static let screensTurnMax = 256
  private static let controlTurnMax = 64
  /// How long messages of one door may hold up the others in one turn, in µs.
  static let doorMicroseconds: Int64 = 20_000
  /// How often connections are looked at that only take places, in µs.
  private static let gateLookMicroseconds: Int64 = 1_000_000
  /// How long the last messages have to get out, in ms.
  private static let lingerMs: Int32 = 200
  /// A wait that ends so long behind its time was one of a process that was halted, in µs.
  private static let haltedMicrosecondsMin: Int64 = 50_000
  /// The pause between two bites of upkeep where nothing else is to be done.
  private static let upkeepPauseMicroseconds: Int64 = 20_000
  /// How long libzmq's thread then has to take in what came meanwhile, in ms.
  private static let takingInMs = 20
  /// How long the first try to write the journal again waits, in ms.
  private static let firstRecoveryMs: Int64 = 50

  var configuration: Configuration
  let options: CoordinatorService.Options
  let logger: Logger
  let folder: RuntimeFolder
  let doors: Doors
  var coordinator: Coordinator
  /// Numbers this start.
  let epoch: Epoch
  var encoder = WireEncoder()
  /// The message that is being sent.
  var outgoing = OutgoingFrames()
  var recorder: Recorder
  var gates: Gates
  var poller: Poller
  var subscriptions = Subscriptions()
  var stateDebts = StateDebts()
  var topics = SceneTopics()
  var turnWatch = TurnWatch()
  /// When the answer that is being sent began, in µs.
  var answerBegan: Int64 = 0
  var clock: CoreClock
  var notices: NoticeLog
  var peers = Peers()
  var workerConnections = WorkerConnections()
  var sweeps = Sweeps()
  /// What is measured, where somebody may read it.
  var metrics: ServiceMetrics?
  let metricsDoor: MetricsDoor?
  var tallies = Tallies()
  /// Messages that were received and not yet taken.
  var inboxes = Inboxes()
  /// What the core wants done at the end of the turn.
  var actions: [Action] = []
  /// The actions that are under way; empty between two turns.
  var performed: [Action] = []
  /// Connections to which a send failed, until their end counts.
  var lastWords = LastWords()
  /// Counts the messages of workers that the core was told.
  var screensTaken: UInt64 = 0
  /// Whether all that workers have sent was received in this turn.
  var screensAreDrained = true

  let control: ServiceControl
  private let signals: SignalDescriptor?
  private let tokens: Tokens
  private var nextUpkeep: Int64
  /// How long the next try to write the journal again waits, in ms.
  private var recoveryMs = firstRecoveryMs
  private var nextGateLook: Int64 = 0
  /// When the ends are shown life where the core's time stands still, in µs.
  var nextLifeSign: Int64 = 0
  private var isEnding = false

  private struct Tokens {
    var control, screens, updates, waker: Poller.Token
    var controlMonitor, screensMonitor, updatesMonitor, signals: Poller.Token?
  }

  init(
    _ configuration: Configuration, _ options: CoordinatorService.Options, logger: Logger, folder: RuntimeFolder,
    doors: Doors, gates: Gates, metricsDoor: MetricsDoor?, coordinator: Coordinator, recorder: Recorder,
    control: ServiceControl,
    signals: consuming SignalDescriptor?
  ) {
    self.configuration = configuration
    self.options = options
    self.logger = logger
    notices = NoticeLog(logger)
    self.folder = folder
    self.doors = doors
    self.gates = gates
    self.metricsDoor = metricsDoor
    metrics = metricsDoor.map { ServiceMetrics($0.registry) }
    self.coordinator = coordinator
    clock = CoreClock(isHeld: options.holdsTime)
    epoch = coordinator.epoch
    self.recorder = recorder
    self.control = control
    let signalsDescriptor = signals?.descriptor
    self.signals = signals
    var poller = Poller()
    tokens = Tokens(
      control: poller.watch(doors.control), screens: poller.watch(doors.screens),
      updates: poller.watch(doors.updates), waker: poller.watch(descriptor: control.waker.descriptor),
      controlMonitor: poller.watchMonitor(of: doors.control), screensMonitor: poller.watchMonitor(of: doors.screens),
      updatesMonitor: poller.watchMonitor(of: doors.updates),
      signals: signalsDescriptor.map { poller.watch(descriptor: $0) })
    self.poller = poller
    nextUpkeep = MonotonicClock.nowMicroseconds() + options.upkeepMs * 1000
  }

  /// Takes turns until somebody asks to end.
  mutating func run() throws(ServiceError) {
    defer {
      close()
      control.hasEnded()
    }
    actions += coordinator.start(at: clock.now)
    try finishTurn()
    tellMetrics()
    options.onReady?()
    while !isEnding { try turn() }
    if control.order == .kill { return }
    options.onStopping?()
    feed(.stop)
    try finishTurn()
    // What came while it ended is answered with ERROR `stopping`, so that clients send it again to the next daemon.
    receive(by: .screens, max: Self.screensTurnMax)
    receive(by: .control, max: Self.controlTurnMax)
    try finishTurn()
    doors.linger(ms: Self.lingerMs)
    logger.info("coordinator ended")
  }

  private mutating func turn() throws(ServiceError) {
    let ready = try wait()
    try haltWhilePaused()
    if control.order == .kill {
      isEnding = true
      return
    }
    turnWatch.begin(at: MonotonicClock.nowMicroseconds())
    let isIdle = ready.isEmpty && inboxes.isEmpty
    screensAreDrained = true
    if ready.contains(tokens.screens) || inboxes.screens.hasNews {
      receive(by: .screens, max: Self.screensTurnMax)
    }
    lookForDeaths(ready)
    if ready.contains(tokens.control) || inboxes.control.hasNews {
      receive(by: .control, max: Self.controlTurnMax)
    }
    if ready.contains(tokens.updates) { receiveSubscriptions() }
    payStateDebts()
    if ready.contains(tokens.waker) { control.waker.reset() }
    if let token = tokens.signals, ready.contains(token) { receiveSignals() }
    if control.order >= .stop { isEnding = true }
    passTime()
    try passRequestedTime()
    try keepUp()
    try finishTurn()
    if isIdle { recorder.maintain() } else { recorder.keepPace() }
    let end = MonotonicClock.nowMicroseconds()
    if let metadata = turnWatch.report(at: end) {
      logger.warning("a turn took long, and everybody waited", metadata: metadata)
    }
    measureTurn(until: end)
  }

  private mutating func settleRecorder() throws(ServiceError) {
    if case .lost(isNew: true) = try recorder.settle() { noteLostJournal() }
  }

  private mutating func receiveSignals() {
    while let signal = signals?.next() {
      switch signal {
      case SIGTERM, SIGINT:
        logger.info("ending by signal", metadata: ["signal": "\(signal)"])
        isEnding = true
      case SIGHUP: reload()
      default: logger.notice("a signal that means nothing here", metadata: ["signal": "\(signal)"])
      }
    }
  }

  private mutating func lookForDeaths(_ ready: [Poller.Token]) {
    let now = MonotonicClock.nowMicroseconds()
    let isConnectionLost = readMonitors(ready)
    let isProcessLost = workerConnections.haveEnded(ready, &poller, at: now)
    if isProcessLost { sweeps.noteDeath(at: now) }
    if isConnectionLost || isProcessLost { sweeps.schedule(from: now) }
    if screensAreDrained { sweepConnections() }
  }

  /// Waits for something to do, at most until something is due.
  private mutating func wait() throws(ServiceError) -> [Poller.Token] {
    let now = MonotonicClock.nowMicroseconds()
    var next = clock.isHeld ? min(nextUpkeep, nextLifeSign) : nextUpkeep
    if let deadline = clock.systemMicroseconds(of: nextDeadline) { next = min(next, deadline) }
    if let sweep = sweeps.next { next = min(next, sweep) }
    if let retry = workerConnections.nextRetry { next = min(next, retry) }
    if let debt = stateDebts.next { next = min(next, debt) }
    if recorder.hasMoreUpkeep { next = min(next, now + Self.upkeepPauseMicroseconds) }
    let mayWait = screensAreDrained && lastWords.isEmpty && !inboxes.control.hasNews
    // Rounded up: rounding down would spin through the last millisecond.
    let ms = mayWait ? Int(max(0, next - now) + 999) / 1000 : 0
    do {
      let ready = try poller.wait(ms: ms)
      let late = MonotonicClock.nowMicroseconds() - now - Int64(ms) * 1000
      // After a halt of the process libzmq's thread has first to read what came meanwhile, before anybody counts as silent.
      return ready.isEmpty && late > Self.haltedMicrosecondsMin ? try poller.wait(ms: Self.takingInMs) : ready
    } catch {
      throw ServiceError(error)
    }
  }

  /// Ends connections that only take places, and tells of what was refused.
  private mutating func keepGates(at now: Int64) {
    guard now >= nextGateLook else { return }
    nextGateLook = now + Self.gateLookMicroseconds
    // Where nothing has come for a while, nothing is left of connections that have ended.
    receive(by: .screens, max: Self.screensTurnMax)
    receive(by: .control, max: Self.controlTurnMax)
    receiveSubscriptions()
    gates.keeper.tidy()
    tellMetrics()
    guard let news = gates.news() else { return }
    tell(news)
    Gatekeeper.trimMemory()
  }

  private func tell(_ news: Gates.News) {
    if news.refused + news.ended > 0 {
      logger.warning(
        "connections went beyond a limit, way status says whose",
        metadata: ["connections.refused": "\(news.refused)", "connections.ended": "\(news.ended)"])
    }
    for metadata in news.offenders.metadata {
      logger.warning("connections were ended for what no peer may do", metadata: metadata)
    }
  }

  private mutating func keepUp() throws(ServiceError) {
    let now = MonotonicClock.nowMicroseconds()
    retryStates(at: now)
    keepGates(at: now)
    showLifeWhileHeld(at: now)
    guard now >= nextUpkeep else { return }
    if recorder.isBroken { recoveryMs = min(4 * recoveryMs, options.upkeepMs) }
    nextUpkeep = now + (recorder.isBroken ? recoveryMs : options.upkeepMs) * 1000
    for file in try folder.check() {
      logger.warning(
        "a socket file was removed or replaced by another program, and comes back with the next start",
        metadata: ["file": "\(file)"])
    }
    // Also where no turn is ever idle.
    try settleRecorder()
    recorder.maintain()
    if try !recorder.check() { noteLostJournal() }
    if recorder.isBroken && recorder.recover() { feed(.journalWorks(true)) }
  }

  /// A gap of the journal has begun. What failed for a moment works again soon: it is tried at once, then less and less often.
  mutating func noteLostJournal() {
    feed(.journalWorks(false))
    recoveryMs = Self.firstRecoveryMs
    nextUpkeep = min(nextUpkeep, MonotonicClock.nowMicroseconds() + recoveryMs * 1000)
  }

  /// Whether a connection by which a worker has greeted ended, as its monitor tells.
  private mutating func readMonitors(_ ready: [Poller.Token]) -> Bool {
    var screensLost = false
    if let token = tokens.screensMonitor, ready.contains(token) {
      let news = MonitorNews(of: doors.screens)
      tallies.refusedHandshakes += news.refused
      for descriptor in news.ended {
        // Strangers come and go at no worker's cost.
        if workerConnections.takeGreeting(by: descriptor) { screensLost = true }
      }
      for descriptor in news.free { workerConnections.forgetGreetings(by: descriptor) }
    }
    if let token = tokens.controlMonitor, ready.contains(token) {
      tallies.refusedHandshakes += MonitorNews(of: doors.control).refused
    }
    if let token = tokens.updatesMonitor, ready.contains(token) {
      let news = MonitorNews(of: doors.updates)
      tallies.refusedHandshakes += news.refused
      for descriptor in news.free {
        subscriptions.forget(connection: descriptor)
        stateDebts.forget(connection: descriptor)
      }
    }
    return screensLost
  }

  private func haltWhilePaused() throws(ServiceError) {
    do {
      try control.haltWhilePaused()
    } catch {
      throw ServiceError(error)
    }
  }

  private mutating func close() {
    metricsDoor?.close()
    if control.order != .kill { folder.removeFiles() }
    recorder.close()
  }
}
