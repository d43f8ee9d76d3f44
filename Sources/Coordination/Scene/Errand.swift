// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// A command on its way, with the facts that the coordinator adds at its admission.
struct Errand: Sendable {
  /// What is to be done, and who wants it. All but `rebuild` and `resume` have an ``Errand/command``.
  enum Work: Sendable {
    /// A client or worker sent it.
    case command
    /// A declared scene begins with its start path.
    case start
    /// An element's death policy dismisses it, while it shows this screen.
    case pop(of: ElementID, showing: ScreenName)
    /// An element's death policy puts its fallback in its place, while it shows this screen. Where that cannot be, the element
    /// is dismissed.
    case fallback(of: ElementID, showing: ScreenName)
    /// A gate wants it before the command that it parked.
    case redirect(parked: CommandID)
    /// The tree has changed: the committed path is built anew.
    case rebuild
    /// Nobody has done anything for as long as the scene's rule says.
    case idle
    /// A parked command is planned again. Decided at once, so never queued.
    case resume(CommandID)
  }

  /// How long it may take.
  struct Times: Sendable {
    /// When it has to be over.
    var deadline: Instant
    /// How long it waits for missing hosts, in ms.
    var hostWaitMs: Int64
  }

  /// What never changes; shared, because an errand goes through many hands.
  private final class Facts: Sendable {
    let id: CommandID
    let key: Ledger.Key
    let user: UserSlot?
    let scene: SceneName
    let work: Work
    let command: Command?
    let depth: Int
    let origin: Origin
    let bodyHash: UInt64
    let admitted: Instant

    init(
      _ id: CommandID, _ key: Ledger.Key, _ user: UserSlot?, _ scene: SceneName, _ work: Work,
      _ command: consuming Command?, depth: Int?, _ origin: Origin, _ bodyHash: UInt64, _ admitted: Instant
    ) {
      (self.id, self.key, self.user, self.scene, self.work) = (id, key, user, scene, work)
      (self.origin, self.bodyHash, self.admitted) = (origin, bodyHash, admitted)
      self.depth = depth ?? command?.depth ?? 0
      self.command = command
    }
  }

  private let facts: Facts
  var deadline: Instant
  var hostWaitMs: Int64
  /// Where its URL leads, as soon as some reader has said so.
  var leadsTo: LinkEnd?
  /// Whether a commit of it has changed a sensitive screen.
  var isSensitive = false
  /// Whether it took the place of a running command; it is then not superseded itself.
  var hasSuperseded = false
  /// Whether it is a link that has its turn again; where it has to wait once more it keeps its place among those that wait.
  var hasLinkPlace = false

  /// - Parameter depth: How many causes lie before it; nil: as many as its command says.
  init(
    _ id: CommandID, _ key: Ledger.Key, of user: UserSlot?, _ work: Work, _ command: consuming Command? = nil,
    depth: Int? = nil, origin: Origin, bodyHash: UInt64, _ times: Times, in scene: SceneName, at now: Instant
  ) {
    facts = Facts(id, key, user, scene, work, command, depth: depth, origin, bodyHash, now)
    deadline = times.deadline
    hostWaitMs = times.hostWaitMs
  }

  /// An errand of the coordinator itself.
  init(
    _ id: CommandID, _ work: Work, _ command: consuming Command? = nil, bodyHash: UInt64, _ times: Times,
    in scene: SceneName, at now: Instant, _ turn: inout Turn
  ) {
    let key = turn.ledger.open(id, bodyHash: bodyHash, scene: scene, of: nil, owner: nil)
    self.init(id, key, of: nil, work, command, origin: .coordinator, bodyHash: bodyHash, times, in: scene, at: now)
  }

  var id: CommandID { facts.id }
  /// Its place in the ledger.
  var key: Ledger.Key { facts.key }
  /// The user whose share it uses; nil for one of the coordinator itself.
  var user: UserSlot? { facts.user }
  var scene: SceneName { facts.scene }
  var work: Work { facts.work }
  /// The command that is carried out; none where the coordinator does something else.
  var command: Command? { facts.command }
  var origin: Origin { facts.origin }
  var bodyHash: UInt64 { facts.bodyHash }
  var admitted: Instant { facts.admitted }

  var cause: Cause.Kind {
    switch work {
    case .command, .resume: .command
    case .start: .start
    case .pop, .fallback: .death
    case .redirect: .redirect
    case .rebuild: .tree
    case .idle: .idle
    }
  }

  /// Whether the coordinator itself wants it: then it takes no place of the queue's limit, and is not superseded.
  var isInternal: Bool { cause != .command }

  /// Its verb as people write it, for everybody to read; cut where it is long, for it stands in each UPDATE.
  func verbText(in world: World) -> String {
    fullVerbText(in: world).shortened(bytesMax: Limits.verbTextBytesMax, countsEllipsis: true)
  }

  private func fullVerbText(in world: World) -> String {
    if let command { return world.text(of: command, leadingTo: leadsTo) }
    return if case .resume(let target) = work { "resume \(target)" } else { "tree" }
  }

  /// The element whose death policy it is, and the screen that the policy is about; nil where it is none.
  var policy: (element: ElementID, screen: ScreenName)? {
    switch work {
    case .pop(of: let element, showing: let screen), .fallback(of: let element, showing: let screen): (element, screen)
    case .command, .start, .redirect, .rebuild, .idle, .resume: nil
    }
  }

  /// Whether it is a death policy that does the same for an element as it is now.
  func does(_ verb: Verb, for element: Element) -> Bool {
    guard let policy, policy.element == element.id, policy.screen == element.screen.name else { return false }
    return command?.verb == verb
  }

  /// The command that waits at a gate for the end of this one.
  var parkedID: CommandID? {
    if case .redirect(let parked) = work { parked } else { nil }
  }

  /// How much of what the coordinator may do of its own accord in a turn it takes.
  var ownWork: Int {
    switch cause {
    case .death: 1
    case .tree: Limits.rebuildWork
    case .command, .start, .redirect, .idle, .appeared: 0
    }
  }

  /// The same for a link that is read again because a worker came.
  static let linkWork = 1

  /// Whether it follows a URL.
  var isLink: Bool { url != nil }

  /// The URL that it follows.
  var url: String? {
    if case .open(let url) = command?.verb { url } else { nil }
  }

  var isStepwise: Bool { command?.isStepwise ?? false }
  var isDryRun: Bool { command?.isDryRun ?? false }
  var isAnimated: Bool { command?.animated ?? false }
  var skipsGuards: Bool { command?.skipsGuards ?? false }
  var context: JSONValue { command?.context ?? .null }
  /// How many causes lie before it.
  var depth: Int { facts.depth }
  /// Whether the handler of an ask sent it.
  var isWithinAsk: Bool { command?.within != nil }
  /// Whether guards are asked: not where the command skips them, and never for a death policy, whichever elements leave.
  var asksGuards: Bool { cause != .death && !skipsGuards }

  /// The note for the journal. A client's is withheld where a sensitive screen is concerned; the coordinator's own names
  /// workers, screens and times alone.
  func because(isSensitive: Bool) -> String? { isSensitive && !isInternal ? nil : command?.because }

  /// Why the stage is not as the command expects it, in words.
  func conflict(on stage: Stage) -> String? {
    switch command?.expecting {
    case nil: return nil
    case .revision(let revision):
      if stage.majorRevision <= revision, revision <= stage.revision { return nil }
      return "expected revision \(revision), but the scene is at \(stage.revision)"
    case .top(let id):
      let tip = stage.route.tip?.id
      if tip == id { return nil }
      return "expected \(id) on top, but there is \(tip.map(\.description) ?? "nothing")"
    }
  }

  /// Whether it needs an ask or a host, and so waits for the workers of the last epoch after a start.
  func needsWorkers(on stage: Stage, in world: World) -> Bool {
    switch command?.verb {
    case .back, .start, .show, .hide, .navigate, .open, .drive, .route: true
    case .navigator(.didAppear): false
    case .navigator, .batch, nil: world.settings.requiresHosts || stage.tree.isDeclared
    }
  }
}
