// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Waykeeper

/// The options of every command that speaks to a coordinator.
protocol CoordinatorOptions {
  var scene: SceneName? { get }
  var format: OutputFormat { get }
  var timeout: Duration? { get }
  var runtimeDir: String? { get }
}

extension CoordinatorOptions {
  /// Where the coordinator is looked for.
  var location: CoordinatorLocation { runtimeDir.map(CoordinatorLocation.runtimeFolder) ?? .automatic }

  /// The scene that a command is for where it has to be one.
  var sceneOrMain: SceneName { scene ?? "main" }

  /// How long an answer is waited for.
  var patience: Duration { timeout ?? .seconds(5) }

  /// A connection to the coordinator, with these options set. It ends with the program.
  func navigator() throws(NavigatorError) -> Navigator {
    let navigator = try Navigator.connect(location, name: "way", on: Way.host) { folder, passedOver in
      if let note = CoordinatorLocation.note(of: folder, passedOver) { Output.error(note) }
    }
    .scene(sceneOrMain).timeout(patience)
    connections.withLock { $0.append(navigator) }
    return navigator
  }
}

/// Kept to the end of the program. Where an answer is there nothing waits to be sent, and to close in order what the end
/// closes anyway takes as long as an answer.
private let connections = Mutex<[Navigator]>([])

extension CoordinatorLocation {
  /// Says that the coordinator is not the first one that there was: a person may have thought of that one.
  static func note(of folder: String, _ passedOver: [CoordinatorLocation.Attempt]) -> String? {
    let silent = passedOver.filter {
      switch $0.problem {
      case .nobodyListens, .permissionDenied, .folderClosed: true
      case .notSet, .noFolder, .noSocket, .notOurs, .other: false
      }
    }
    guard !silent.isEmpty else { return nil }
    let places = silent.map { "\($0.place): \($0.problem)" }.joined(separator: "; ")
    return "note: this is the coordinator at \(folder) (\(places))"
  }
}
