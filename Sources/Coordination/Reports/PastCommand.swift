// SPDX-License-Identifier: Apache-2.0

/// A command that has ended, as the journal has it: INSPECT `history`.
public struct PastCommand: Hashable, Sendable {
  /// How it ended.
  public var outcome: Outcome
  /// The verb as people write it: `show list`.
  public var verb: String
  /// The client's note; of a command of the coordinator itself, the reason for people.
  public var because: String?
  /// Who sent it.
  public var origin: Origin
  /// When it ended, on the wall clock: the time since 1970-01-01 00:00 UTC.
  public var timeSince1970: Duration
  /// Whether it was a dry run, and nothing was to change.
  public var isDryRun = false
  /// Whether it was committed and its guards were left unasked, as it wanted.
  public var skippedGuards = false
  /// Its row in the journal: a later one has a higher number, of commands and commits alike. 0 where it was not told.
  package var row: UInt64 = 0

  /// A command that ended so.
  public init(_ outcome: Outcome, verb: String, because: String? = nil, origin: Origin, timeSince1970: Duration) {
    (self.outcome, self.verb, self.because) = (outcome, verb, because)
    (self.origin, self.timeSince1970) = (origin, timeSince1970)
  }
}
