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
  /// A gate that parks the command gives it another.
  public var deadline: Duration? {
    get { deadlineMs.map { .milliseconds($0) } }
    set { deadlineMs = newValue?.ms }
  }
}

extension Ask {
  /// The time to answer.
  public var deadline: Duration { .milliseconds(deadlineMs) }
}

extension Routable {
  /// Its own deadline of an ask; nil takes the coordinator's: 500 ms, and of a guard 1 s, unless configured.
  public var ask: Duration? {
    get { askMs.map { .milliseconds($0) } }
    set { askMs = newValue?.ms }
  }

  /// The longest that ``OpenAsk/working(for:)`` may extend an ask; nil takes the coordinator's, 60 s unless configured.
  public var workingMax: Duration? {
    get { workingMaxMs.map { .milliseconds($0) } }
    set { workingMaxMs = newValue?.ms }
  }
}

extension Presence.Change {
  /// With `leaving`, the time within which the worker is back.
  public var restarting: Duration? { restartingMs.map { .milliseconds($0) } }
}
