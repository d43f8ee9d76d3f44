// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import LoadGenerator
import Waykeeper

struct BenchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench", abstract: "Puts load on a coordinator, and measures what it does with it.",
    usage: "way bench [<options>]",
    discussion: """
      The coordinator is a throw-away one unless --live or --runtime-dir says otherwise: load changes routes, and people \
      would see it. It is a process of its own with its own journal, as in `way sandbox`, and goes at the end. Clients, \
      workers and observers of the load speak its protocol over its sockets, and answer at once.

      A navigation shows a screen, or takes it away again: `show` and `hide` where handlers are asked, else `go` and \
      `back`. Each outcome is counted by its kind. Ctrl-C ends the load; what was measured until then is told.

      way bench                                    one navigation after another
      way bench --scenes 64 --outstanding 64       as many as it can
      way bench --scenes 64 --outstanding 64 --rate 5000
                                                   at so many a second
      way bench --asks 2 --journal full            two handlers, commits on the disk
      way bench --live --duration 5s               on the coordinator that runs here

      On a live coordinator the load uses scenes bench-0, bench-1 … and workers and screens whose names begin with bench-. \
      The scenes stay behind, so it takes at most half of those that its user may still begin.

      It ends with 0 where every navigation was committed, with 3 where some were not, or were due and did not begin, where \
      none could begin or was measured, or where the coordinator ended, with 5 where some have no outcome.
      """)

  /// How a throw-away coordinator writes its journal.
  enum JournalMode: String, ExpressibleByArgument, CaseIterable {
    case none, normal, full

    /// On the coordinator's command line.
    var words: [String] {
      self == .none ? ["--journal", "none"] : ["--journal", "sqlite", "--durability", rawValue]
    }
  }

  @OptionGroup(title: "The load") var load: BenchOptions

  @Option(
    help: ArgumentHelp(
      "How long to measure; with --rate, of what time what is due is measured: up to twice as long. (default: 10s)",
      valueName: "time"),
    transform: Parse.patience)
  var duration: Duration?

  @Option(help: ArgumentHelp("How many navigations to measure; with --duration whichever ends first.", valueName: "n"))
  var count: Int?

  @Option(help: ArgumentHelp("How often to measure; the medians are told.", valueName: "n"))
  var rounds: Int?

  @Flag(help: "Put the load on the coordinator that is found in the usual places.")
  var live = false

  @Option(help: "How a throw-away coordinator writes its journal. (default: none)")
  var journal: JournalMode?

  @Option(help: ArgumentHelp("Keep load and coordinator on this processor; throw-away only.", valueName: "cpu"))
  var pin: Int?

  @Flag(help: "Count the coordinator's system calls with strace, in a second or two of load behind the measured one.")
  var systemCalls = false

  @Option(
    help: ArgumentHelp(
      "The program `baseline` of Waykeeper's sources: measures take turns with a relay and a coordinator that decides nothing, "
        + "both in C over libzmq alone. (rounds: 5)", valueName: "program"),
    completion: .file())
  var baseline: String?

  @Flag(help: .hidden) var withinSandbox = false

  @OptionGroup(title: "Global options") var global: GlobalOptions

  /// Whether the coordinator belongs to somebody else.
  private var isLive: Bool { live || global.runtimeDir != nil }

  func validate() throws {
    if let count { try BenchOptions.check("--count", count, LoadBounds.navigations) }
    if let rounds { try BenchOptions.check("--rounds", rounds, 1...Self.roundsMax) }
    if let duration, duration > Self.durationMax { throw ValidationError("--duration is at most 24h") }
    if let pin { try BenchOptions.check("--pin", pin, 0...(Self.processors - 1)) }
    if global.scene != nil { throw ValidationError("a load has scenes of its own: --scenes says how many") }
    guard isLive else { return }
    for (name, isThere) in [("--journal", journal != nil), ("--pin", pin != nil), ("--baseline", baseline != nil)]
    where isThere {
      throw ValidationError("\(name) is for a throw-away coordinator, and this one is somebody's")
    }
  }

  private static let roundsMax = 1_000
  private static let durationMax = Duration.seconds(86_400)
  private static var processors: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_CONF))) }

  func run() async throws {
    guard isLive || withinSandbox else { throw ExitCode(try await runInSandbox()) }
    let program = try baseline.map(Self.executable)
    let (folder, passedOver) = try global.location.find()
    if isLive, let note = CoordinatorLocation.note(of: folder, passedOver) { Output.error(note) }
    let run = BenchRun(
      plan: load.plan, duration: duration ?? (count == nil ? .seconds(10) : nil), count: count,
      rounds: rounds ?? (baseline == nil ? 1 : 5), pin: pin, countsSystemCalls: systemCalls, baseline: program,
      folder: folder, isLive: isLive)
    let status = try await coordinator()
    if isLive, let problem = BenchRoom(status: status).problem(load.plan) { throw CommandFailure(problem, .usage) }
    let report = try await run.run(status)
    guard report.hasMeasured else {
      let what = report.hasCoordinatorEnded ? "the coordinator has ended" : "ended"
      throw CommandFailure("\(what) before anything was measured", .notAsAsked)
    }
    switch global.format {
    case .json: Output.json(report.json)
    case .text: for line in BenchReportText(report: report).lines { Output.line(line) }
    }
    if let status = Self.status(of: report) { throw ExitCode(status.rawValue) }
  }

  /// How a load ends whose report is this; nil: well.
  private static func status(of report: BenchReport) -> ExitStatus? {
    if report.hasCoordinatorEnded { return .notAsAsked }
    if report.unanswered > 0 { return .noAnswer }
    // Whoever ends it early wants no more of what is due.
    return report.notCommitted > 0 || report.notBegun > 0 && !report.isInterrupted ? .notAsAsked : nil
  }

  /// Runs the same command once more, beside a coordinator of its own.
  private func runInSandbox() async throws -> Int32 {
    let words = [OwnStage.path(of: "way")] + Self.withinSandbox(Array(CommandLine.arguments.dropFirst()))
    var options = SandboxOptions()
    (options.config, options.keep, options.quiet) = (nil, false, true)
    let daemon = (journal ?? .none).words + ["--log-level", "error"]
    let folder = FileManager.default.temporaryDirectory.appending(path: "way-bench-\(getpid())").path
    let isDeclared = load.scenes > BenchRoom.scenesOfUser
    defer { if isDeclared { try? FileManager.default.removeItem(atPath: folder) } }
    if isDeclared { options.config = try declareScenes(in: folder) }
    return try await SandboxCommand.run(words, options, daemon.flatMap { ["--daemon-word", $0] })
  }

  /// Writes the configuration of more scenes than one user may begin: those that a coordinator declares are nobody's.
  private func declareScenes(in folder: String) throws -> String {
    let file = "\(folder)/scenes.yaml"
    let scenes = (0..<load.scenes).map { "  \(LoadPlan.scene($0)): {}\n" }.joined()
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      try "scenes:\n\(scenes)".write(toFile: file, atomically: false, encoding: .utf8)
    } catch {
      throw CommandFailure("cannot write \(file): \(error)", notes: OwnStage.folderAdvice, .noCoordinator)
    }
    return file
  }

  /// What was typed, for the same command within its sandbox: behind `--` there are no options.
  static func withinSandbox(_ typed: [String]) -> [String] {
    let end = typed.firstIndex(of: "--") ?? typed.endIndex
    return typed[..<end] + ["--within-sandbox"] + typed[end...]
  }

  private func coordinator() async throws -> CoordinatorStatus {
    let navigator = try global.navigator()
    do {
      let status = try await navigator.status()
      await navigator.close()
      return status
    } catch {
      await navigator.close()
      throw error
    }
  }

  private static func executable(_ path: String) throws -> String {
    guard FileManager.default.isExecutableFile(atPath: path) else {
      throw CommandFailure(
        "\(path) is no program that can be run", notes: ["  `swift build -c release` builds .build/release/baseline"],
        .usage)
    }
    // Without a slash it would be looked for in PATH.
    return path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
  }
}
