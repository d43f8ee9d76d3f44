// SPDX-License-Identifier: Apache-2.0

package import RouteModel

/// An observer's side: what one scene, or every scene, looks like, and what was missed. A value that does no IO
/// (specification, section "Observer").
///
/// A scene is Joining until its first STATE or UPDATE, then Following. An update holds the whole path, so any one of
/// them heals a gap; the state is asked for again (by unsubscribing and subscribing) only where a keepalive shows that
/// something is missing that no update will bring.
package struct ObserverView: Hashable, Sendable {
  /// What can happen to an observer.
  package enum Event: Hashable, Sendable {
    /// Begin.
    case start
    /// A message came.
    case received(Message, epoch: Epoch)
    /// Nothing happened, but ``ObserverView/nextDeadline`` has passed.
    case tick
  }

  /// What an observer wants done, in this order.
  package enum Action: Hashable, Sendable {
    /// Subscribe, after unsubscribing what was subscribed: a new subscription is answered with the state.
    case subscribe
    /// The scene as it is; also where an update says so first, and is not told as one.
    case state(SceneState)
    /// A commit.
    case update(Update)
    /// Commits above `from`, up to `to`, were not seen; the state or update that follows shows where they led.
    case gap(SceneName, from: Revision, to: Revision)
    /// Hosts of elements changed.
    case presence(Presence.Change)
    /// The coordinator started anew, or lost what it knew (`to` is lower).
    case epoch(from: Epoch, to: Epoch)
    /// Nothing was heard for so long that what is shown may be old.
    case disconnected
  }

  /// What is known of a scene.
  struct View: Hashable, Sendable {
    var epoch: Epoch
    var revision: Revision
    var presenceNumber: UInt64
    var path: PlacedPath
    /// Up to where the user knows of every commit: by an update, or by a gap that was told.
    var told: Revision
  }

  let scene: SceneName?
  var views: [SceneName: View] = [:]
  var epoch: Epoch = 0
  /// The last lower epoch that a keepalive told, and how often in a row.
  var lowerEpoch: Epoch = 0
  var lowerCount = 0
  /// Scenes of which more is known to exist than is shown.
  var behind: Set<SceneName> = []
  var resubscribeAt: Instant?
  var silentAt: Instant?
  var isDisconnected = false
  /// Scenes that may be old since ``Action/disconnected``: the next state of each is told, also where it is the known one.
  var stale: Set<SceneName> = []
  /// Scenes of which the present coordinator has told nothing, while an earlier one had.
  var unheard: Set<SceneName> = []
  /// Keepalives with room for more scenes since the coordinator is known.
  var roomyKeepalives = 0
  private var silence: Backoff
  private var noise: SplitMix64

  /// Messages that told nothing new, for diagnosis.
  package internal(set) var ignored: UInt64 = 0

  /// A view of one scene, or of all. `seed` spreads the resubscriptions of many observers.
  package init(scene: SceneName?, seed: UInt64) {
    self.scene = scene
    noise = SplitMix64(seed: seed)
    silence = Backoff(firstMs: Self.silenceMs, maxMs: 4 * Self.silenceMs, seed: seed)
  }

  /// Silence after which the view counts as stale, in ms.
  package static let silenceMs: Int64 = 3000
  /// Keepalives of a lower epoch after which it is believed, once the higher one has been silent for ``silenceMs``.
  package static let lowerKeepalivesMax = 3
  /// How long a resubscription waits, in ms: so that observers which missed the same do not all ask at once.
  package static let resubscribeMs: ClosedRange<Int64> = 100...500

  /// The scene as it is known, or nil while joining.
  package func state(of scene: SceneName) -> SceneState? {
    views[scene].map {
      SceneState(
        scene: scene, epoch: $0.epoch, revision: $0.revision, presenceNumber: $0.presenceNumber, path: $0.path)
    }
  }

  /// When ``Event/tick`` is wanted at the latest; nil before the start.
  package var nextDeadline: Instant? { [resubscribeAt, silentAt].compactMap(\.self).min() }

  /// Takes one event and returns what is to be done, in order.
  package mutating func handle(_ event: Event, at now: Instant) -> [Action] {
    switch event {
    case .start:
      silentAt = now.advanced(byMs: Self.silenceMs)
      return [.subscribe]
    case .received(let message, let epoch): return receive(message, epoch: epoch, at: now)
    case .tick: return tick(at: now)
    }
  }

  private mutating func tick(at now: Instant) -> [Action] {
    if let silentAt, silentAt <= now {
      self.silentAt = now.advanced(byMs: silence.next())
      let isNews = !isDisconnected
      isDisconnected = true
      stale = Set(views.keys)
      return (isNews ? [.disconnected] : []) + subscribe()
    }
    if let resubscribeAt, resubscribeAt <= now { return subscribe() }
    return []
  }

  /// Keepalives with room for more scenes, but without a scene, after which it is taken for lost.
  package static let roomyKeepalivesMax = 3

  /// A coordinator that was started anew without what it knew does not have these scenes: nothing shows.
  mutating func loseUnheard() -> [Action] {
    defer { unheard = [] }
    return unheard.sorted().compactMap { scene in
      let view = views[scene]
      let isBack = stale.remove(scene) != nil
      let lost = View(epoch: epoch, revision: 0, presenceNumber: 0, path: PlacedPath(Path([])), told: 0)
      views[scene] = lost
      let isSame = view?.path.path.elements.isEmpty == true
      // After a silence the same state says that the coordinator is heard again.
      return isSame && !isBack ? nil : state(of: scene).map(Action.state)
    }
  }

  mutating func subscribe() -> [Action] {
    resubscribeAt = nil
    behind = []
    return [.subscribe]
  }

  /// Asks for the state again, after a while and unless it comes by itself.
  mutating func fallBehind(in scene: SceneName, at now: Instant) {
    behind.insert(scene)
    guard resubscribeAt == nil else { return }
    let range = Self.resubscribeMs
    let wait = range.lowerBound + Int64(noise.below(UInt64(range.upperBound - range.lowerBound + 1)))
    resubscribeAt = now.advanced(byMs: wait)
  }

  mutating func catchUp(in scene: SceneName) {
    behind.remove(scene)
    if behind.isEmpty { resubscribeAt = nil }
  }

  /// The present coordinator is alive.
  mutating func hear(at now: Instant) {
    lowerCount = 0
    isDisconnected = false
    silence.reset()
    silentAt = now.advanced(byMs: Self.silenceMs)
  }
}
