// SPDX-License-Identifier: Apache-2.0

public import RouteModel

/// What shall happen when the scene is busy with another command.
public enum Contention: String, Hashable, Sendable, CaseIterable {
  /// Wait one's turn.
  case queue
  /// A waiting or running one gives way.
  case supersede
  /// Give up at once: outcome `busy`.
  case reject
}

/// What must still be true when the command's turn comes; otherwise `conflict`, nothing done.
public enum Expectation: Hashable, Sendable {
  /// No major commit after this revision.
  case revision(Revision)
  /// This element is still the tip of the active path.
  case top(ElementID)
}

/// When a client wants to hear of a commit.
public enum Completion: String, Hashable, Sendable, CaseIterable {
  /// As soon as it is in the journal.
  case committed
  /// When every visible new or changed element has appeared, or one cannot.
  case appeared
}

/// CMD: a verb for a scene, and how to treat it. In JSON, the object of a line of `way run`.
public struct Command: Hashable, Sendable {
  /// Names it for good; a copy with the same id gets the same outcome.
  public var id: CommandID
  /// The client has seen the outcomes of its commands below this sequence: they may be forgotten.
  public var ackedBelow: UInt64 = 0
  /// The route it is for.
  public var scene: SceneName = "main"
  /// What is wanted.
  public var verb: Verb
  /// Handed to every routable that is asked; the content of screens made from their name alone.
  public var context: JSONValue = .null
  /// Whether screens may animate the change.
  public var animated = false
  /// What must still be true.
  public var expecting: Expectation?
  /// What to do when the scene is busy.
  public var ifBusy: Contention = .queue
  /// When to tell a commit.
  public var until: Completion = .committed
  /// Time from admission to outcome, queueing included, in ms; nil takes the coordinator's (3 000).
  package var deadlineMs: Int64?
  /// Whether guards are left unasked; the journal says so.
  public var skipsGuards = false
  /// Whether each change commits by itself.
  public var stepwise = false
  /// Whether each change is a commit of its own: where it was asked for, and of a drive unless it is transactional.
  public var isStepwise: Bool {
    if case .drive(let drive) = verb { return stepwise || !drive.isTransactional }
    return stepwise
  }
  /// A note for the journal.
  public var because: String?
  /// The ask inside whose handler this was sent.
  public var within: AskToken?
  /// How many causes lie before this one; more than 8 is refused.
  public var depth = 0
  /// Whether ACCEPTED is wanted.
  public var wantsAccepted = false
  /// Whether to plan and build only: nothing is committed, no guard and no host is asked.
  public var isDryRun = false

  /// A command with every option at its default.
  public init(id: CommandID, scene: SceneName = "main", verb: Verb) {
    self.id = id
    self.scene = scene
    self.verb = verb
  }
}

/// ACCEPTED: the command waits or runs.
public struct Accepted: Hashable, Sendable {
  /// Which command.
  public var id: CommandID
  /// Its place in the scene's queue, 0 for the running one.
  public var place: Int

  /// An acceptance.
  public init(id: CommandID, place: Int) {
    self.id = id
    self.place = place
  }
}

/// QUERY: how did this command end? Read-only, unless it seals.
public struct Query: Hashable, Sendable {
  /// A whole command id, or any unique ending of one.
  public var id: String
  /// Whether an id that was never seen shall be sealed, so that it can never run: outcome `failed(lost)`.
  public var seal: Bool

  /// A query.
  public init(id: String, seal: Bool = false) {
    self.id = id
    self.seal = seal
  }
}

/// STATUS: what a QUERY finds where there is no outcome yet.
public struct Status: Hashable, Sendable {
  /// Where the command is.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// Waiting or running.
    case pending
    /// Parked by a gate.
    case parked
    /// Never seen. Not final unless sealed.
    case notSeen
    /// Seen too long ago, or never.
    case outsideWindow
    /// The ending fits more than one command.
    case ambiguous
  }

  /// The id as it was asked for.
  public var id: String
  /// Where it is.
  public var state: State
  /// What a stepwise command has committed so far.
  public var revisions: [Revision]

  /// A status.
  public init(id: String, state: State, revisions: [Revision] = []) {
    self.id = id
    self.state = state
    self.revisions = revisions
  }
}

/// CANCEL: end the command, if it has not ended. Answered by its outcome; seals an unseen id.
public struct Cancel: Hashable, Sendable {
  /// Which command.
  public var id: CommandID

  /// A cancel of this command.
  public init(id: CommandID) { self.id = id }
}

/// RESUME: plan a parked command again. A command itself; answered by an outcome.
public struct Resume: Hashable, Sendable {
  /// This resume's own id.
  public var id: CommandID
  /// The parked command.
  public var target: CommandID

  /// A resume.
  public init(id: CommandID, target: CommandID) {
    self.id = id
    self.target = target
  }
}
