// SPDX-License-Identifier: Apache-2.0

/// Owns the route of every scene and decides what it becomes. A value that does no IO: events in, ordered actions out.
public struct Coordinator: Hashable, Sendable {
  /// A coordinator that goes on from what the journal gave back.
  public init(settings: Settings, restored: Restored, version: String, at now: Instant) {}

  /// The actions that the start itself asks for (boot routes); call once, before any event.
  public mutating func start(at now: Instant) -> [Action] { [] }

  /// Takes one event and returns what is to be done, in order.
  public mutating func handle(_ event: Event, at now: Instant) -> [Action] { [] }

  /// When ``Event/tick`` is wanted at the latest.
  public var nextDeadline: Instant? { nil }
}
