// SPDX-License-Identifier: Apache-2.0

public import RouteModel

extension SceneStatus {
  /// What becomes of a scene in which nobody does anything.
  public struct Idle: Hashable, Sendable {
    /// How long nobody has to do anything.
    public var after: Duration
    /// The path that replaces the route then, in path syntax; the content of sensitive screens is redacted.
    public var path: String
    /// As long as one of these screens is on top, nothing happens.
    public var unless: [ScreenName]
    /// The time until then, if nobody does anything; nil where nothing would happen.
    public var remaining: Duration?
    /// The screen on top for which nothing happens; nil where there is none, so that the path is there already, or the
    /// scene has no route, if ``remaining`` is nil too.
    public var heldBy: ScreenName?

    /// A rule.
    public init(
      after: Duration, path: String, unless: [ScreenName] = [], remaining: Duration? = nil, heldBy: ScreenName? = nil
    ) {
      (self.after, self.path, self.unless) = (after, path, unless)
      (self.remaining, self.heldBy) = (remaining, heldBy)
    }
  }

  /// The screens that a scene is locked to.
  public struct Lock: Hashable, Sendable {
    /// The screens that may stand anywhere, sorted.
    public var allow: [ScreenName]
    /// The way out: above an element of this screen every screen may stand.
    public var out: ScreenName?
    /// Whether such an element is on the route now.
    public var isOpen: Bool

    /// A lock.
    public init(allow: [ScreenName], out: ScreenName?, isOpen: Bool) {
      (self.allow, self.out, self.isOpen) = (allow, out, isOpen)
    }
  }
}

extension SceneStatus.Idle {
  /// The rule of a scene, as it stands now.
  init(_ idle: Settings.Idle, of scene: Scene, pathMax: Int, in world: World) {
    let path = idle.replace.mappingScreens(world.redacted).map(\.text).joined(separator: "/")
    self.init(
      after: .milliseconds(idle.afterMs), path: path.shortened(bytesMax: pathMax, countsEllipsis: false),
      unless: idle.unless.sorted(), heldBy: scene.stage.top(among: idle.unless))
    guard heldBy == nil, !scene.isIdle(by: idle, in: world) else { return }
    remaining = scene.idleDue.map { .milliseconds(max(0, Int64($0.ms(since: world.time)))) }
  }
}

extension SceneStatus.Lock {
  /// The lock of a scene, as it stands now.
  init(_ lock: Settings.Lock, of scene: Scene) {
    let isOpen = scene.stage.route.root.firstElement { $0.screen.name == lock.out } != nil
    self.init(allow: lock.allow.sorted(), out: lock.out, isOpen: isOpen)
  }
}
