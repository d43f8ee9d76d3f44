// SPDX-License-Identifier: Apache-2.0

import Coordination
import Glibc
import Logging
import RouteJournal
import SocketGate
import ZeroMQ

extension ServiceLoop {
  /// Opens everything: the runtime folder with its lock, the journal with its own, then the sockets. The epoch is on the
  /// disk before any socket is bound, and whoever is refused has changed nothing of the one that is there.
  static func open(
    _ configuration: Configuration, _ options: CoordinatorService.Options, logger: Logger, control: ServiceControl
  ) throws(ServiceError) -> ServiceLoop {
    // First, so that whoever ends a start in the midst of it ends it in order.
    let signals = try openSignals(options)
    // A configuration may also come from a program, and not from a file that was checked.
    try Doors.check(configuration, handed: options.handedSockets)
    // A coordinator within another program leaves that program's limits alone.
    let descriptors = Descriptors.limit(raisesLimit: options.endsBySignal)
    let mostConnections = try Descriptors.connectionsMax(of: descriptors)
    let connectionsMax = options.connectionsMax ?? mostConnections
    let folder = try RuntimeFolder(
      configuration.runtimeFolder,
      lockedAlsoAs: configuration.journal == .none ? nil : configuration.stateFolder.path)
    do throws(ServiceError) {
      return try open(
        configuration, options, in: folder, connectionsMax: connectionsMax, signals, logger: logger, control: control)
    } catch {
      folder.removeFiles()
      throw error
    }
  }

  /// Opens what comes behind the folder of the sockets.
  private static func open(
    _ configuration: Configuration, _ options: CoordinatorService.Options, in folder: RuntimeFolder,
    connectionsMax: Int, _ signals: consuming SignalDescriptor?, logger: Logger, control: ServiceControl
  ) throws(ServiceError) -> ServiceLoop {
    let journal = try openJournal(configuration)
    let restored = try begin(journal, logger)
    let gates = Gates(connectionsMax: connectionsMax)
    let doors = try Doors(
      configuration, in: openContext(), folder: folder, gates: gates, handed: options.handedSockets)
    let metricsDoor = try openMetrics(configuration, folder)
    if !Gatekeeper.isEffective {
      logger.warning("connections are not limited: the calls of libzmq do not arrive in this program")
    }
    logger.info("coordinator started", metadata: ["epoch": "\(restored.epoch)", "folder": "\(folder.path)"])
    warn(of: configuration, folder, logger)
    tell(of: doors, logger)
    return ServiceLoop(
      configuration, options, logger: logger, folder: folder, doors: doors, gates: gates, metricsDoor: metricsDoor,
      coordinator: Coordinator(
        settings: configuration.coordinatorSettings, restored: restored, version: CoordinatorService.version, at: .now),
      recorder: Recorder(journal, failure: configuration.journalFailure, logger: logger), control: control,
      signals: signals)
  }

  /// Says what is less closed, or more, than somebody may think.
  private static func warn(of configuration: Configuration, _ folder: RuntimeFolder, _ logger: Logger) {
    if configuration.wantsGroups, !configuration.missingGroups.isEmpty {
      logger.warning(
        "groups do not exist, so their sockets are for this user alone",
        metadata: ["groups": "\(configuration.missingGroups.joined(separator: " "))"])
    }
    if !folder.foreignGroups.isEmpty {
      logger.warning(
        "this user is no member of these groups, so their sockets are for this user alone",
        metadata: ["groups": "\(folder.foreignGroups.sorted().joined(separator: " "))"])
    }
    // Whoever installs a coordinator with a folder of its own counts on the groups that there are.
    if configuration.wantsGroups || configuration.files.contains(configuration.runtimeFolder.source) {
      folder.warnOfBarriers(logger)
    }
    for path in Set([configuration.runtimeFolder.path, configuration.stateFolder.path]).sorted() {
      guard let open = TrustedFolder.openFolder(above: path) else { continue }
      logger.warning(
        "everybody may write to a folder above this one, and so put another in its place; take that from them (chmod o-w)",
        metadata: ["folder": "\(path)", "above": "\(open)"])
    }
    for (endpoint, right) in configuration.endpoints.rights {
      logger.warning(
        "every program that reaches this endpoint may do so, whatever its user and groups",
        metadata: ["endpoint": "tcp://\(endpoint)", "may": "\(right)"])
    }
  }

  private static func openMetrics(
    _ configuration: Configuration, _ folder: RuntimeFolder
  ) throws(ServiceError) -> MetricsDoor? {
    guard let address = configuration.metrics else { return nil }
    return try MetricsDoor(address, folder: folder, group: configuration.groups.watch)
  }

  /// Says which sockets listened before.
  private static func tell(of doors: Doors, _ logger: Logger) {
    if !doors.handedFiles.isEmpty {
      logger.info("sockets were handed over", metadata: ["files": "\(doors.handedFiles.joined(separator: " "))"])
    }
    if !doors.lostFiles.isEmpty {
      logger.warning(
        "the files of sockets that were handed over are gone, so others were made; start the socket unit again",
        metadata: ["files": "\(doors.lostFiles.joined(separator: " "))"])
    }
  }

  private static func openContext() throws(ServiceError) -> Context {
    do {
      return try Context()
    } catch {
      throw ServiceError(error)
    }
  }

  private static func openSignals(_ options: CoordinatorService.Options) throws(ServiceError) -> SignalDescriptor? {
    guard options.endsBySignal else { return nil }
    do {
      return try SignalDescriptor([SIGTERM, SIGINT, SIGHUP] + Self.harmlessSignals)
    } catch {
      throw ServiceError(error)
    }
  }

  /// Signals that mean nothing here and would end the process: whoever sends one by mistake ends no route.
  private static let harmlessSignals: [Int32] =
    [SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGIO, SIGPWR, SIGSTKFLT] + Array(realTimeSignals)
  /// SIGRTMIN to SIGRTMAX, which glibc finds out at run time.
  private static let realTimeSignals: ClosedRange<Int32> = 34...64

  private static func openJournal(_ configuration: Configuration) throws(ServiceError) -> Journal? {
    guard configuration.journal == .sqlite else { return nil }
    do {
      return try Journal.open(
        in: configuration.stateFolder.path, durability: configuration.durability, retention: configuration.retention)
    } catch {
      throw ServiceError(error)
    }
  }

  /// Begins the journal, and logs what people should hear of it at once: where the start fails, now or later, the journal may have
  /// it written down, and the next start finds nothing to tell.
  private static func begin(_ journal: Journal?, _ logger: Logger) throws(ServiceError) -> Restored {
    let now = JournalTime.now
    guard let journal else { return Restored(epoch: Epoch(max(now.wallMicros, 1))) }
    defer { for warning in journal.warnings { logger.warning("\(warning)") } }
    do {
      return try journal.begin(at: now)
    } catch {
      throw ServiceError(error)
    }
  }
}
