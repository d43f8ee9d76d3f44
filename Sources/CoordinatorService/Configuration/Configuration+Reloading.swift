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
    next.files = wanted.files
    var changes = Changes()
    for key in Key.allCases {
      func take<Value: Equatable>(
        _ place: WritableKeyPath<Configuration, Value>, as name: String = key.rawValue,
        _ text: (Configuration) -> String = { _ in "" }
      ) {
        guard next[keyPath: place] != wanted[keyPath: place] else { return }
        let before = text(next)
        next[keyPath: place] = wanted[keyPath: place]
        let after = text(next)
        changes.taken.append(before == after ? name : "\(name) \(before) → \(after)")
      }
      func leave<Value: Equatable>(_ place: KeyPath<Configuration, Value>) {
        if self[keyPath: place] != wanted[keyPath: place] { changes.left.append(key.rawValue) }
      }
      switch key {
      case .runtimeFolder: leave(\.runtimeFolder.path)
      case .stateFolder: leave(\.stateFolder.path)
      case .journal: leave(\.journal)
      case .durability: leave(\.durability)
      case .journalFailure: take(\.journalFailure) { $0.journalFailure.rawValue }
      case .retention: take(\.retention) { $0.retentionText }
      case .hosting: leave(\.hosting)
      case .deadlines:
        for deadline in Deadline.allCases {
          let place = (\Configuration.settings as WritableKeyPath).appending(path: deadline.setting)
          take(place, as: "\(key.rawValue).\(deadline.rawValue)") { TimeText.text(ms: $0[keyPath: place]) }
        }
      case .crashLoop: take(\.settings.crashLoop) { $0.settings.crashLoop?.text ?? "off" }
      case .treeChange: take(\.settings.treeChange) { $0.settings.treeChange.rawValue }
      case .logLevel: take(\.logLevel) { $0.logLevel.rawValue }
      case .groups: leave(\.groups)
      case .scenes: leave(\.settings.scenes)
      case .links: take(\.settings.links) { "\($0.settings.links.patterns.count)" }
      case .endpoints: leave(\.endpoints)
      case .metrics: leave(\.metrics)
      case .destinations: take(\.settings.destinations) { "\($0.settings.destinations.count)" }
      case .everyDestination: take(\.settings.destinationHooks)
      }
    }
    return (next, changes)
  }
}
