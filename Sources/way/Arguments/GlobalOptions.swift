// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Waykeeper

/// How results are written.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json

  /// What a command line wants that may not have been parsed to its end.
  init(in arguments: [String]) {
    // What stands behind -- is another program's.
    let arguments = arguments.prefix { $0 != "--" }
    let isJSON =
      arguments.contains("--format=json")
      || zip(arguments, arguments.dropFirst()).contains { $0 == ("--format", "json") }
    self = isJSON ? .json : .text
  }
}

/// The options of every command that speaks to a coordinator; they may also stand before the command.
struct GlobalOptions: ParsableArguments, CoordinatorOptions {
  @Option(
    help: ArgumentHelp("The scene.", valueName: "name"), completion: LiveNames.scenes, transform: Parse.scene)
  var scene: SceneName?

  @Option(help: "For people, or one JSON object a line; of an empty list none.")
  var format: OutputFormat = .text

  @Option(
    help: ArgumentHelp(
      """
      How long to wait for an answer, anew where a gate parks the command. (default: 5s, of `wait` 10s, of `open` 15s, and 2s \
      longer than a --deadline)
      """, valueName: "time"),
    transform: Parse.patience)
  var timeout: Duration?

  @Option(
    help: ArgumentHelp("The folder of the coordinator's sockets; else the usual places.", valueName: "folder"),
    completion: .directory, transform: Parse.folder)
  var runtimeDir: String?

  /// Refuses an option that would do nothing: whoever gives it expects something of it.
  ///
  /// - Parameter reason: What the command is about, in place of one scene.
  /// - Throws: `ValidationError` where a scene is named.
  func refuseScene(_ reason: String) throws {
    guard scene == nil else { throw ValidationError("--scene would do nothing here: \(reason)") }
  }
}
