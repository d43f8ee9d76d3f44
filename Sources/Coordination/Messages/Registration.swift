// SPDX-License-Identifier: Apache-2.0

public import RouteModel

/// What a worker registers for one screen name.
public struct Routable: Hashable, Sendable {
  /// What happens to an element whose worker died.
  public enum DeathPolicy: Hashable, Sendable {
    /// It stays and is marked unattended.
    case keep
    /// It is dismissed.
    case pop
    /// It is replaced by this screen.
    case fallback(AnyScreen)
  }

  /// What a silent guard means.
  public enum Unanswered: String, Hashable, Sendable, CaseIterable {
    case allow, deny
  }

  /// The requests it wants to be asked; none: it is no part of a route of names.
  public var handles: [RequestPattern]
  /// Answers known beforehand: nobody is asked while the session is live.
  public var standing: [RequestPattern: Instruction]
  /// Whether it wants to be asked before its element leaves.
  public var guards: Bool
  /// What its silence as a guard means.
  public var unanswered: Unanswered
  /// Whether this worker shows the screen.
  public var hosts: Bool
  /// Whether it wants to be asked about Back.
  public var back: Bool
  /// Whether it wants to be asked before its element arrives.
  public var prepares: Bool
  /// Whether its content is redacted in the journal, in logs and in views.
  public var sensitive: Bool
  /// Whether no process shows it, and none needs to.
  public var isVirtual: Bool
  /// The presentation of screens made from their name alone.
  public var presentation: Presentation?
  /// What happens to its elements when its worker dies.
  public var onDeath: DeathPolicy
  /// Its own deadline of an ask, in ms; nil takes the coordinator's.
  public var askMs: Int64?
  /// The longest that WORKING may extend an ask, in ms; nil takes the coordinator's.
  public var workingMaxMs: Int64?

  /// A routable that hosts its screen and handles nothing, unless told otherwise.
  public init(
    handles: [RequestPattern] = [], standing: [RequestPattern: Instruction] = [:], guards: Bool = false,
    unanswered: Unanswered = .allow, hosts: Bool = true, back: Bool = false, prepares: Bool = false,
    sensitive: Bool = false, isVirtual: Bool = false, presentation: Presentation? = nil,
    onDeath: DeathPolicy = .keep, askMs: Int64? = nil, workingMaxMs: Int64? = nil
  ) {
    self.handles = handles
    self.standing = standing
    self.guards = guards
    self.unanswered = unanswered
    self.hosts = hosts
    self.back = back
    self.prepares = prepares
    self.sensitive = sensitive
    self.isVirtual = isVirtual
    self.presentation = presentation
    self.onDeath = onDeath
    self.askMs = askMs
    self.workingMaxMs = workingMaxMs
  }
}

/// HELLO (and REGISTER): who the worker is and what it can do. Accepted or refused whole.
public struct Registration: Hashable, Sendable {
  /// Its name; the older process of this name and user is replaced.
  public var worker: WorkerName
  /// Its software version, for people.
  public var version: String
  /// This process.
  public var incarnation: Incarnation
  /// The scenes it serves; nil for all.
  public var scenes: [SceneName]?
  /// The names it installs as root when nobody handles `show`.
  public var root: [ScreenName]
  /// By screen name.
  public var routables: [ScreenName: Routable]
  /// Which screens may begin a path, and what may follow them; nil: it says nothing of that.
  public var tree: TreeNode?
  /// Parts of the tree that others can lead to.
  public var parts: [PartName: TreeNode]
  /// Which URLs it reads; nil: none.
  public var links: LinkReading?
  /// Counts the changes of the registration, from 1.
  public var generation: UInt64
  /// Whether it wants whole routes with every commit.
  public var wantsRoutes: Bool
  /// What it shows already, by scene.
  public var applied: [SceneName: Applied]
  /// Asks whose verdict it does not know.
  public var unsettled: [AskToken]

  /// A registration of a worker that has shown nothing yet.
  public init(
    worker: WorkerName, version: String = "", incarnation: Incarnation, scenes: [SceneName]? = ["main"],
    root: [ScreenName] = [], routables: [ScreenName: Routable] = [:], tree: TreeNode? = nil,
    parts: [PartName: TreeNode] = [:], links: LinkReading? = nil, generation: UInt64 = 1,
    wantsRoutes: Bool = false, applied: [SceneName: Applied] = [:], unsettled: [AskToken] = []
  ) {
    self.worker = worker
    self.version = version
    self.incarnation = incarnation
    self.scenes = scenes
    self.root = root
    self.routables = routables
    self.tree = tree
    self.parts = parts
    self.links = links
    self.generation = generation
    self.wantsRoutes = wantsRoutes
    self.applied = applied
    self.unsettled = unsettled
  }
}

/// Which URLs somebody reads, and how.
public struct LinkReading: Hashable, Sendable {
  /// Of which schemes, in lower case; empty: of all.
  public var schemes: [String]
  /// Decided by the coordinator, in order.
  public var patterns: [LinkPattern]
  /// Whether the worker wants to be asked about what no pattern of its own describes.
  public var parses: Bool

  /// A reading.
  public init(schemes: [String] = [], patterns: [LinkPattern] = [], parses: Bool = false) {
    self.schemes = schemes
    self.patterns = patterns
    self.parses = parses
  }

  /// `text` as a scheme in lower case, or nil where it is none.
  public static func scheme(_ text: String) -> String? {
    let scheme = text.lowercased()
    return (try? DeepLink(parsing: scheme + ":"))?.scheme == scheme ? scheme : nil
  }

  /// What a scheme is, for errors.
  public static let schemeRule = "a scheme: a letter, then letters, digits, + - ."

  /// The most patterns of one worker, or of the configuration.
  public static let patternsMax = 256
  /// The most schemes of one worker, or of the configuration.
  public static let schemesMax = 16
}

/// How far a follower is.
public struct Applied: Hashable, Sendable {
  /// The epoch of what it shows.
  public var epoch: Epoch
  /// The revision of what it shows.
  public var revision: Revision

  /// A position.
  public init(epoch: Epoch, revision: Revision) {
    self.epoch = epoch
    self.revision = revision
  }
}
