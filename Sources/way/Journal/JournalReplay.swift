// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CProcessCalls
import Coordination
import Foundation
import RouteJournal
import RouteModel
import Waykeeper
import WireProtocol

struct JournalReplay: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay", abstract: "Shows the revisions of a journal, and starts a coordinator at any of them.",
    usage: "way journal replay [<file>] [--at <rev> | --each] [--since <rev>] [--scene <name>] [-- <command> ...]",
    discussion: """
      Without a command, the path at each revision, oldest first, and the times when the journal could not be written; with \
      --at the one revision in full, with ids, what has appeared, and why it came to be.

      With a command behind --, that runs in a sandbox whose coordinator stands at that revision (without --at at the last): \
      the same path, ids and revision, with all of the past up to then for `why` and `history`, and without workers. With --each \
      it runs at one revision after the other, each in a sandbox of its own, and ends where the command first fails. \
      $WAYKEEPER_SCENE and $WAYKEEPER_REVISION tell it where it is.

        way journal replay monday.jsonl --at 8412 -- way status
      The first revision with a screen named error:
        way journal replay monday.jsonl --each -- sh -c 'way path | grep -qv error'

      A file is a journal, a copy of one, or what `way journal export` wrote; - is such lines from the standard input, which a \
      command cannot have, for it reads the file again. The sandbox is that of `way sandbox`, also in \
      its exit code.
      """)

  @Argument(
    help: ArgumentHelp("A journal, or an export. (default: the journal of the coordinator)", valueName: "file"),
    completion: .file(extensions: ["sqlite", "jsonl"]), transform: Parse.file)
  var file: String?

  @Option(help: ArgumentHelp("This revision.", valueName: "rev"), transform: Parse.revision)
  var at: UInt64?

  @Flag(help: "The command at each revision, until it fails.")
  var each = false

  @Option(help: ArgumentHelp("The revisions behind this one.", valueName: "rev"), transform: Parse.revision)
  var since: UInt64 = 0

  @Flag(help: "Also revisions that only say that a screen has appeared.")
  var all = false

  @OptionGroup(title: "Global options") var global: GlobalOptions

  @Argument(
    parsing: .postTerminator, help: ArgumentHelp("Behind --, a command and its arguments.", valueName: "command"),
    completion: .file())
  var command: [String] = []

  func validate() throws {
    if each, command.isEmpty { throw ValidationError("--each wants a command behind --") }
    if at != nil, each || since > 0 { throw ValidationError("--at is one revision; leave out --each and --since") }
    if since > 0, !command.isEmpty, !each { throw ValidationError("--since wants --each, where there is a command") }
    if file != nil, global.runtimeDir != nil {
      throw ValidationError("a file is read, --runtime-dir asks a coordinator; only one can tell")
    }
  }

  func run() async throws {
    let file = try await journalFile()
    if !command.isEmpty, ReplaySource.isReadOnce(file) {
      throw CommandFailure(
        "\(file == "-" ? "the standard input" : file) can be read once, and a command needs what it says again",
        notes: ["  write it to a file, and name that"], .usage)
    }
    let source = try ReplaySource(file)
    if command.isEmpty { return try await at == nil ? list(source) : tellOne(source) }
    let revisions = try await wanted(source)
    for revision in revisions {
      if each { Output.error("\(global.sceneOrMain) \(revision.number)") }
      let code = try await Self.run(command, file, at: revision, of: global.sceneOrMain, isQuiet: each)
      // Whoever sends it wants the rest to end, too; perhaps no command ran then, or it ended well all the same.
      let signal = each ? waykeeper_process_last_noted() : 0
      guard code != 0 || ![SIGHUP, SIGINT, SIGQUIT, SIGTERM].contains(signal) else { throw ExitCode(128 + signal) }
      guard code == 0 else {
        if each { Output.error("way: ended with \(code) at revision \(revision.number) of \(global.sceneOrMain)") }
        throw ExitCode(code)
      }
    }
  }

  private func journalFile() async throws -> String {
    if let file { return file }
    return try await JournalPlace(of: global).file
  }

  /// A revision, and its row.
  private struct Place {
    var number: Revision
    var row: UInt64
  }

  /// Runs a command in a sandbox that stands at a revision.
  private static func run(
    _ command: [String], _ file: String, at place: Place, of scene: SceneName, isQuiet: Bool
  ) async throws -> Int32 {
    setenv("WAYKEEPER_SCENE", scene.rawValue, 1)
    setenv("WAYKEEPER_REVISION", "\(place.number)", 1)
    var options = SandboxOptions()
    (options.config, options.keep, options.quiet) = (nil, false, isQuiet)
    let replay = ReplayedPast(file: file, row: place.row)
    return try await SandboxCommand.run(command, options, replay.words)
  }

  /// Whether a command is to run at the last revision, whatever that is.
  private var isLastWanted: Bool { !command.isEmpty && !each && at == nil }

  // ── what is wanted ─────────────────────────────────────────────────────────────────────────────

  /// Calls `body` with the wanted commits of the scene, and `gap` with the gaps among and behind them; returns all revisions that
  /// there are, the first and the last, and the newest row of any scene.
  private func forEach(
    _ source: ReplaySource, gap: (JournalLine) throws -> Void = { _ in }, _ body: (PastCommit) throws -> Void
  ) async throws -> (known: ClosedRange<Revision>?, newestRow: UInt64) {
    var known: ClosedRange<Revision>?
    var newestRow: UInt64 = 0
    var early: [JournalLine] = []
    try await source.forEach { lines in
      for line in lines {
        newestRow = line.row
        if case .gap = line.entry {
          // Those before its first commit are told with that: there may be no such scene.
          if known == nil { early.append(line) } else if (known?.upperBound ?? 0) >= since { try gap(line) }
        }
        guard let commit = line.commit, commit.scene == global.sceneOrMain else { continue }
        if known == nil, since == 0 { for line in early { try gap(line) } }
        let first = min(known?.lowerBound ?? commit.revision, commit.revision)
        known = first...max(known?.upperBound ?? commit.revision, commit.revision)
        let isMeant = all || !commit.isMinor || isLastWanted
        let isWanted = at.map { $0 == commit.revision } ?? (commit.revision > since && isMeant)
        if isWanted { try body(commit) }
      }
      return Output.isTaken
    }
    return (known, newestRow)
  }

  /// The revisions at which a command is to run.
  private func wanted(_ source: ReplaySource) async throws -> [Place] {
    var places: [Place] = []
    let (known, newestRow) = try await forEach(source) { commit in
      let place = Place(number: commit.revision, row: commit.row)
      if each { places.append(place) } else { places = [place] }
    }
    if places.isEmpty { throw missing(known) }
    // With the last revision goes all that was tried since, and nothing that comes while the command is being started.
    if isLastWanted { places[0].row = newestRow }
    return places
  }

  private func missing(_ known: ClosedRange<Revision>?) -> CommandFailure {
    let scene = global.sceneOrMain
    guard let known else {
      return CommandFailure(
        "nothing was ever committed in scene \(scene), as far as this reaches back", notes: ["  --scene names another"],
        .notAsAsked)
    }
    if at == nil, known.upperBound > since {
      return CommandFailure(
        "behind revision \(since) \(scene) has only revisions that say that a screen has appeared",
        notes: ["  --all tells them, too"], .notAsAsked)
    }
    let what = at.map { "revision \($0) of \(scene)" } ?? "such a revision of \(scene)"
    return CommandFailure(
      "\(what) is not in it; it has \(known.lowerBound) to \(known.upperBound)", .notAsAsked)
  }

  // ── what is told ───────────────────────────────────────────────────────────────────────────────

  private func list(_ source: ReplaySource) async throws {
    var text = HistoryText()
    var count = 0
    let (known, _) = try await forEach(
      source,
      gap: { line in
        switch global.format {
        case .json: Output.json(line.text)
        case .text: for line in text.lines(ofGap: line) { Output.line(line) }
        }
      }
    ) { commit in
      count += 1
      switch global.format {
      case .json: Output.json(JSONLine.text(commit, as: "commit"))
      case .text: for line in text.lines(.commit(commit)) { Output.line(line) }
      }
    }
    if count == 0, Output.isTaken { throw missing(known) }
  }

  private func tellOne(_ source: ReplaySource) async throws {
    var found: PastCommit?
    let (known, _) = try await forEach(source) { found = $0 }
    guard let found else { throw missing(known) }
    switch global.format {
    case .json: Output.json(JSONLine.text(found, as: "commit"))
    case .text: for line in RevisionText(found).lines { Output.line(line) }
    }
  }
}
