// SPDX-License-Identifier: Apache-2.0

import RouteModel
import Waykeeper

/// Waits until a scene's route is as wished, as an observer: each revision is looked at, and each change of a host.
struct RouteWait {
  let wish: RouteWish
  let scene: SceneName
  let folder: String

  func run(_ progress: WaitProgress) async throws -> WaitReport.Reached {
    progress.set("nothing is heard of scene \(scene): it has no route yet, or the coordinator does not answer")
    var state: SceneState?
    var missing: (@Sendable () -> String)?
    /// Since when the hosts of elements know of them, as far as it was seen.
    var known: [ElementID: KnownSince] = [:]
    for await event in PathObserver(scene: scene, at: .runtimeFolder(folder)) {
      if event == .disconnected, let missing { progress.set { WaitProgress.silence + missing() } }
      let isFirst = state == nil
      guard let now = Self.state(after: event, state) else { continue }
      state = now
      known = known.filter { now.path[$0.key] != nil }
      now.path.path.forEachElement { element in
        if now.path.hosts[element.id]?.presence != .attended {
          known[element.id] = nil
        } else if known[element.id] == nil {
          known[element.id] = KnownSince(at: .now, orBefore: isFirst)
        }
      }
      guard let problem = wish.problem(in: now) else { return .route(now) }
      let text: @Sendable () -> String = { [known] in problem.text { known[$0]?.text } }
      missing = text
      progress.set(text)
    }
    throw CancellationError()
  }

  /// What is missing where the scene is not there, which a mistyped one never is; nil where it is there, and where that cannot be
  /// asked. To be asked when the time is over: a scene may begin meanwhile.
  static func unknown(_ scene: SceneName, at location: CoordinatorLocation) async -> String? {
    guard let navigator = try? Navigator.connect(location, name: "way").timeout(patience) else { return nil }
    let others = await SceneFailure.others(than: scene, navigator)
    await navigator.close()
    return others.map { "there is no scene '\(scene)' yet\($0)" }
  }

  /// How long an answer is waited for that is worth no failure.
  static let patience = Duration.seconds(1)

  /// The scene after an event; nil where that changes nothing.
  private static func state(after event: PathEvent, _ state: SceneState?) -> SceneState? {
    switch event {
    case .state(let state): return state
    case .update(let update): return SceneState(after: update)
    case .presence(let change):
      var state = state
      for id in change.elements { state?.path.hosts[id] = Host(change.presence, worker: change.worker) }
      return state
    case .gap, .epoch, .disconnected: return nil
    }
  }
}

/// Since when a host knows of its element.
private struct KnownSince {
  let at: ContinuousClock.Instant
  /// It was so already when the wait began.
  let orBefore: Bool

  var text: String { (orBefore ? "at least " : "") + Quantity.elapsed(ContinuousClock.now - at) + " ago" }
}

extension SceneState {
  /// The scene as an update leaves it.
  init(after update: Update) {
    self.init(
      scene: update.scene, epoch: update.epoch, revision: update.revision, presenceNumber: update.presenceNumber,
      path: update.current)
  }
}
