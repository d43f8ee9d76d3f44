// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CSocketCalls
import CommandLines
import Foundation
import RouteModel
import StandardStreams
import Waykeeper
import ZeroMQ

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

  /// Runs the program on its first thread, to its end.
  static func main() {
    // A reader that goes must not end us without a word: a worker says goodbye, and a tour ends what it has started.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    if CommandLine.arguments.dropFirst().first == SandboxKeeper.configuration.commandName {
      SandboxKeeper.writeFromBackground()
    }
    StandardStream.occupyClosed()
    waykeeper_calls_see_connects()
    Task(executorPreference: host) {
      await run()
      exit(having: .asAsked)
    }
    host.run()
  }

  /// The first thread: tasks run there, and the connection that they wait for.
  static let host = ReactorHost()

  /// Parses and runs; every error becomes one of the documented exit codes.
  private static func run() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    // Of a line that is being typed a part may be anything.
    if arguments.first != CompletedWay.request, let failure = ArgumentOctets.failure { fail(failure, arguments) }
    if let line = PlainLine(arguments) {
      do {
        return try await line.run()
      } catch {
        fail(error, arguments)
      }
    }
    if arguments.first == SandboxKeeper.configuration.commandName { return await run(arguments) }
    switch Invocation(arguments, commands: names) {
    case .help: Output.page(HelpText.top)
    case .verbs: Output.page(HelpText.verbs)
    case .version: tellVersion(.text)
    case .unknown(let typed, let nearest):
      let word = UsageHint.brief(typed, typed: arguments)
      let hint = nearest.map { " Did you mean '\($0)'?" } ?? ""
      let list = (["way"] + word.split(separator: " ").dropLast().map(String.init) + ["--help"]).joined(separator: " ")
      fail(
        CommandFailure("there is no command '\(word)'.\(hint)", notes: ["  `\(list)` lists them."], .usage), arguments)
    case .command(let arguments):
      if let repeated = RepeatedOption(in: arguments) { fail(repeated.failure, arguments) }
      await run(arguments)
    }
  }

  /// What a first word can be.
  static let names = configuration.subcommands.compactMap { command in
    command.configuration.shouldDisplay ? command.configuration.commandName : nil
  }

  /// What a second word can be, where the first is a command that has others within it.
  static let nested: [String: [String]] = configuration.subcommands.reduce(into: [:]) { nested, command in
    let within = command.configuration.subcommands.compactMap { $0.configuration.commandName }
    guard let name = command.configuration.commandName, !within.isEmpty else { return }
    nested[name] = within
  }

  private static func run(_ arguments: [String]) async {
    if let script = CompletionScript(wantedBy: arguments) { return Output.lines(script.text) }
    do {
      let isCompletion = arguments.first == CompletedWay.request
      var command = try await isCompletion ? CompletedWay.asyncParseAsRoot(arguments) : asyncParseAsRoot(arguments)
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      fail(error, arguments)
    }
  }

  /// Ends the program because of an error.
  private static func fail(_ error: any Error, _ arguments: [String]) -> Never {
    Output.finishNotices()
    switch error {
    case let error as NavigatorError:
      ErrorText.print(error, format: OutputFormat(in: arguments))
      exit(having: ExitStatus(error), of: arguments)
    case let error as CommandFailure:
      ErrorText.print(error, format: OutputFormat(in: arguments))
      exit(having: error.status, of: arguments)
    case let code as ExitCode:
      if !Output.isTaken { exit(with: .noOutput) }
      Foundation.exit(code.rawValue)
    default: end(error, arguments)
    }
  }

  /// Ends the program, which has come to this; what it was to tell of it counts more, where that could not be told.
  private static func exit(having status: ExitStatus) -> Never { exit(with: Output.isTaken ? status : .noOutput) }

  /// The same because of an error. That of a worker keeps its code: a service manager goes by it, and starts no worker again whose command
  /// line or file is wrong.
  private static func exit(having status: ExitStatus, of arguments: [String]) -> Never {
    let options = arguments.prefix { $0 != "--" }
    let isWorker = options.first == WorkerCommand.configuration.commandName
    if isWorker, !options.contains("--check"), !options.contains("--example") { exit(with: status) }
    exit(having: status)
  }

  private static func tellVersion(_ format: OutputFormat) {
    switch format {
    case .text: Output.line(configuration.version)
    case .json: Output.json(JSONValue.object([("version", .string(configuration.version))]).json)
    }
  }

  /// Help and version go to the standard output, as the parser has them; its errors get our name and exit code.
  private static func end(_ error: any Error, _ arguments: [String]) -> Never {
    TerminalColumns.boundParser()
    let text = fullMessage(for: error)
    guard exitCode(for: error) != .success else {
      if text == configuration.version { tellVersion(OutputFormat(in: arguments)) } else { Output.help(text) }
      exit(having: .asAsked)
    }
    let told = Self.message(for: error)
    let said = UsageHint.message(of: arguments, told: told) ?? told
    let message = UsageHint.brief(said, typed: arguments)
    if OutputFormat(in: arguments) == .json { Output.json(ErrorText.json(code: "usage", message)) }
    // The parser's help is about what it blames, which may be something else.
    let usage = (text.components(separatedBy: told).last ?? "").split(separator: "\n")
      .filter { said.hasPrefix(told) || !$0.hasPrefix("Help:") }
    // The parser's own words may have lines; what was typed is shown as it is.
    let isTyped = arguments.contains { $0.contains("\n") }
    let lines = isTyped ? ["way: \(message)"] : "way: \(message)".split(separator: "\n").map(String.init)
    Output.errors(lines + usage.map(String.init))
    exit(having: .usage, of: arguments)
  }
}

/// What a command line asks for, before it is parsed in full.
enum Invocation: Equatable {
  case help
  case verbs
  case version
  case unknown(String, nearest: String?)
  case command([String])

  /// The options that may also stand before the command; each takes a value.
  static let globals = ["--scene", "--format", "--timeout", "--runtime-dir"]

  /// Options before the command are moved behind it, where the parser wants them.
  ///
  /// - Parameter nested: The commands within commands.
  init(_ arguments: [String], commands: [String], nested: [String: [String]] = Way.nested) {
    var rest = arguments[...]
    let leading = Self.takeGlobals(&rest)
    let words = Array(rest)
    switch words.first {
    case "--help", "-h": self = .help
    case "--version" where arguments.count == 1: self = .version
    case "help": self = .guidance(on: Array(words.dropFirst()), commands, nested)
    case let word? where nested[word] != nil && words.count > 1:
      let second = words[1]
      if second.hasPrefix("-") || second == "help" || nested[word]?.contains(second) == true {
        // The options are those of the command within it.
        self = .command(words.prefix(2) + leading + words.dropFirst(2))
      } else {
        self = .misspelt(second, within: word, nested)
      }
    case let word? where word.hasPrefix("-"): self = .command(leading + words)
    case let word? where commands.contains(word): self = .command([word] + leading + words.dropFirst())
    case let word?: self = .unknown(word, nearest: Spelling.nearest(to: word, among: commands + ["help"]))
    case nil: self = .command(leading)
    }
  }

  /// Takes the global options with which the words begin; returns them, with their values.
  private static func takeGlobals(_ words: inout ArraySlice<String>) -> [String] {
    var taken: [String] = []
    while let word = words.first, word.hasPrefix("--"), word != "--" {
      let name = word.prefix { $0 != "=" }
      guard globals.contains(String(name)) else { break }
      taken.append(word)
      words.removeFirst()
      if name == word, let value = words.popFirst() { taken.append(value) }
    }
    return taken
  }

  /// What `help` asks for with these words behind it. It is the same for every scene and coordinator.
  private static func guidance(
    on typed: [String], _ commands: [String], _ nested: [String: [String]]
  ) -> Invocation {
    var (rest, words) = (typed[...], [String]())
    while !rest.isEmpty {
      _ = takeGlobals(&rest)
      if let word = rest.popFirst() { words.append(word) }
    }
    guard let word = words.first, !["--help", "-h", "help"].contains(word) else { return .help }
    if word == "verbs" { return .verbs }
    guard commands.contains(word) else {
      return .unknown(word, nearest: Spelling.nearest(to: word, among: commands + ["verbs"]))
    }
    if words.count > 1, nested[word]?.contains(words[1]) == false { return .misspelt(words[1], within: word, nested) }
    return .command(["help"] + words)
  }

  private static func misspelt(_ word: String, within command: String, _ nested: [String: [String]]) -> Invocation {
    .unknown(
      "\(command) \(word)",
      nearest: Spelling.nearest(to: word, among: nested[command] ?? []).map { "\(command) \($0)" })
  }
}
