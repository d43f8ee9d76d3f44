// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import TestSupport

/// Rules of scenes, drawn by a generator of their own: the other installations are what they would be without them.
extension Fleet {
  /// Gives declared scenes rules for when nobody does anything, and locks.
  mutating func addPolicies(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed ^ 0x1D1E_10CC)
    for scene in settings.scenes.keys.sorted() {
      if random.chance(500) {
        settings.scenes[scene]?.idle = Settings.Idle(
          afterMs: random.number(1000...6000), replace: [PathItem(AnyScreen("home"))],
          unless: random.chance(300) ? ["form"] : [])
      }
      if random.chance(500) {
        let others = Self.screens.filter { $0 != "home" && $0 != "map" && random.chance(700) }
        settings.scenes[scene]?.lock = Settings.Lock(allow: Set(others + ["home", Self.container]), out: "map")
      }
    }
  }

  /// Whether people of a scene are waited for.
  var hasIdle: Bool { settings.scenes.values.contains { $0.idle != nil } }
}
