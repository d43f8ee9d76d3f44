// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

/// Switches a rule of the protocol off from outside: by what it swallows, rewrites or copies on the way between the
/// simulator and the parts under test. The checker must notice.
protocol Sabotage {
  /// What the coordinator is told instead, and what is answered in its stead.
  mutating func altered(_ event: Event) -> (events: [Event], actions: [Action])
  /// What is done instead of what the coordinator wants.
  mutating func altered(_ actions: [Action]) -> [Action]
  /// What the journal gives back instead.
  mutating func altered(_ restored: Restored) -> Restored
  /// What the coordinator is configured with instead.
  func altered(_ settings: Settings) -> Settings
  /// What a worker is told instead; nil for nothing.
  mutating func altered(_ event: WorkerSession.Event) -> WorkerSession.Event?
  /// What an observer is told instead; nil for nothing.
  mutating func altered(_ event: ObserverView.Event) -> ObserverView.Event?
  /// What a client does instead.
  mutating func altered(_ actions: [ClientSession.Action]) -> [ClientSession.Action]
  /// Whether what a turn says leaves before what it writes is written.
  var speaksBeforeWriting: Bool { get }
}

extension Sabotage {
  mutating func altered(_ event: Event) -> (events: [Event], actions: [Action]) { ([event], []) }
  mutating func altered(_ actions: [Action]) -> [Action] { actions }
  mutating func altered(_ restored: Restored) -> Restored { restored }
  func altered(_ settings: Settings) -> Settings { settings }
  mutating func altered(_ event: WorkerSession.Event) -> WorkerSession.Event? { event }
  mutating func altered(_ event: ObserverView.Event) -> ObserverView.Event? { event }
  mutating func altered(_ actions: [ClientSession.Action]) -> [ClientSession.Action] { actions }
  var speaksBeforeWriting: Bool { false }
}

/// No sabotage.
struct Untouched: Sabotage {}
