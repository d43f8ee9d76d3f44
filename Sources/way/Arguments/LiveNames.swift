// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Waykeeper

/// What the coordinator knows now, for completion in a shell. A person waits for it, so it has 200 ms; without a coordinator
/// or without an answer there is nothing to offer.
enum LiveNames {
  static let patience: Duration = .milliseconds(200)

  /// Screens that a worker registers.
  static let screens = live { navigator, scene in
    try await workers(navigator, scene).flatMap { $0.screens.map(\.rawValue) }
  }
  /// Roots that a worker installs.
  static let roots = live { navigator, scene in
    try await workers(navigator, scene).flatMap { $0.roots.map(\.rawValue) }
  }
  /// Workers that it knows.
  static let workers = live { navigator, _ in try await navigator.workers().map(\.name.rawValue) }
  /// Elements of the scene, by id and by name.
  static let targets = live { navigator, scene in
    try await elements(navigator, scene).flatMap { [$0.id.description, $0.screen.name.rawValue] }
  }
  /// Elements of the scene, by id.
  static let elements = live { navigator, scene in try await elements(navigator, scene).map(\.id.description) }
  /// Names of screens on the scene's route.
  static let shown = live { navigator, scene in try await elements(navigator, scene).map(\.screen.name.rawValue) }
  /// Branches of the scene's containers.
  static let branches = live { navigator, scene in
    try await elements(navigator, scene).flatMap { ($0.branches?.branches ?? []).map(\.name.rawValue) }
  }
  static let scenes = live { navigator, _ in try await navigator.scenes().map(\.scene.rawValue) }
  static let routes = live { navigator, scene in try await navigator.plan(of: scene).map(\.route.rawValue) }
  static let destinations = live { navigator, scene in
    try await navigator.destinations(of: scene).map(\.name.rawValue)
  }
  /// Commands that did not end as asked.
  static let commands = live { navigator, _ in try await navigator.status().notAsAsked.map(\.command.description) }

  /// Commands that a gate has parked.
  static let parked = live { navigator, _ in
    try await navigator.scenes().flatMap { $0.parkedCommands.map(\.description) }
  }
  /// Commands that have not ended: those that run, and those that wait or are parked.
  static let unended = live { navigator, _ in
    try await navigator.scenes().flatMap {
      [$0.running].compactMap(\.self) + $0.held.map(\.id) + $0.untoldParked
    }.map(\.description)
  }

  /// Elements of the scene, and commands that did not end as asked: what people want explained.
  static let puzzles = live { navigator, scene in
    try await elements(navigator, scene).map(\.id.description)
      + navigator.status().notAsAsked.map(\.command.description)
  }

  private static func workers(
    _ navigator: Navigator, _ scene: SceneName
  ) async throws(NavigatorError) -> [WorkerStatus] {
    try await navigator.workers().filter { $0.scenes?.contains(scene) ?? true }
  }

  private static func elements(_ navigator: Navigator, _ scene: SceneName) async throws(NavigatorError) -> [Element] {
    var elements: [Element] = []
    for state in try await navigator.snapshot(of: [scene]) { state.path.path.forEachElement { elements.append($0) } }
    return elements
  }

  private static func live(
    _ names: @escaping @Sendable (Navigator, SceneName) async throws -> [String]
  ) -> CompletionKind {
    .custom { words, _, _ in await offered(for: words, names) }
  }

  /// The names for a command line that is being typed, each once.
  private static func offered(
    for words: [String], _ names: @Sendable (Navigator, SceneName) async throws -> [String]
  ) async -> [String] {
    let location = value(of: "--runtime-dir", in: words).map(CoordinatorLocation.runtimeFolder) ?? .automatic
    let scene = value(of: "--scene", in: words).flatMap { SceneName($0) } ?? "main"
    guard let navigator = try? Navigator.connect(location, name: "way").timeout(patience) else { return [] }
    let known = (try? await names(navigator, scene)) ?? []
    await navigator.close()
    return Set(known).sorted()
  }

  private static func value(of option: String, in words: [String]) -> String? {
    if let word = words.last(where: { $0.hasPrefix(option + "=") }) { return String(word.dropFirst(option.count + 1)) }
    return words.lastIndex(of: option).flatMap { words.indices.contains($0 + 1) ? words[$0 + 1] : nil }
  }
}
