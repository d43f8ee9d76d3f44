// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

// Rules of scenes, switched off.

/// Nothing is locked.
struct ForgetsLocks: Sabotage {
  func altered(_ settings: Settings) -> Settings {
    var settings = settings
    for scene in settings.scenes.keys { settings.scenes[scene]?.lock = nil }
    return settings
  }
}

/// Who does nothing for a moment has gone.
struct IsImpatient: Sabotage {
  func altered(_ settings: Settings) -> Settings {
    var settings = settings
    for scene in settings.scenes.keys { settings.scenes[scene]?.idle?.afterMs /= 4 }
    return settings
  }
}

/// Nobody is waited for.
struct WaitsForNobody: Sabotage {
  func altered(_ settings: Settings) -> Settings {
    var settings = settings
    for scene in settings.scenes.keys { settings.scenes[scene]?.idle = nil }
    return settings
  }
}

/// Signs of life are lost.
struct LosesSignsOfLife: Sabotage {
  mutating func altered(_ event: Event) -> (events: [Event], actions: [Action]) {
    if case .received(.active, _, _) = event { ([], []) } else { ([event], []) }
  }
}
