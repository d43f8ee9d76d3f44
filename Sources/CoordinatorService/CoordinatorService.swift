// SPDX-License-Identifier: Apache-2.0

import Coordination
import Glibc
public import Logging
import RouteJournal
import RouteModel
import WireProtocol
import ZeroMQ

/// The shell of the `Coordinator`: one thread that owns all sockets, feeds it events and performs its actions.
///
/// A turn of the loop: workers' messages, then deaths (their last messages came first), then clients', then
/// subscriptions, then timers (only after what had come in was taken); then all that the turn decided, first as one
/// transaction of the journal, then as messages in their order. There is no hop to another thread on this way.
///
/// Several services can run in one process, on different folders.
public final class CoordinatorService {
  /// How a service is told to end.
  public struct Options: Sendable {
    /// Whether SIGTERM and SIGINT end it; for a program of its own.
    public var endsBySignal = false
    /// Called once when all sockets are bound.
    public var onReady: (@Sendable () -> Void)?
    /// Called about once a second from the loop, so that a supervisor knows that it turns.
    public var onBeat: (@Sendable () -> Void)?

    /// A service inside another program.
    public init() {}
  }

  /// The version that it tells.
  public static let version = "0.1.0"

  let configuration: Configuration
  let options: Options
  let logger: Logger
  let stopSwitch: StopSwitch

  var coordinator: Coordinator
  let journal: Journal?
  let folder: RuntimeFolder
  let doors: Doors
  var poller = Poller()
  let peers = PeerBook()
  var subscriptions = Subscriptions()
  /// Actions of this turn.
  var turn: [Action] = []
  /// Links that turned out dead while sending; told to the coordinator next.
  var lost: [Link] = []
  var pending = PendingStates()
  var nextLook: Int64 = 0
  var isEnding = false
  var now = MonotonicClock.nowMicroseconds()
  let context: Context

  /// Takes the folders, begins the epoch and binds the sockets, in this order; after an error nothing is left bound and
  /// nothing was overwritten.
  public init(_ configuration: Configuration, options: Options = Options(), logger: Logger) throws(ServiceError) {
    self.configuration = configuration
    self.options = options
    self.logger = logger
    stopSwitch = try StopSwitch()
    folder = try RuntimeFolder(configuration.runtimeFolder)
    for door in RuntimeFolder.Door.allCases { _ = try folder.endpoint(door) }
    let (journal, restored) = try Self.openJournal(configuration)
    self.journal = journal
    var settings = configuration.settings
    settings.isJournalled = journal != nil
    coordinator = Coordinator(
      settings: settings, restored: restored, version: Self.version, at: Instant(microseconds: now))
    do {
      context = try Context()
    } catch {
      throw ServiceError(error)
    }
    doors = try Doors(in: context, folder: folder, configuration: configuration)
  }

  private static func openJournal(_ configuration: Configuration) throws(ServiceError) -> (Journal?, Restored) {
    guard configuration.journal == .sqlite else {
      return (nil, Restored(epoch: Epoch(max(1, WallClock.nowMicroseconds()))))
    }
    do {
      let journal = try Journal.open(
        in: configuration.stateFolder.path, durability: configuration.durability, retention: configuration.retention)
      return (journal, try journal.begin(nowMicros: WallClock.nowMicroseconds()))
    } catch {
      throw ServiceError(error)
    }
  }

  /// Ends the service soon; from any thread.
  public func stop() { stopSwitch.stop() }

  /// A function that ends the service soon, for another thread.
  public var stopper: @Sendable () -> Void {
    let stopSwitch = stopSwitch
    return { stopSwitch.stop() }
  }

  /// Runs until a signal or ``stop()`` ends it, on the calling thread, which from now on owns the sockets.
  ///
  /// - Throws: An error with the exit code 74 where the journal fails and the configuration says to refuse, 73 where
  ///   somebody took the socket files.
  public func run() throws(ServiceError) {
    defer { folder.removeSockets() }
    do {
      try runLoop()
    } catch let error as ServiceError {
      throw error
    } catch let error as ZeroMQError {
      throw ServiceError(error)
    } catch {
      throw ServiceError(exitCode: 70, "\(error)")
    }
  }

  private func runLoop() throws {
    let signals = options.endsBySignal ? Box(try SignalDescriptor([SIGTERM, SIGINT])) : nil
    let signalToken = signals.map { poller.watch(descriptor: $0.value.descriptor) }
    let watches = Watches(
      screens: poller.watch(doors.screens), control: poller.watch(doors.control),
      updates: poller.watch(doors.updates), monitor: poller.watchMonitor(of: doors.screens),
      waker: poller.watch(descriptor: stopSwitch.waker.descriptor))
    logger.info("coordinator started", metadata: ["epoch": "\(coordinator.epoch)", "folder": "\(folder.path)"])
    turn += coordinator.start(at: Instant(microseconds: now))
    try perform()
    options.onReady?()
    while !isEnding {
      let ready = Set(try poller.wait(ms: waitMs))
      now = MonotonicClock.nowMicroseconds()
      try takeIn(ready, watches)
      if let signalToken, ready.contains(signalToken), let signal = signals?.value.next() {
        logger.info("ending by signal", metadata: ["signal": "\(signal)"])
        isEnding = true
      }
      if stopSwitch.isOn { isEnding = true }
      if isEnding { feed(.stop) }
      try perform()
      if ready.isEmpty { try lookAround() }
    }
    doors.linger(ms: 200)
    try? journal?.close()
    logger.info("coordinator ended")
  }

  /// Time until something is due, in ms, rounded up: rounded down it would spin.
  private var waitMs: Int {
    guard !pending.isEmpty || coordinator.nextDeadline != nil else { return 1000 }
    let due = coordinator.nextDeadline.map { $0.microseconds - MonotonicClock.nowMicroseconds() } ?? 1_000_000
    let ms = Int(min(max((due + 999) / 1000, 0), 1000))
    return pending.isEmpty ? ms : min(ms, PendingStates.retryMs)
  }
}

/// What the loop waits for.
struct Watches {
  let screens: Poller.Token
  let control: Poller.Token
  let updates: Poller.Token
  let monitor: Poller.Token?
  let waker: Poller.Token
}

/// Holds what cannot be copied where an optional is wanted.
final class Box<Value: ~Copyable> {
  let value: Value

  init(_ value: consuming Value) { self.value = value }
}

/// The wall clock, for the journal and the epoch alone.
enum WallClock {
  /// µs since 1970.
  static func nowMicroseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }
}
