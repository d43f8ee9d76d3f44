// SPDX-License-Identifier: Apache-2.0

public import RouteModel

/// OUTCOME: how a command ended. Exactly one for each, the same for every copy.
public struct Outcome: Hashable, Sendable {
  /// How it ended, with what belongs to that end.
  public enum Kind: Hashable, Sendable {
    /// The route is as asked, at ``Outcome/revision``.
    case committed
    /// Nothing had to, or could, change.
    case unchanged(UnchangedReason)
    /// A guard or gate said no.
    case vetoed(by: Party, VetoReason, code: String?)
    /// Everybody who could was asked and nobody handled it.
    case unhandled
    /// Refused before anything happened.
    case rejected(RejectedReason)
    /// The expectation was not met.
    case conflict
    /// Another command took its place.
    case superseded(by: CommandID)
    /// The scene was busy, or its queue full.
    case busy
    /// The deadline passed.
    case timedOut(phase: Phase, who: Party?)
    /// The client withdrew it.
    case cancelled
    /// It could not be carried out.
    case failed(who: Party, FailureReason, code: String?)
  }

  /// Why a gate said no.
  public enum VetoReason: String, Hashable, Sendable, CaseIterable {
    case `guard`, interceptor, noAnswer, redirected
  }

  /// Why it could not be carried out.
  public enum FailureReason: String, Hashable, Sendable, CaseIterable {
    case restarted, lost, stopping, died, handler, cannotShow, journal
  }

  /// What a command was waiting for when its deadline passed.
  public enum Phase: String, Hashable, Sendable, CaseIterable {
    case queue, handle, `guard`, host, step, build, parked, task
  }

  /// Who vetoed, failed or was silent. In JSON, `{"worker":…,"screen":…,"element":…}`; the coordinator has none of these.
  public struct Party: Hashable, Sendable {
    /// The worker's name; nil for the coordinator itself.
    public var worker: WorkerName?
    /// The screen that was asked, if one was.
    public var screen: ScreenName?
    /// The element that was asked, if one was.
    public var element: ElementID?

    /// A party.
    public init(worker: WorkerName? = nil, screen: ScreenName? = nil, element: ElementID? = nil) {
      self.worker = worker
      self.screen = screen
      self.element = element
    }

    /// The coordinator itself.
    public static let coordinator = Party()
  }

  /// Which command.
  public var id: CommandID
  /// How it ended.
  public var kind: Kind
  /// For people; never parsed.
  public var message: String?
  /// The scene it was for.
  public var scene: SceneName
  /// The epoch in which it was decided.
  public var epoch: Epoch
  /// The scene's revision after it.
  public var revision: Revision
  /// The scene's route after it.
  public var path: PlacedPath
  /// Who was asked, in order, and what each answered.
  public var asked: [Asked]
  /// Time from admission to decision, in ms.
  package var ms: Double
  /// Whether it is in the journal and survives a `kill -9` of the coordinator.
  public var durable: Bool
  /// The revisions that a stepwise command committed.
  public var revisions: [Revision]
  /// With `until: appeared`, whether every visible new or changed element did.
  public var appeared: Bool?
  /// With `rejected(notInTree)`, where the path stops.
  public var stop: TreeNode.Stop?
  /// Of a dry run: who would build each element, as far as the path builds.
  public var steps: [BuildStep]
  /// Of a drive's dry run: the steps of the walk.
  public var walk: [Drive.PlannedStep]
  /// Of a dry run of a route to a destination: what it would find, make, ask and take away.
  public var search: Destination.Search?
  /// Of a commit: elements that were there and took the content of a new one, because of ``Routable/instance``.
  public var delivered: [ElementID]

  /// What is said with `rejected(idReused)`.
  package static let idReusedMessage = "this id belongs to another command; take a fresh one"

  /// An outcome.
  public init(
    id: CommandID, kind: Kind, message: String? = nil, scene: SceneName, epoch: Epoch, revision: Revision,
    path: PlacedPath, asked: [Asked] = [], ms: Double = 0, durable: Bool = true, revisions: [Revision] = [],
    appeared: Bool? = nil, stop: TreeNode.Stop? = nil, steps: [BuildStep] = [],
    walk: [Drive.PlannedStep] = [], search: Destination.Search? = nil,
    delivered: [ElementID] = []
  ) {
    self.id = id
    self.kind = kind
    self.message = message
    self.scene = scene
    self.epoch = epoch
    self.revision = revision
    self.path = path
    self.asked = asked
    self.ms = ms
    self.durable = durable
    self.revisions = revisions
    self.appeared = appeared
    self.stop = stop
    self.steps = steps
    self.walk = walk
    self.search = search
    self.delivered = delivered
  }

  /// Whether the route is as asked: `committed`, or `unchanged(same)`, and appeared where that was awaited.
  public var isAsAsked: Bool {
    switch kind {
    case .committed, .unchanged(.same): appeared ?? true
    case .unchanged, .vetoed, .unhandled, .rejected, .conflict, .superseded, .busy, .timedOut, .cancelled, .failed:
      false
    }
  }

  /// The word of the kind: `committed`, `timedOut`.
  public var word: String {
    switch kind {
    case .committed: "committed"
    case .unchanged: "unchanged"
    case .vetoed: "vetoed"
    case .unhandled: "unhandled"
    case .rejected: "rejected"
    case .conflict: "conflict"
    case .superseded: "superseded"
    case .busy: "busy"
    case .timedOut: "timedOut"
    case .cancelled: "cancelled"
    case .failed: "failed"
    }
  }

  /// The reason code, for the kinds that have one.
  public var reason: String? {
    switch kind {
    case .unchanged(let reason): reason.rawValue
    case .vetoed(_, let reason, _): reason.rawValue
    case .rejected(let reason): reason.rawValue
    case .failed(_, let reason, _): reason.rawValue
    case .committed, .unhandled, .conflict, .superseded, .busy, .timedOut, .cancelled: nil
    }
  }
}
