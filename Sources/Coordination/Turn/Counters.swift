// SPDX-License-Identifier: Apache-2.0

/// Counts since the start, for people.
struct Counters: Hashable, Sendable {
  var commands: UInt64 = 0
  var commits: UInt64 = 0
  var asks: UInt64 = 0
  var lateAnswers: UInt64 = 0
  var deaths: UInt64 = 0
  var parked: UInt64 = 0
  var refusedHellos: UInt64 = 0
  var outsideWindow: UInt64 = 0
  var full: UInt64 = 0
  var stalls: UInt64 = 0
  var failedStarts: UInt64 = 0
  /// By code: messages that are none, or not for the coordinator.
  var garbage: [String: UInt64] = [:]
}

/// A command that ended otherwise than committed, for people who look at the status.
struct Lately: Hashable, Sendable {
  var outcome: Outcome
  var verb: String
  var origin: Origin
  var at: Instant
}
