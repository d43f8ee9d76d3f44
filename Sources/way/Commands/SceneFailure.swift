// SPDX-License-Identifier: Apache-2.0

import RouteModel
import Waykeeper

/// The failure of a command for a scene that there is not.
enum SceneFailure {
  /// Says which scenes there are.
  static func unknown(_ scene: SceneName, _ navigator: Navigator) async throws -> CommandFailure {
    let known = try await navigator.scenes().map(\.scene.rawValue)
    let hint = Spelling.nearest(to: scene.rawValue, among: known).map { " Did you mean '\($0)'?" } ?? ""
    let advice =
      known.isEmpty
      ? "none has begun; `way start NAME` or `way replace PATH` begins one" : "scenes: \(known.joined(separator: " "))"
    return CommandFailure("there is no scene '\(scene)'.\(hint)", notes: ["  \(advice)"], .notAsAsked)
  }
}
