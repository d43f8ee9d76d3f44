// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import Foundation
import Synchronization
import Waykeeper

/// A coordinator in a folder of its own, and a command that uses it, from the first to the end of the second.
final class SandboxRun: Sendable {
  /// How a sandbox came to its end.
  enum End {
    /// The command ended.
    case ended(ChildEnd)
    /// A signal came before the command began.
    case signalled(Int32)
    /// The command could not be started.
    case notStarted(String, ChildProcess.Failure)
    /// `way sandbox` is gone.
    case abandoned
  }

  private let place: SandboxFolder
  private let group: Int32
  private let options: SandboxOptions
  private let command: [String]
  private let daemonWords: [String]
  private let past: ReplayedPast?
  private let events: SandboxEvents
  private let daemon = Atomic<Int32>(0)

  /// - Parameters:
  ///   - daemonWords: What stands on the coordinator's command line besides the usual.
  ///   - past: What the coordinator has behind it; nil for nothing.
  init(
    place: SandboxFolder, group: Int32, options: SandboxOptions, command: [String], daemonWords: [String],
    past: ReplayedPast?, events: SandboxEvents
  ) {
    self.place = place
    self.group = group
    self.options = options
    self.command = command
    self.daemonWords = daemonWords
    self.past = past
    self.events = events
  }

  /// Runs it until the command has ended; what else runs then, runs on.
  func run() async throws -> End {
    try place.writeUsual(past == nil ? "" : ReplayedPast.usual)
    // A long past takes a while, and who waits for it may want it to end.
    return try await withThrowingTaskGroup(of: Void.self) { group in
      // Not on the thread that hears of what happens.
      group.addTask(executorPreference: globalConcurrentExecutor) { await self.prepare() }
      defer { group.cancelAll() }
      return try await serve()
    }
  }

  private func prepare() async {
    do {
      try await past?.write(to: place.stateFolder)
      events.tell(.prepared(.success(())))
    } catch {
      events.tell(.prepared(.failure(error)))
    }
  }

  private func serve() async throws -> End {
    var awaiting: Task<Void, Never>?
    defer { awaiting?.cancel() }
    var command: Int32?
    for await event in events.all {
      switch event {
      case .prepared(let result):
        try result.get()
        try startDaemon()
        events.watchChildren()
        awaiting = Task { await awaitDaemon() }
      case .ready where command == nil:
        await tellBegin()
        // One that waits among the events came before there was a command that the terminal could have told.
        guard !events.hasSignal else { continue }
        do {
          command = try startCommand()
        } catch {
          return .notStarted(Shell.brief(self.command), error)
        }
      case .ready: break
      case .ended(let pid, let end) where pid == command: return .ended(end)
      case .ended(daemon.load(ordering: .relaxed), let end): try noteDaemon(end, isUsed: command != nil)
      case .ended: break
      case .signalled(let signal, let byTerminal):
        guard let command else { return .signalled(signal) }
        // At a hang-up the terminal tells the leader of its session alone, and no interrupt reaches another process group.
        if !byTerminal || signal == SIGHUP || getpgid(command) != group { kill(command, signal) }
      case .abandoned: return .abandoned
      case .late where command == nil:
        throw CommandFailure(
          "the sandbox's coordinator is not ready after 10 s:", notes: place.lastWords, .noCoordinator)
      case .late: break
      }
    }
    return .abandoned
  }

  private func startDaemon() throws {
    var changes = place.variables
    // A service manager hears of its own services.
    changes.updateValue(nil, forKey: "NOTIFY_SOCKET")
    let (name, value) = OwnStage.allocator
    if getenv(name) == nil { changes.updateValue(value, forKey: name) }
    let words = place.daemonWords(try OwnStage.daemon(), config: options.config) + daemonWords
    let process = ChildProcess(words: words, changes: changes, group: .ownSession, log: place.log)
    do {
      daemon.store(try process.start(), ordering: .relaxed)
    } catch {
      throw CommandFailure("cannot start \(words[0]): \(error)", .noCoordinator)
    }
  }

  private func startCommand() throws(ChildProcess.Failure) -> Int32 {
    try ChildProcess(words: command, changes: place.variables, group: .joined(group), inherits: true).start()
  }

  /// The coordinator is ready when it listens at each of its sockets.
  private func awaitDaemon() async {
    let events = events
    let deadline = Task {
      try await Task.sleep(for: .seconds(10))
      events.tell(.late)
    }
    defer { deadline.cancel() }
    let location = CoordinatorLocation.runtimeFolder(place.path)
    for door in CoordinatorLocation.Door.allCases {
      guard (try? await location.awaited(door)) != nil else { return }
    }
    events.tell(.ready)
  }

  private func tellBegin() async {
    guard SandboxLine.isWanted(options) else { return }
    let navigator = try? Navigator.connect(.runtimeFolder(place.path), name: "way-sandbox")
    let status = try? await navigator?.status()
    await navigator?.close()
    let journal = status?.service?.journal.mode ?? "none"
    let hosting = status?.requiresHosts == true ? "required" : "optional"
    SandboxLine.say("folder \(place.path)   journal \(journal), hosting \(hosting)")
  }

  /// The coordinator has ended. Before the command began there is no sandbox; later it may have been the command's doing.
  private func noteDaemon(_ end: ChildEnd, isUsed: Bool) throws {
    guard isUsed else {
      let isUsage = [2, 78].contains(end.exitCode)
      throw CommandFailure(
        "the sandbox's coordinator did not start (\(end.text)):", notes: place.lastWords,
        isUsage ? .usage : .noCoordinator)
    }
    if !options.quiet { Output.error("way: the sandbox's coordinator has ended (\(end.text))") }
  }

  /// Ends what runs: what the command has left behind first, so that workers can say goodbye, and then the coordinator.
  func endAll() async -> (ended: Int, left: Set<Int32>) {
    let daemon = daemon.load(ordering: .relaxed)
    let (ended, left) = await Descendants.end(sparing: daemon)
    let last = await Descendants.end()
    return (ended.count, left.union(last.left))
  }
}
