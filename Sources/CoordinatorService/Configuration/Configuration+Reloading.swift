// SPDX-License-Identifier: Apache-2.0

import Coordination
import Logging
import RouteModel

extension Configuration {
  /// What a reload came to, as the log tells it.
  struct Changes: Hashable {
    /// What holds from now on.
    var taken: [String] = []
    /// Keys whose change needs a restart.
    var left: [String] = []
  }

  /// This configuration with all of `wanted` that can change while serving, and what changed.
  func reloaded(_ wanted: Configuration) -> (next: Configuration, changes: Changes) {
    var next = self
    var changes = Changes()
    func take(_ key: String, _ text: (Configuration) -> String, _ change: (inout Configuration) -> Void) {
      let before = text(next)
      let whole = next
      change(&next)
      guard next != whole else { return }
      let after = text(next)
      changes.taken.append(before == after ? key : "\(key) \(before) → \(after)")
    }
    for deadline in Deadline.allCases {
      take("deadlines.\(deadline.rawValue)", { TimeText.text(ms: $0.settings[keyPath: deadline.setting]) }) {
        $0.settings[keyPath: deadline.setting] = wanted.settings[keyPath: deadline.setting]
      }
    }
    take("links", { "\($0.settings.links.patterns.count)" }) { $0.settings.links = wanted.settings.links }
    take("destinations", { "\($0.settings.destinations.count)" }) {
      $0.settings.destinations = wanted.settings.destinations
    }
    take("every-destination", { _ in "" }) { $0.settings.destinationHooks = wanted.settings.destinationHooks }
    take("crash-loop", { $0.settings.crashLoop?.text ?? "off" }) { $0.settings.crashLoop = wanted.settings.crashLoop }
    take("tree-change", { $0.settings.treeChange.rawValue }) { $0.settings.treeChange = wanted.settings.treeChange }
    take("retention", { $0.retentionText }) { $0.retention = wanted.retention }
    take("journal-failure", { $0.journalFailure.rawValue }) { $0.journalFailure = wanted.journalFailure }
    take("log-level", { $0.logLevel.rawValue }) { $0.logLevel = wanted.logLevel }
    next.files = wanted.files
    let rest: [(key: String, isSame: Bool)] = [
      ("runtime-dir", runtimeFolder.path == wanted.runtimeFolder.path),
      ("state-dir", stateFolder.path == wanted.stateFolder.path), ("journal", journal == wanted.journal),
      ("durability", durability == wanted.durability), ("hosting", hosting == wanted.hosting),
      ("groups", groups == wanted.groups), ("scenes", settings.scenes == wanted.settings.scenes),
      ("endpoints", endpoints == wanted.endpoints), ("metrics", metrics == wanted.metrics),
    ]
    changes.left = rest.filter { !$0.isSame }.map(\.key)
    return (next, changes)
  }
}
