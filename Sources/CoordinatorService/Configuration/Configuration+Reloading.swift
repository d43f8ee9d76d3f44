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
    var reload = Reload(self, wanted)
    for key in Key.allCases { reload.goOver(key) }
    return (reload.next, reload.changes)
  }
}

/// A reload under way: it goes over the keys one by one.
private struct Reload {
  private(set) var next: Configuration
  private(set) var changes = Configuration.Changes()
  private let present: Configuration
  private let wanted: Configuration

  init(_ present: Configuration, _ wanted: Configuration) {
    (self.present, self.wanted) = (present, wanted)
    next = present
    next.files = wanted.files
  }

  mutating func goOver(_ key: Configuration.Key) {
    let name = key.rawValue
    switch key {
    case .runtimeFolder: leave(\.runtimeFolder.path, as: name)
    case .stateFolder: leave(\.stateFolder.path, as: name)
    case .journal: leave(\.journal, as: name)
    case .durability: leave(\.durability, as: name)
    case .journalFailure: take(\.journalFailure, as: name) { $0.journalFailure.rawValue }
    case .retention: take(\.retention, as: name) { $0.retentionText }
    case .hosting: leave(\.hosting, as: name)
    case .deadlines:
      for deadline in Configuration.Deadline.allCases {
        let place = (\Configuration.settings as WritableKeyPath).appending(path: deadline.setting)
        take(place, as: "\(name).\(deadline.rawValue)") { TimeText.text(ms: $0[keyPath: place]) }
      }
    case .crashLoop: take(\.settings.crashLoop, as: name) { $0.settings.crashLoop?.text ?? "off" }
    case .treeChange: take(\.settings.treeChange, as: name) { $0.settings.treeChange.rawValue }
    case .logLevel: take(\.logLevel, as: name) { $0.logLevel.rawValue }
    case .groups: leave(\.groups, as: name)
    case .scenes: leave(\.settings.scenes, as: name)
    case .links: take(\.settings.links, as: name) { "\($0.settings.links.patterns.count)" }
    case .endpoints: leave(\.endpoints, as: name)
    case .metrics: leave(\.metrics, as: name)
    case .destinations: take(\.settings.destinations, as: name) { "\($0.settings.destinations.count)" }
    case .everyDestination: take(\.settings.destinationHooks, as: name)
    }
  }

  /// Takes over what may change, and says so with the text of it before and after.
  private mutating func take<Value: Equatable>(
    _ place: WritableKeyPath<Configuration, Value>, as name: String, _ text: (Configuration) -> String = { _ in "" }
  ) {
    guard next[keyPath: place] != wanted[keyPath: place] else { return }
    let before = text(next)
    next[keyPath: place] = wanted[keyPath: place]
    let after = text(next)
    changes.taken.append(before == after ? name : "\(name) \(before) → \(after)")
  }

  /// Leaves what needs a restart, and says so where it has changed.
  private mutating func leave<Value: Equatable>(_ place: KeyPath<Configuration, Value>, as name: String) {
    if present[keyPath: place] != wanted[keyPath: place] { changes.left.append(name) }
  }
}
