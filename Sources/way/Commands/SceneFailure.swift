// SPDX-License-Identifier: Apache-2.0

import RouteModel
import Waykeeper

/// The failure of a command for a scene that there is not.
enum SceneFailure {
  /// Throws where a scene is named that there is not. To be asked where nothing was found in it.
  static func check(_ scene: SceneName?, _ navigator: Navigator) async throws {
    guard let scene, try await navigator.scenes(scene).isEmpty else { return }
    throw try await unknown(scene, navigator)
  }

  /// Says which scenes there are.
  static func unknown(_ scene: SceneName, _ navigator: Navigator) async throws -> CommandFailure {
    let known = try await navigator.scenes().map(\.scene.rawValue)
    let hint = Spelling.nearest(to: scene.rawValue, among: known).map { " Did you mean '\($0)'?" } ?? ""
    let advice =
      known.isEmpty
      ? "none has begun; `way start NAME` or `way replace PATH` begins one" : "scenes: \(known.joined(separator: " "))"
    return CommandFailure("there is no scene '\(scene)'.\(hint)", notes: ["  \(advice)"], .notAsAsked)
  }

  /// What is said behind the name of a scene that is not there yet, and may have been mistyped: the nearest name, and which scenes
  /// there are. Nil where it is there, and where that cannot be asked.
  static func others(than scene: SceneName, _ navigator: Navigator) async -> String? {
    guard let scenes = try? await navigator.scenes().map(\.scene.rawValue), !scenes.contains(scene.rawValue) else {
      return nil
    }
    let list = scenes.isEmpty ? "none yet" : scenes.joined(separator: " ")
    return "\(Spelling.hint(scene.rawValue, among: scenes)) (scenes: \(list))"
  }
}
