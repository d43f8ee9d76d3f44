// SPDX-License-Identifier: Apache-2.0

public import RouteModel

/// What a worker registers for one screen name.
public struct Routable: Hashable, Sendable {
  /// What happens to an element whose worker died.
  public enum DeathPolicy: Hashable, Sendable {
    /// It stays and is marked unattended.
    case keep
    /// It is dismissed; the first of a path or of a branch stays.
    case pop
    /// It is replaced by this screen.
    case fallback(AnyScreen)

    /// The screen that it brings; nil where it brings none.
    package var screen: AnyScreen? {
      switch self {
      case .keep, .pop: nil
      case .fallback(let screen): screen
      }
    }

    /// The same policy with another form of its screen.
    func mappingScreen(_ transform: (AnyScreen) -> AnyScreen) -> DeathPolicy {
      switch self {
      case .keep, .pop: self
      case .fallback(let screen): .fallback(transform(screen))
      }
    }
  }

  /// What a silent guard means.
  public enum Unanswered: String, Hashable, Sendable, CaseIterable {
    case allow, deny
  }

  /// The requests it wants to be asked; none: it is no part of a route of names.
  public var handles: [RequestPattern]
  /// Answers known beforehand: nobody is asked while the session is live. The most exact one that fits counts, whatever `handles` says.
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
  /// Whether its content is told to nobody but its host and the workers that are asked.
  public var sensitive: Bool
  /// Whether no process shows it, and none needs to.
  public var isVirtual: Bool
  /// The presentation of screens made from their name alone.
  public var presentation: Presentation?
  /// The branches of a fresh element; nil: the screen is no container.
  public var branches: DeclaredBranches?
  /// How often screens of this name stand on a path.
  public var instance: AnyScreen.InstanceMode
  /// What happens to its elements when its worker dies.
  public var onDeath: DeathPolicy
  /// Its own deadline of an ask, in ms; nil takes the coordinator's.
  package var askMs: Int64?
  /// The longest that WORKING may extend an ask, in ms; nil takes the coordinator's.
  package var workingMaxMs: Int64?

  /// A routable that hosts its screen and handles nothing, unless told otherwise.
  public init(
    handles: [RequestPattern] = [], standing: [RequestPattern: Instruction] = [:], guards: Bool = false,
    unanswered: Unanswered = .allow, hosts: Bool = true, back: Bool = false, prepares: Bool = false,
    sensitive: Bool = false, isVirtual: Bool = false, presentation: Presentation? = nil,
    branches: DeclaredBranches? = nil, onDeath: DeathPolicy = .keep, ask: Duration? = nil, workingMax: Duration? = nil,
    instance: AnyScreen.InstanceMode = .standard
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
    self.branches = branches
    self.onDeath = onDeath
    askMs = ask?.ms
    workingMaxMs = workingMax?.ms
    self.instance = instance
  }
}
