// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Synchronization
import Waykeeper

struct Run: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Carries out JSON commands, one a line, and tells one outcome a line.",
    discussion: """
      {"verb":"show","names":["exhibit"],"context":{"id":7}}
      {"verb":"go","screens":["exhibit?id=7"],"on":{"id":0}}

      In order, over one connection; each outcome as soon as it is known. A line that is no command is answered with \
      {"error":…} and the rest goes on, and so is one of more than 1 MiB. A command that a gate parks does not hold up the next; its outcome comes when \
      it has one. Once a line has got no answer, the next ones are sent only where the coordinator answers. Exits with 0 when \
      every line got an outcome, whatever it is.
      """)

  @Argument(
    help: ArgumentHelp("A file of lines; - for the standard input.", valueName: "file"), completion: .file(),
    transform: Parse.file)
  var file: String

  @OptionGroup var options: VerbOptions

  func run() async throws {
    let lines = try InputLines(file)
    let navigator = try options.navigator()
    let worst = Worst()
    let absence = RunAbsence()
    try await withThrowingDiscardingTaskGroup { group in
      var number = 0
      for try await input in lines {
        // A command whose outcome nobody can read is not carried out.
        guard Output.isTaken else { break }
        number += 1
        guard let line = text(input, number, worst), line.contains(where: { !$0.isWhitespace }) else { continue }
        let place = number
        if let reason = await absence.reason(navigator) {
          Output.json(ErrorText.json(code: NavigatorError.Code.noCoordinator.description, reason, line: number))
          worst.note(.noCoordinator)
          continue
        }
        await Settling.run(with: navigator) {
          worst.note(await carryOut(line, place, absence, $0))
        } start: { work in
          group.addTask { await work() }
        }
      }
    }
    if let status = worst.status { throw ExitCode(status.rawValue) }
  }

  /// The text of a line; nil where it is too long, which is told.
  private func text(_ line: InputLine, _ number: Int, _ worst: Worst) -> String? {
    switch line {
    case .text(let text): return text
    case .tooLong(let bytes):
      let message = "the line has \(bytes) bytes, a command has at most \(InputLines.bytesMax)"
      Output.json(ErrorText.json(code: "noCommand", message, line: number))
      worst.note(.usage)
      return nil
    case .noText:
      Output.json(ErrorText.json(code: "noCommand", "the line is not UTF-8 text", line: number))
      worst.note(.usage)
      return nil
    }
  }

  /// Carries out one line and tells its end; what is wrong with it, if it got no outcome.
  private func carryOut(
    _ line: String, _ number: Int, _ absence: RunAbsence, _ navigator: Navigator
  ) async -> ExitStatus? {
    do {
      var defaults = try navigator.command(for: .back)
      defaults.animated = options.animated
      defaults.context = options.context
      let command = try JSONLine.command(line, defaults: defaults)
      Output.json(JSONLine.text(try await patient(navigator, for: command).attempt(command)))
      return nil
    } catch let fault as JSONLine.Fault {
      Output.json(ErrorText.json(code: "noCommand", fault.description, line: number))
      return .usage
    } catch let error as NavigatorError {
      absence.note(error)
      Output.json(ErrorText.json(code: error.code.description, error.message, id: error.commandID, line: number))
      return ExitStatus(error)
    } catch {
      Output.json(ErrorText.json(code: "failed", "\(error)", line: number))
      return .noAnswer
    }
  }
}

extension Run {
  /// Waits as long as the command may take, unless `--timeout` says otherwise.
  private func patient(_ navigator: Navigator, for command: Command) -> Navigator {
    guard options.global.timeout == nil else { return navigator }
    if let ms = command.deadlineMs { return navigator.timeout(max(.seconds(5), .milliseconds(ms) + .seconds(2))) }
    if case .open = command.verb { return navigator.timeout(Open.timeout) }
    return navigator
  }
}

/// What the worst line came to: the lowest exit code but 0, so no command counts before no coordinator, no answer and full.
private final class Worst: Sendable {
  private let state = Mutex<ExitStatus?>(nil)

  var status: ExitStatus? { state.withLock { $0 } }

  func note(_ status: ExitStatus?) {
    guard let status else { return }
    state.withLock { $0 = $0.map { $0.rawValue < status.rawValue ? $0 : status } ?? status }
  }
}
