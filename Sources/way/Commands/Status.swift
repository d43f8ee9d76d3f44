// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import Waykeeper

struct Status: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Prints the coordinator, the workers, and the path with its hosts. The same as `way` alone.")

  @Flag(help: "Draw it anew with each change, and each second, until interrupted; for a terminal.")
  var watch = false

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    guard watch else { return }
    guard global.format == .text, isatty(STDOUT_FILENO) == 1 else {
      throw ValidationError("--watch draws on a terminal; `way watch` tells changes to a pipe, as JSON too")
    }
    guard TerminalScreen.knowsSequences() else {
      throw ValidationError("--watch cannot draw on a terminal of TERM=dumb; `way watch` tells changes in lines")
    }
  }

  func run() async throws {
    if watch { try await StatusWatch(global: global).run() } else { try await Self.tell(global) }
  }

  /// Tells the status once.
  static func tell(_ options: some CoordinatorOptions) async throws {
    let folder = try options.location.resolve()
    let navigator = try options.navigator()
    var status = try await navigator.status()
    try await check(options.scene, in: status, navigator)
    switch options.format {
    case .json:
      if let scene = options.scene { status.scenes.removeAll { $0.scene != scene } }
      Output.json(JSONLine.text(status))
    case .text:
      for line in try await text(status, by: navigator, folder: folder, scene: options.scene).lines {
        Output.line(line)
      }
    }
  }

  /// Throws where there is no such scene.
  static func check(_ scene: SceneName?, in status: CoordinatorStatus, _ navigator: Navigator) async throws {
    guard let scene, !status.scenes.contains(where: { $0.scene == scene }) else { return }
    throw try await SceneFailure.unknown(scene, navigator)
  }

  /// The status as it is now; only of `scene` if given.
  static func text(by navigator: Navigator, folder: String, scene: SceneName?) async throws -> StatusText {
    try await text(navigator.status(), by: navigator, folder: folder, scene: scene)
  }

  private static func text(
    _ status: CoordinatorStatus, by navigator: Navigator, folder: String, scene: SceneName?
  ) async throws -> StatusText {
    let states = try await states(of: scene.map { [$0] } ?? status.scenes.map(\.scene), by: navigator)
    return StatusText(status: status, states: states, folder: folder, now: Date(), scene: scene)
  }

  /// The routes, a few at a time: three of the largest fit into one answer.
  static func states(
    of scenes: [SceneName], by navigator: Navigator
  ) async throws(NavigatorError) -> [SceneState] {
    var states: [SceneState] = []
    for first in stride(from: 0, to: scenes.count, by: 3) {
      states += try await navigator.snapshot(of: Array(scenes[first..<min(first + 3, scenes.count)]))
    }
    return states
  }
}
