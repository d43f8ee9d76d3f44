// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Synchronization
import Waykeeper

/// How results are written.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json

  /// What a command line wants that may not have been parsed to its end.
  init(in arguments: [String]) {
    let isJSON =
      arguments.contains("--format=json")
      || zip(arguments, arguments.dropFirst()).contains { $0 == ("--format", "json") }
    self = isJSON ? .json : .text
  }
}

/// The options of every command that speaks to a coordinator; they may also stand before the command.
struct GlobalOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The scene.", valueName: "name"), completion: LiveNames.scenes, transform: Parse.scene)
  var scene: SceneName?

  @Option(help: "For people, or one JSON object a line.")
  var format: OutputFormat = .text

  @Option(
    help: ArgumentHelp("How long to wait for an answer. (default: 5s)", valueName: "time"), transform: Parse.patience)
  var timeout: Duration?

  @Option(
    help: ArgumentHelp("The folder of the coordinator's sockets; else the usual places.", valueName: "folder"),
    completion: .directory)
  var runtimeDir: String?

  /// Where the coordinator is looked for.
  var location: CoordinatorLocation { runtimeDir.map(CoordinatorLocation.runtimeFolder) ?? .automatic }

  /// The scene that a command is for where it has to be one.
  var sceneOrMain: SceneName { scene ?? "main" }

  /// Kept to the end of the program. Where an answer is there nothing waits to be sent, and to close in order what the end
  /// closes anyway takes as long as an answer.
  private static let connections = Mutex<[Navigator]>([])

  /// A connection to the coordinator, with these options set. It ends with the program.
  func navigator() throws(NavigatorError) -> Navigator {
    let navigator = try Navigator.connect(location, name: "way", on: Way.host) { folder, passedOver in
      if let note = Self.note(of: folder, passedOver) { Output.error(note) }
    }
    .scene(sceneOrMain).timeout(timeout ?? .seconds(5))
    Self.connections.withLock { $0.append(navigator) }
    return navigator
  }

  /// Says that the coordinator is not the first one that there was: a person may have thought of that one.
  static func note(of folder: String, _ passedOver: [CoordinatorLocation.Attempt]) -> String? {
    let silent = passedOver.filter {
      switch $0.problem {
      case .nobodyListens, .permissionDenied: true
      case .notSet, .noFolder, .noSocket, .notOurs, .other: false
      }
    }
    guard !silent.isEmpty else { return nil }
    let places = silent.map { "\($0.place): \($0.problem)" }.joined(separator: "; ")
    return "note: this is the coordinator at \(folder) (\(places))"
  }
}
