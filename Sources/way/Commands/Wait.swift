// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import RouteModel
import Waykeeper

struct Wait: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "wait", abstract: "Waits until something is so, and says how long that took.",
    usage: """
      way wait [--appeared] <screen|path>
      way wait --workers <names>
      way wait --coordinator
      """,
    discussion: """
      A SCREEN is waited for until it is on top; written without content, whatever content it has. A PATH is waited for until \
      it is the whole route, as `way path` prints it. In a container that shows several branches, each has a top; the \
      container itself is on top only while nothing shows in it.

      way wait exhibit
      way wait home/exhibit?id=7/sheet:feedback --appeared
      way wait --workers kiosk,exhibits && way replace home
      way wait --coordinator --timeout 1m

      It is told, and does not look again and again: what observers hear says how routes change and that workers came or \
      went, the file system that a coordinator's sockets are there.

      It ends with 0 when it is so; with 3 when it is not after 10 s, or after --timeout, and then says what is missing; with \
      4 when no coordinator was found in that time. With --format json it prints one object.
      """)

  @Argument(
    help: ArgumentHelp("A screen that shall be on top, or the whole path.", valueName: "screen|path"),
    completion: LiveNames.screens, transform: Parse.path)
  var path: [PathItem] = []

  @Flag(help: "Also until what is on top has appeared, and its host is there.")
  var appeared = false

  @Option(
    name: .customLong("workers"),
    help: ArgumentHelp(
      "Until these workers are registered and answer; with --scene, until they serve it; may be repeated.",
      valueName: "a,b"),
    completion: LiveNames.workers, transform: Parse.workers)
  var lists: [[WorkerName]] = []

  @Flag(help: "Until a coordinator answers.")
  var coordinator = false

  @OptionGroup(title: "Global options") var global: GlobalOptions

  /// All that are named.
  private var workers: [WorkerName] { lists.flatMap(\.self) }

  /// What a wait takes unless it is said.
  static let patience = Duration.seconds(10)

  func validate() throws {
    switch [!path.isEmpty, !workers.isEmpty, coordinator].count(where: \.self) {
    case 0: throw ValidationError("say what to wait for: a screen, a path, --workers or --coordinator")
    case 1: break
    default: throw ValidationError("wait for one of them: a screen or path, --workers, or --coordinator")
    }
    if workers.count > Parse.workersMax { throw Parse.tooManyWorkers }
    if appeared, path.isEmpty { throw ValidationError("--appeared is for a screen or a path") }
    if coordinator { try global.refuseScene("a coordinator has all scenes") }
  }

  func run() async throws {
    let patience = global.timeout ?? Self.patience
    let start = ContinuousClock.now
    let progress = WaitProgress()
    let reached = try await Self.within(patience) { try await wait(progress) }
    guard let reached else { return try await tellMissing(progress, patience) }
    let report = WaitReport(reached, after: ContinuousClock.now - start)
    switch global.format {
    case .json: Output.json(report.json)
    case .text: for line in report.lines(.standard) { Output.line(line) }
    }
  }

  /// The door that it goes through; where it takes two, the one that more users may go through.
  private var door: CoordinatorLocation.Door { path.isEmpty ? .control : .updates }

  private func wait(_ progress: WaitProgress) async throws -> WaitReport.Reached {
    let (folder, passedOver) = try await global.location.awaited(door)
    if let note = CoordinatorLocation.note(of: folder, passedOver) { Output.error(note) }
    progress.found(folder)
    if coordinator { return try await CoordinatorWait(location: global.location).run(progress) }
    if !workers.isEmpty {
      return try await WorkersWait(workers: workers, scene: global.scene, folder: folder).run(progress)
    }
    let wish = RouteWish(path, mustHaveAppeared: appeared, mustBeHosted: appeared ? await requiresHosts(folder) : false)
    return try await RouteWait(wish: wish, scene: global.sceneOrMain, folder: folder).run(progress)
  }

  /// Whether the coordinator wants a host for every screen; false where it does not answer, nor let this user ask.
  private func requiresHosts(_ folder: String) async -> Bool {
    guard let navigator = try? Navigator.connect(.runtimeFolder(folder), name: "way") else { return false }
    let status = try? await navigator.timeout(RouteWait.patience).status()
    await navigator.close()
    return status?.requiresHosts ?? false
  }

  /// What `body` returns; nil when the time is over.
  private static func within<Result: Sendable>(
    _ time: Duration, _ body: @escaping @Sendable () async throws -> Result
  ) async throws -> Result? {
    try await withThrowingTaskGroup(of: Result?.self) { group in
      group.addTask { try await body() }
      group.addTask {
        try await Task.sleep(for: time)
        return nil
      }
      defer { group.cancelAll() }
      return try await group.next() ?? nil
    }
  }

  /// The time is over.
  private func tellMissing(_ progress: WaitProgress, _ patience: Duration) async throws {
    guard var missing = progress.missing else {
      // Says where it was looked for, and what is wrong there.
      _ = try global.location.resolve(door)
      throw CommandFailure("a coordinator came when \(Quantity.elapsed(patience)) were over", .notAsAsked)
    }
    if !path.isEmpty, let unknown = await RouteWait.unknown(global.sceneOrMain, at: global.location) {
      missing = unknown
    }
    if global.format == .json { Output.json(WaitReport.json(missing: missing, after: patience)) }
    Output.error("way: not as asked after \(Quantity.elapsed(patience)): \(missing)")
    throw ExitCode((coordinator ? ExitStatus.noCoordinator : .notAsAsked).rawValue)
  }
}
