// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import RouteModel
import Waykeeper

/// The command line: looks at a coordinator's routes and drives them.
@main
struct Way: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "way", abstract: "Looks at the route that Waykeeper keeps, and drives it.", version: "0.1.0",
    subcommands: [
      Status.self, PathCommand.self, Watch.self, History.self, Why.self, Workers.self, Scenes.self, TreeCommand.self,
      Resolve.self, OutcomeCommand.self, Wait.self, ActiveCommand.self, Cancel.self, Resume.self, Back.self, Show.self,
      Hide.self,
      Navigate.self, Start.self, Go.self, GoBack.self, Replace.self, Open.self,
      Dismiss.self, DismissSuccessor.self, ReplaceContent.self, ReplaceScreen.self, Appeared.self,
      DriveTo.self, DriveSub.self, DriveParent.self, PlanCommand.self,
      RouteTo.self, Destinations.self, Select.self, InsertBranch.self, RemoveBranch.self, ReplaceBranches.self,
      JournalCommand.self, Demo.self, SandboxCommand.self, SandboxKeeper.self, WorkerCommand.self, Run.self,
      BenchCommand.self,
    ],
    defaultSubcommand: Status.self)

  /// Parses, runs and exits; every error becomes one of the documented exit codes.
  static func main() async {
    Output.occupyClosedStreams()
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == SandboxKeeper.configuration.commandName { return await run(arguments) }
    switch Invocation(arguments, commands: names) {
    case .help: Output.page(HelpText.top)
    case .verbs: Output.page(HelpText.verbs)
    case .unknown(let word, let nearest):
      let hint = nearest.map { " Did you mean '\($0)'?" } ?? ""
      Output.errors(["way: there is no command '\(word)'.\(hint)", "  `way --help` lists them."])
      Status.exit(with: .usage)
    case .command(let arguments): await run(arguments)
    }
    if !Output.isTaken { exit(with: .noOutput) }
  }

  /// What a first word can be.
  static let names = configuration.subcommands.compactMap { command in
    command.configuration.shouldDisplay ? command.configuration.commandName : nil
  }

  private static func run(_ arguments: [String]) async {
    do {
      var command = try await asyncParseAsRoot(arguments)
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch let error as NavigatorError {
      ErrorText.print(error, format: OutputFormat(in: arguments))
      exit(with: ExitStatus(error))
    } catch let error as CommandFailure {
      ErrorText.print(error, format: OutputFormat(in: arguments))
      exit(with: error.status)
    } catch let code as ExitCode {
      if !Output.isTaken { exit(with: .noOutput) }
      exit(withError: code)
    } catch {
      end(error, arguments)
    }
  }

  /// Help and version go to the standard output, as the parser has them; its errors get our name and exit code.
  private static func end(_ error: any Error, _ arguments: [String]) -> Never {
    let text = fullMessage(for: error)
    guard exitCode(for: error) != .success else {
      Output.lines(text)
      exit(with: Output.isTaken ? .asAsked : .noOutput)
    }
    let message = Self.message(for: error)
    if OutputFormat(in: arguments) == .json { Output.json(ErrorText.json(code: "usage", message)) }
    let usage = text.components(separatedBy: message).last ?? ""
    Output.errors(["way: \(message)"] + usage.split(separator: "\n").map(String.init))
    exit(with: .usage)
  }
}

/// What a command line asks for, before it is parsed in full.
enum Invocation: Equatable {
  case help
  case verbs
  case unknown(String, nearest: String?)
  case command([String])

  /// The options that may also stand before the command; each takes a value.
  static let globals = ["--scene", "--format", "--timeout", "--runtime-dir"]

  /// Options before the command are moved behind it, where the parser wants them.
  init(_ arguments: [String], commands: [String]) {
    var leading: [String] = []
    var rest = arguments[...]
    while let word = rest.first, word.hasPrefix("--"), word != "--" {
      let name = word.prefix { $0 != "=" }
      guard Self.globals.contains(String(name)) else { break }
      leading.append(word)
      rest.removeFirst()
      if name == word, let value = rest.popFirst() { leading.append(value) }
    }
    switch rest.first {
    case "--help", "-h": self = .help
    case "help" where rest.count == 1: self = .help
    case "help" where rest.dropFirst().first == "verbs": self = .verbs
    case "help" where !commands.contains(rest[rest.startIndex + 1]):
      let word = rest[rest.startIndex + 1]
      self = .unknown(word, nearest: Spelling.nearest(to: word, among: commands + ["verbs"]))
    case let word? where word == JournalCommand.configuration.commandName && rest.count > 1:
      // The options are those of the command within it.
      self = .command(rest.prefix(2) + leading + rest.dropFirst(2))
    case let word? where commands.contains(word) || word == "help" || word.hasPrefix("-"):
      self = .command([word] + leading + rest.dropFirst())
      if word.hasPrefix("-") { self = .command(leading + rest) }
    case let word?: self = .unknown(word, nearest: Spelling.nearest(to: word, among: commands + ["help"]))
    case nil: self = .command(leading)
    }
  }
}
