// SPDX-License-Identifier: Apache-2.0

public import Coordination

// The wire counts ms; programs use `Duration`.

extension Outcome {
  /// The time from the command's admission to its decision.
  public var duration: Duration { Duration(ms: ms) }
}

extension Asked {
  /// How long the answer took.
  public var duration: Duration { Duration(ms: ms) }
}

extension Command {
  /// The time from admission to outcome, queueing included; nil takes the coordinator's, 3 s unless configured.
  public var deadline: Duration? {
    get { deadlineMs.map { .milliseconds($0) } }
    set { deadlineMs = newValue?.ms }
  }
}

extension Ask {
  /// The time to answer.
  public var deadline: Duration { .milliseconds(deadlineMs) }
}

extension PresenceChange {
  /// With `leaving`, the time within which the worker is back.
  public var restarting: Duration? { restartingMs.map { .milliseconds($0) } }
}
