// SPDX-License-Identifier: Apache-2.0

public import ArgumentParser
public import CoordinatorService
import RouteModel
public import Logging

/// The command line.
struct Arguments: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "waykeeperd",
    abstract: "Keeps one route for many processes: the coordinator.",
    usage: "waykeeperd [--config FILE …] [OPTION …]",
    discussion: """
      Screens connect as workers, programs and people drive them (see way --help),
      anybody may observe. Most options are also keys of the configuration, which
      has more; an option wins over the files. Times are written 500ms, 3s, 10m, 12h, 90d.

      FILES
        /etc/waykeeper/waykeeperd.yaml  the configuration, if it is there
        /etc/waykeeper/conf.d/*.yaml    then these, in order of name
        RUNTIME-DIR/control.sock        clients
        RUNTIME-DIR/screens.sock        workers
        RUNTIME-DIR/updates.sock        observers
        RUNTIME-DIR/metrics.sock        metrics, with --metrics socket
        STATE-DIR/journal.sqlite        the journal
        STATE-DIR/journal.sqlite-mark   how far it has come

      SIGNALS
        SIGTERM, SIGINT   end it in order
        SIGHUP            read the files anew; the log says what changed

      ENVIRONMENT
        WAYKEEPER_RUNTIME_DIR   for the sockets; without it the configuration,
                                $RUNTIME_DIRECTORY, $XDG_RUNTIME_DIR/waykeeper,
                                $TMPDIR/waykeeper-UID
        WAYKEEPER_STATE_DIR     for the journal; without it the configuration,
                                $STATE_DIRECTORY, $XDG_STATE_HOME/waykeeper,
                                ~/.local/state/waykeeper
        NOTIFY_SOCKET           systemd hears of readiness and of each second
        LISTEN_PID, LISTEN_FDS  systemd holds the sockets open; those are used
        JOURNAL_STREAM          logged for systemd: level in front, no time

      EXIT CODES
         0  ended by a signal, or --check passed
         2  usage
        65  the journal is damaged, or of another version
        73  a folder or socket cannot be had, or another daemon holds it
        74  the journal cannot be read or written, or the output
        78  the configuration is wrong
      """,
    version: "waykeeperd \(CoordinatorService.version)")

  @Option(
    parsing: .upToNextOption,
    help: .init(
      "Configuration in place of /etc/waykeeper: a file, or a folder with such files.", valueName: "file"),
    completion: .file(extensions: ["yaml"]))
  var config: [String] = []

  @Flag(help: "Print what the configuration means, or all that is wrong with it, and exit.")
  var check = false

  @Option(help: .init("Folder of the sockets.", valueName: "dir"), completion: .directory)
  var runtimeDir: String?

  @Option(help: .init("Folder of the journal.", valueName: "dir"), completion: .directory)
  var stateDir: String?

  @Option(help: .init("Where transitions are recorded.", valueName: "kind"))
  var journal: Configuration.JournalKind?

  @Option(help: .init("Survive a power cut, or kill -9 only.", valueName: "kind"))
  var durability: Configuration.Durability?

  @Option(help: .init("When the journal cannot be written: go on and say so, or exit.", valueName: "policy"))
  var journalFailure: Configuration.JournalFailure?

  @Option(help: .init("Whether a new screen needs a live worker that hosts it.", valueName: "policy"))
  var hosting: Configuration.Hosting?

  @Option(help: .init("A path that a changed tree does not build: keep or trim it.", valueName: "policy"))
  var treeChange: Configuration.TreeChange?

  @Option(
    help: .init("Let Prometheus read metrics: socket, or 127.0.0.1:PORT.", valueName: "address"),
    transform: metricsAddress)
  var metrics: Configuration.MetricsAddress?

  @Option(help: .init("Log nothing less severe.", valueName: "level"))
  var logLevel: Logger.Level?

  @OptionGroup(title: "DEADLINES")
  var deadlines: Deadlines

  /// The `--deadline-…` options, in ms.
  struct Deadlines: ParsableArguments {
    @Option(name: .deadline(.ask), help: .time("For an ask to be answered."), transform: milliseconds)
    var ask: Int64?
    @Option(name: .deadline(.guard), help: .time("For a guard to answer."), transform: milliseconds)
    var guardAnswer: Int64?
    @Option(
      name: .deadline(.transition), help: .time("For a command, from admission to outcome."), transform: milliseconds)
    var transition: Int64?
    @Option(name: .deadline(.hostWait), help: .time("For missing hosts to come."), transform: milliseconds)
    var hostWait: Int64?
    @Option(
      name: .deadline(.startHostWait), help: .time("The same at boot and for links; their deadline too."),
      transform: milliseconds)
    var startHostWait: Int64?
    @Option(
      name: .deadline(.workingMax), help: .time("The most that an ask may take, whatever its worker wants."),
      transform: milliseconds)
    var workingMax: Int64?
    @Option(name: .deadline(.parked), help: .time("For a command that a gate has parked."), transform: milliseconds)
    var parked: Int64?
    @Option(name: .deadline(.afterDeath), help: .time("For a dead worker to come back."), transform: milliseconds)
    var afterDeath: Int64?
    @Option(
      name: .deadline(.restartGrace),
      help: .time("After a start, how long commands wait for workers that were there."), transform: milliseconds)
    var restartGrace: Int64?
    @Option(
      name: .deadline(.hostReturn),
      help: .time("After a start, how long the death policies of workers that stay away wait."), transform: milliseconds
    )
    var hostReturn: Int64?
  }
}

extension Arguments {
  /// The files to read; nil for the usual ones.
  var files: [String]? { config.isEmpty ? nil : config }

  /// What wins over the files.
  var flags: Configuration.Flags {
    var flags = Configuration.Flags()
    flags.runtimeFolder = runtimeDir
    flags.stateFolder = stateDir
    flags.journal = journal
    flags.durability = durability
    flags.journalFailure = journalFailure
    flags.hosting = hosting
    flags.treeChange = treeChange
    flags.logLevel = logLevel
    flags.metrics = metrics
    flags.deadlines = Dictionary(
      uniqueKeysWithValues: Configuration.Deadline.allCases.compactMap { deadline in
        deadlines[deadline].map { (deadline, $0) }
      })
    return flags
  }

  /// Checks what a single option cannot know.
  func validate() throws {
    if config.contains("") { throw ValidationError("--config is empty; name a file, or a folder with such files") }
    for deadline in Configuration.Deadline.allCases {
      guard let ms = deadlines[deadline], !deadline.range.contains(ms) else { continue }
      let least = TimeText.text(ms: deadline.range.lowerBound)
      let most = TimeText.text(ms: deadline.range.upperBound)
      throw ValidationError("--deadline-\(deadline.rawValue) must lie between \(least) and \(most)")
    }
  }
}

extension Arguments.Deadlines {
  fileprivate subscript(deadline: Configuration.Deadline) -> Int64? {
    switch deadline {
    case .ask: ask
    case .guard: guardAnswer
    case .transition: transition
    case .hostWait: hostWait
    case .startHostWait: startHostWait
    case .workingMax: workingMax
    case .parked: parked
    case .afterDeath: afterDeath
    case .restartGrace: restartGrace
    case .hostReturn: hostReturn
    }
  }
}

extension NameSpecification {
  fileprivate static func deadline(_ deadline: Configuration.Deadline) -> NameSpecification {
    .customLong("deadline-\(deadline.rawValue)")
  }
}

extension ArgumentHelp {
  fileprivate static func time(_ abstract: String) -> ArgumentHelp { ArgumentHelp(abstract, valueName: "time") }
}

private func milliseconds(_ text: String) throws -> Int64 {
  guard let ms = TimeText.milliseconds(text) else {
    throw ValidationError("'\(text)' is not \(TimeText.form)")
  }
  return ms
}

private func metricsAddress(_ text: String) throws -> Configuration.MetricsAddress {
  guard let address = Configuration.MetricsAddress(text) else {
    throw ValidationError("'\(text)' is not \(Configuration.MetricsAddress.form)")
  }
  return address
}

extension Configuration.JournalKind: ExpressibleByArgument {}
extension Configuration.JournalFailure: ExpressibleByArgument {}
extension Configuration.Hosting: ExpressibleByArgument {}
extension Configuration.Durability: ExpressibleByArgument {}
extension Configuration.TreeChange: ExpressibleByArgument {}
extension Logger.Level: @retroactive ExpressibleByArgument {
  /// The level of this word, as a configuration has it: swift-log itself would take it in any case of its letters.
  public init?(argument: String) { self.init(rawValue: argument) }
}
