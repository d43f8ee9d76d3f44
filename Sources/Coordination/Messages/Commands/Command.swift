// SPDX-License-Identifier: Apache-2.0

public import RouteModel

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
  public var within: Ask.Token?
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
