// SPDX-License-Identifier: Apache-2.0

package import RouteModel

/// A commit as the journal keeps it.
package struct CommitRecord: Hashable, Sendable {
  /// The scene.
  package var scene: SceneName
  /// The revision it made.
  package var revision: Revision
  /// The newest revision that is not minor.
  package var majorRevision: Revision
  /// Whether it changes nothing but `hasAppeared`, and which elements begin a sub-tree.
  package var isMinor: Bool
  /// The route; content of sensitive screens redacted.
  package var route: Route
  /// The ids below are taken, or may have been told: the next epoch gives out this one first.
  package var nextID: UInt64
  /// The epoch of the commit.
  package var epoch: Epoch
  /// Why.
  package var cause: Cause

  /// A commit.
  package init(
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
package struct DecidedRecord: Hashable, Sendable {
  /// The outcome; content of sensitive screens redacted.
  package var outcome: Outcome
  /// A hash of the command's body: another body under the same id is refused.
  package var bodyHash: UInt64
  /// The verb as people write it.
  package var verb: String
  /// Who wanted it.
  package var origin: Origin
  /// The client's note.
  package var because: String?
  /// The user that the client's id belongs to; nil for one that came over tcp, and for the coordinator's own commands.
  package var owner: UInt32?
  /// Whether it was a dry run. For the history alone: a start does not read it back.
  package var isDryRun: Bool
  /// Whether it was committed and its guards were left unasked. For the history alone, too.
  package var skippedGuards: Bool

  /// A decided command.
  package init(
    outcome: Outcome, bodyHash: UInt64, verb: String, origin: Origin, because: String? = nil, owner: UInt32? = nil,
    isDryRun: Bool = false, skippedGuards: Bool = false
  ) {
    self.outcome = outcome
    self.bodyHash = bodyHash
    self.verb = verb
    self.origin = origin
    self.because = because
    self.owner = owner
    self.isDryRun = isDryRun
    self.skippedGuards = skippedGuards
  }

  /// Whether it ends a command that was not seen: nothing was sent that could be told.
  package var isSeal: Bool { verb.isEmpty }
}

/// A stepwise command that has committed steps and not ended.
package struct OpenRecord: Hashable, Sendable {
  /// What its outcome would be, were it to end now with `failed(coordinator, restarted)`.
  package var decided: DecidedRecord

  /// An open command.
  package init(decided: DecidedRecord) { self.decided = decided }
}

/// How far a client has acknowledged its outcomes.
package struct AcknowledgedRecord: Hashable, Sendable {
  /// The client.
  package var client: String
  /// Its commands below this sequence; at least 1.
  package var below: UInt64
  /// The user that the client belongs to; nil over tcp.
  package var owner: UInt32?

  /// What a client has acknowledged.
  package init(client: String, below: UInt64, owner: UInt32? = nil) {
    self.client = client
    self.below = below
    self.owner = owner
  }
}

/// A worker that a restart waits for, or one that is gone and has registered sensitive screens.
package struct WorkerRecord: Hashable, Sendable {
  /// Its name.
  package var name: WorkerName
  /// The user that holds the name; nil for one that came over tcp.
  package var uid: UInt32?
  /// The screens that it registered as sensitive. They stay so when it is gone.
  package var sensitive: [ScreenName]
  /// Whether a restart waits for it.
  package var isAwaited: Bool
  /// What becomes of its screens where it does not come back after a restart; those that stay are left out. Content of
  /// sensitive screens redacted.
  package var onDeath: [ScreenName: Routable.DeathPolicy]
  /// The scenes in which that becomes of them; nil for all.
  package var scenes: [SceneName]?

  /// A worker.
  package init(
    _ name: WorkerName, uid: UInt32? = nil, sensitive: [ScreenName] = [], isAwaited: Bool = true,
    onDeath: [ScreenName: Routable.DeathPolicy] = [:], scenes: [SceneName]? = nil
  ) {
    self.name = name
    self.uid = uid
    self.sensitive = sensitive
    self.isAwaited = isAwaited
    self.onDeath = onDeath
    self.scenes = scenes
  }

  /// What is kept of it: after its goodbye only that its screens are sensitive.
  package func kept(isRegistered: Bool) -> WorkerRecord? {
    guard isRegistered || !sensitive.isEmpty else { return nil }
    var kept = self
    kept.isAwaited = isRegistered
    if !isRegistered { (kept.onDeath, kept.scenes) = ([:], nil) }
    return kept
  }
}

/// What the coordinator wants written. What is large lies apart, for a record goes through several hands.
package enum JournalRecord: Hashable, Sendable {
  /// A commit.
  indirect case commit(CommitRecord)
  /// The end of a command; closes its open record, if there is one.
  indirect case decided(DecidedRecord)
  /// A stepwise command has committed a step.
  indirect case open(OpenRecord)
  /// Ids below this one may have been told of elements that no commit has: none is given again, also over restarts. For a
  /// scene that has a commit, or nil for all that have none.
  case ids(SceneName?, below: UInt64)
  /// A client has acknowledged outcomes, which need not be remembered for retries any longer. Replaces its last record.
  indirect case acknowledged(AcknowledgedRecord)
  /// This worker is registered (or, at its stop, no longer), so that a restart waits for it. Replaces its last record; its
  /// sensitive screens are kept in any case.
  indirect case worker(WorkerRecord, isRegistered: Bool)
}

/// What the journal gives back at a start.
package struct Restored: Hashable, Sendable {
  /// A scene.
  package struct Scene: Hashable, Sendable {
    /// Its last commit.
    package var commit: CommitRecord
    /// How long ago, in ms of the wall clock.
    package var ageMs: Int64

    /// A restored scene.
    package init(commit: CommitRecord, ageMs: Int64) {
      self.commit = commit
      self.ageMs = ageMs
    }
  }

  /// An outcome.
  package struct Decided: Hashable, Sendable {
    /// The outcome.
    package var record: DecidedRecord
    /// How long ago, in ms of the wall clock.
    package var ageMs: Int64

    /// A restored outcome.
    package init(record: DecidedRecord, ageMs: Int64) {
      self.record = record
      self.ageMs = ageMs
    }
  }

  /// How far a client has acknowledged.
  package struct Acknowledged: Hashable, Sendable {
    /// How far.
    package var record: AcknowledgedRecord
    /// How long ago, in ms of the wall clock.
    package var ageMs: Int64

    /// What a client has acknowledged.
    package init(record: AcknowledgedRecord, ageMs: Int64) {
      self.record = record
      self.ageMs = ageMs
    }
  }

  /// What scenes without a commit begin with, so that nothing is given again: ids that were told, as
  /// ``JournalRecord/ids(_:below:)`` records say, and what the journal may have known before its end was lost.
  package struct Floor: Hashable, Sendable {
    /// The highest revision that may have been given.
    package var revision: Revision = 0
    /// The lowest id that was given to no element.
    package var nextID: UInt64 = 1

    /// Nothing was given yet.
    package init() {}
  }

  /// The epoch of this start; synced to the disk already.
  package var epoch: Epoch
  /// Counts the starts, this one too.
  package var starts: UInt64
  /// The scenes.
  package var scenes: [Scene]
  /// The outcomes of the window. Those of stepwise commands that the end interrupted are closed already.
  package var decided: [Decided]
  /// The workers that were registered, and those that are gone and have sensitive screens.
  package var workers: [WorkerRecord]
  /// Clients that have acknowledged outcomes within the window: a late copy of such a command must not run again.
  package var acknowledged: [Acknowledged]
  /// The tokens of the causes of the newest commits, at most ``Limits/usedTokensMax``, oldest first: verdicts for workers
  /// that did not hear of them before the end.
  package var usedTokens: [Ask.Token]
  /// What new scenes begin with.
  package var floor = Floor()

  /// A start from nothing.
  package init(
    epoch: Epoch, starts: UInt64 = 1, scenes: [Scene] = [], decided: [Decided] = [], workers: [WorkerRecord] = [],
    acknowledged: [Acknowledged] = [], usedTokens: [Ask.Token] = []
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
