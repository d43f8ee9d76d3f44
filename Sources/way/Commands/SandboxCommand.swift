// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CProcessCalls
import ChildProcesses
import Foundation

struct SandboxCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sandbox", abstract: "Runs a command with a coordinator of its own, and ends with its exit code.",
    usage: "way sandbox [--config <file>] [--keep] [--quiet] -- <command> [<argument> ...]",
    discussion: """
      The coordinator lives in a new folder below the temporary one, with its journal and with hosting optional, unless \
      --config says otherwise. $WAYKEEPER_RUNTIME_DIR names the folder to the command and to all that it starts; input, \
      output, terminal and signals are those of the command.

      way sandbox -- bash
      way sandbox -- bash -c 'way worker kiosk.worker.yaml &
        way wait --workers kiosk && way start home'

      When the command ends, whatever it has left running is ended, then the coordinator, and the folder goes; so they do \
      when this program is killed. On a terminal a line at the beginning and one at the end say so.

      It ends with the exit code of the command; with 128+n where signal n ended that; with 127 where there is no such \
      command, 126 where it cannot be run; with 2 or 4 where there is no sandbox, because of its configuration or else.
      """)

  @OptionGroup var options: SandboxOptions

  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp("Behind --, a command and its arguments.", valueName: "command"), completion: .file())
  var command: [String] = []

  func validate() throws {
    if command.isEmpty { throw ValidationError("a command is missing behind --, such as: way sandbox -- bash") }
  }

  func run() async throws { throw ExitCode(try await Self.run(command, options)) }

  /// Runs a command in a sandbox, to the end of both; returns its exit code.
  ///
  /// - Parameter more: What else the coordinator is to be, as words for the keeper.
  static func run(_ command: [String], _ options: SandboxOptions, _ more: [String] = []) async throws -> Int32 {
    _ = try OwnStage.daemon()
    let place = SandboxFolder.fresh()
    let (keeper, lifeline) = try startKeeper(place, options.words + more + ["--"] + command)
    let end = await keeper.ended()
    // A signal from now on has nobody to tell; another sandbox may follow.
    _ = waykeeper_process_note_signals(-1)
    close(lifeline)
    if case .exited(let code) = end { return code }
    // Nobody keeps the sandbox any more, so what is in it is ended from here.
    SandboxEvents().watchChildren()
    let (ended, left) = await Descendants.end()
    let ending = SandboxEnding(place: place, options: options, ended: ended.count, left: left)
    return try ending.finish(.success(.ended(end)))
  }

  /// Starts the keeper, which outlives this process where that is killed. Returns it, and what it reads signals and
  /// our end from.
  private static func startKeeper(
    _ place: SandboxFolder, _ rest: [String]
  ) throws -> (keeper: Child, lifeline: Int32) {
    guard let lifeline = ProcessPipe(), waykeeper_process_adopt() == 0,
      waykeeper_process_note_signals(lifeline.writing) == 0
    else {
      throw CommandFailure("cannot watch over a sandbox: \(String(cString: strerror(errno)))", .noCoordinator)
    }
    let program = OwnStage.path(of: "way")
    let own = [program, SandboxKeeper.configuration.commandName ?? "", "--folder", place.path]
    let words = own + ["--lifeline", "\(lifeline.reading)", "--group", "\(getpgrp())"] + rest
    do {
      let keeper = try Child(ChildProcess(words: words, kept: lifeline.reading, inherits: true))
      close(lifeline.reading)
      return (keeper, lifeline.writing)
    } catch {
      throw CommandFailure("cannot start \(program): \(error)", .noCoordinator)
    }
  }
}
