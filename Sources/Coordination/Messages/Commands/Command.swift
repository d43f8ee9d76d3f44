// SPDX-License-Identifier: Apache-2.0

public import RouteModel

/// CMD: a verb for a scene, and how to treat it. In JSON, the object of a line of `way run`.
public struct Command: Hashable, Sendable {
  /// Names it for good; a copy with the same id gets the same outcome.
  public var id: CommandID
  /// The client has seen the outcomes of its commands below this sequence: they may be forgotten.
  public var ackedBelow: UInt64
  /// The route it is for.
  public var scene: SceneName
  /// What is wanted.
  public var verb: Verb
  /// Handed to every routable that is asked; the content of screens made from their name alone.
  public var context: JSONValue
  /// Whether screens may animate the change.
  public var animated: Bool
  /// What must still be true.
  public var expecting: Expectation?
  /// What to do when the scene is busy.
  public var ifBusy: Contention
  /// When to tell a commit.
  public var until: Completion
  /// Time from admission to outcome, queueing included, in ms; nil takes the coordinator's (3 000). A gate that parks the command
  /// gives it another.
  package var deadlineMs: Int64?
  /// Whether guards are left unasked; the journal says so.
  public var skipsGuards: Bool
  /// Whether each change commits by itself.
  public var stepwise: Bool
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
  public var depth: Int
  /// Whether ACCEPTED is wanted.
  public var wantsAccepted: Bool
  /// Whether to plan and build only: nothing is committed, no guard and no host is asked.
  public var isDryRun: Bool

  /// A command with every option at its default.
  public init(id: CommandID, scene: SceneName = "main", verb: Verb) {
    self.init(id: id, scene: scene, verb: verb, context: .null)
  }

  /// A command with all of its options. Made in one step: to set them one by one would copy all of it.
  package init(
    id: CommandID, scene: SceneName, verb: Verb, context: JSONValue, animated: Bool = false,
    expecting: Expectation? = nil, ifBusy: Contention = .queue, until: Completion = .committed,
    deadlineMs: Int64? = nil, skipsGuards: Bool = false, stepwise: Bool = false, because: String? = nil,
    isDryRun: Bool = false
  ) {
    self.id = id
    ackedBelow = 0
    self.scene = scene
    self.verb = verb
    self.context = context
    self.animated = animated
    self.expecting = expecting
    self.ifBusy = ifBusy
    self.until = until
    self.deadlineMs = deadlineMs
    self.skipsGuards = skipsGuards
    self.stepwise = stepwise
    self.because = because
    within = nil
    depth = 0
    wantsAccepted = false
    self.isDryRun = isDryRun
  }
}
