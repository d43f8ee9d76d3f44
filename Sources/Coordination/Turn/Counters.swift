// SPDX-License-Identifier: Apache-2.0

/// Counts of what happened since the start.
typealias Counters = CoordinatorStatus.Counters

/// A client's command that did not end as asked, for people who look at the status.
struct Lately: Hashable, Sendable {
  var outcome: Outcome
  var verb: String
  var origin: Origin
  var at: Instant
}
