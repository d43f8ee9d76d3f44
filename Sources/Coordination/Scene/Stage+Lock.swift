// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// The lock of a scene (specification, section "Lock"). The route alone says what it allows, so nothing of it can be lost.
extension Stage {
  /// The ending of a command whose route the scene's lock does not let stand; nil where it does.
  func lockEnding(_ route: Route, in world: World) -> Ending? {
    guard let lock = world.settings.scenes[name]?.lock, let screen = lock.keepsOut(of: route.root) else { return nil }
    let names = lock.allow.sorted().map(\.rawValue)
    let wayOut = lock.out.map { "; above '\($0)' every screen may stand" } ?? ""
    return Ending(
      .rejected(.locked),
      message: "the lock of scene \(name) keeps '\(screen)' out\(wayOut) (allowed: \(names.joined(separator: " ")))"
        + Spelling.hint(screen.rawValue, among: names))
  }
}
