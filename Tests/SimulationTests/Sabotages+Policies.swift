// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

// Rules of scenes, switched off.

/// Nothing is locked.
struct ForgetsLocks: Sabotage {
  func altered(_ settings: Settings) -> Settings { settings.changingScenes { $0.lock = nil } }
}

/// Who does nothing for a moment has gone.
struct IsImpatient: Sabotage {
  func altered(_ settings: Settings) -> Settings { settings.changingScenes { $0.idle?.afterMs /= 4 } }
}

/// Nobody is waited for.
struct WaitsForNobody: Sabotage {
  func altered(_ settings: Settings) -> Settings { settings.changingScenes { $0.idle = nil } }
}

/// No worker is quarantined.
struct NeverQuarantines: Sabotage {
  func altered(_ settings: Settings) -> Settings {
    var settings = settings
    settings.crashLoop = nil
    return settings
  }
}

/// A worker is quarantined a death too early.
struct QuarantinesTooSoon: Sabotage {
  func altered(_ settings: Settings) -> Settings {
    var settings = settings
    settings.crashLoop?.deaths -= 1
    return settings
  }
}

/// Signs of life are lost.
struct LosesSignsOfLife: Sabotage {
  mutating func altered(_ event: Event) -> (events: [Event], actions: [Action]) {
    if case .received(.active, _) = event { ([], []) } else { ([event], []) }
  }
}

extension Settings {
  /// These, with each scene's rules changed.
  fileprivate func changingScenes(_ change: (inout Scene) -> Void) -> Settings {
    var settings = self
    settings.scenes = scenes.mapValues { rules in
      var rules = rules
      change(&rules)
      return rules
    }
    return settings
  }
}
