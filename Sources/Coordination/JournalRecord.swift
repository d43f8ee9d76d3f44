// SPDX-License-Identifier: Apache-2.0

public import RouteModel

/// A commit as the journal keeps it.
public struct CommitRecord: Hashable, Sendable {
  /// The scene.
  public var scene: SceneName
  /// The revision it made.
  public var revision: Revision
  /// The newest revision that is not minor.
  public var majorRevision: Revision
  /// Whether it changes nothing but `hasAppeared`.
  public var isMinor: Bool
  /// The route; content of sensitive screens redacted.
  public var route: Route
  /// The id that the scene's next new element gets.
  public var nextID: UInt64
  /// The epoch of the commit.
  public var epoch: Epoch
  /// Why.
  public var cause: Cause

  /// A commit.
  public init(
    scene: SceneName, revision: Revision, majorRevision: Revision, isMinor: Bool, route: Route, nextID: UInt64,
    epoch: Epoch, cause: Cause
  ) {
    self.scene = scene
    self.revision = revision
    self.majorRevision = majorRevision
    self.isMinor = isMinor
    self.route = route
    self.nextID = nextID
    self.epoch = epoch
    self.cause = cause
  }
}

/// An outcome as the journal keeps it: what a retry gets.
public struct DecidedRecord: Hashable, Sendable {
  /// The outcome; content of sensitive screens redacted.
  public var outcome: Outcome
  /// A hash of the command's body: another body under the same id is refused.
  public var bodyHash: UInt64
  /// The verb as people write it.
  public var verb: String
  /// Who wanted it.
  public var origin: Origin
  /// The client's note.
  public var because: String?

  /// A decided command.
  public init(outcome: Outcome, bodyHash: UInt64, verb: String, origin: Origin, because: String? = nil) {
    self.outcome = outcome
    self.bodyHash = bodyHash
    self.verb = verb
    self.origin = origin
    self.because = because
  }
}

/// A stepwise command that has committed steps and not ended.
public struct OpenRecord: Hashable, Sendable {
  /// What its outcome would be, were it to end now with `failed(coordinator, restarted)`.
  public var decided: DecidedRecord

  /// An open command.
  public init(decided: DecidedRecord) { self.decided = decided }
}

/// What the coordinator wants written.
public enum JournalRecord: Hashable, Sendable {
  /// A commit.
  case commit(CommitRecord)
  /// The end of a command; closes its open record, if there is one.
  case decided(DecidedRecord)
  /// A stepwise command has committed a step.
  case open(OpenRecord)
  /// These outcomes need not be remembered for retries any longer.
  case forgotten([CommandID])
  /// This worker is registered (or, at its stop, no longer), so that a restart waits for it.
  case worker(WorkerName, isRegistered: Bool)
}

/// What the journal gives back at a start.
public struct Restored: Hashable, Sendable {
  /// A scene.
  public struct Scene: Hashable, Sendable {
    /// Its last commit.
    public var commit: CommitRecord
    /// How long ago, in ms of the wall clock.
    public var ageMs: Int64

    /// A restored scene.
    public init(commit: CommitRecord, ageMs: Int64) {
      self.commit = commit
      self.ageMs = ageMs
    }
  }

  /// An outcome.
  public struct Decided: Hashable, Sendable {
    /// The outcome.
    public var record: DecidedRecord
    /// How long ago, in ms of the wall clock.
    public var ageMs: Int64

    /// A restored outcome.
    public init(record: DecidedRecord, ageMs: Int64) {
      self.record = record
      self.ageMs = ageMs
    }
  }

  /// How far a client has acknowledged its outcomes, as the ``JournalRecord/forgotten(_:)`` records say.
  public struct Acknowledged: Hashable, Sendable {
    /// The client.
    public var client: String
    /// Its commands below this sequence: one more than the highest that was forgotten.
    public var below: UInt64
    /// How long ago, in ms of the wall clock.
    public var ageMs: Int64

    /// What a client has acknowledged.
    public init(client: String, below: UInt64, ageMs: Int64) {
      self.client = client
      self.below = below
      self.ageMs = ageMs
    }
  }

  /// The epoch of this start; synced to the disk already.
  public var epoch: Epoch
  /// Counts the starts, this one too.
  public var starts: UInt64
  /// The scenes.
  public var scenes: [Scene]
  /// The outcomes of the window. Those of stepwise commands that the end interrupted are closed already.
  public var decided: [Decided]
  /// The workers that were registered.
  public var workers: [WorkerName]
  /// Clients that have acknowledged outcomes within the window: a late copy of such a command must not run again.
  public var acknowledged: [Acknowledged]
  /// The tokens of the causes of the newest commits, at most ``Limits/usedTokensMax``, oldest first: verdicts for workers
  /// that did not hear of them before the end.
  public var usedTokens: [AskToken]

  /// A start from nothing.
  public init(
    epoch: Epoch, starts: UInt64 = 1, scenes: [Scene] = [], decided: [Decided] = [], workers: [WorkerName] = [],
    acknowledged: [Acknowledged] = [], usedTokens: [AskToken] = []
  ) {
    self.epoch = epoch
    self.starts = starts
    self.scenes = scenes
    self.decided = decided
    self.workers = workers
    self.acknowledged = acknowledged
    self.usedTokens = usedTokens
  }
}
