// SPDX-License-Identifier: Apache-2.0

public import Coordination
public import RouteModel

/// An event that an observer sees.
public enum PathEvent: Hashable, Sendable {
  /// The scene as it is: after the start, a gap or a restart.
  case state(SceneState)
  /// A commit: from where to where, and why.
  case update(Update)
  /// Hosts of elements changed.
  case presence(Presence.Change)
  /// Commits above `from`, up to `to`, were missed; the events after it show where they led.
  case gap(SceneName, from: Revision, to: Revision)
  /// The coordinator started anew; with a lower `to`, it has lost its journal.
  case epoch(from: Epoch, to: Epoch)
  /// The coordinator was silent for 3 s, or none is there: the view may be old.
  case disconnected

  /// The scene it is about; nil where it is about all.
  public var scene: SceneName? {
    switch self {
    case .state(let state): state.scene
    case .update(let update): update.scene
    case .presence(let change): change.scene
    case .gap(let scene, _, _): scene
    case .epoch, .disconnected: nil
    }
  }

  init?(_ action: ObserverView.Action) {
    switch action {
    case .subscribe: return nil
    case .state(let state): self = .state(state)
    case .update(let update): self = .update(update)
    case .gap(let scene, let from, let to): self = .gap(scene, from: from, to: to)
    case .presence(let change): self = .presence(change)
    case .epoch(let from, let to): self = .epoch(from: from, to: to)
    case .disconnected: self = .disconnected
    }
  }

  /// The events for a reader that did not keep up, in place of `events`: the restart of the coordinator, if there was one; for
  /// each scene the gap and the state after it; and whether the coordinator is silent now.
  static func condensed(_ events: [PathEvent], view: ObserverView) -> [PathEvent] {
    var firsts: [SceneName: Revision] = [:]
    for event in events {
      guard let scene = event.scene, firsts[scene] == nil, let before = event.revisionBefore else { continue }
      firsts[scene] = before
    }
    // Of a scene of which only hosts have changed, no commit was missed.
    for case .presence(let change) in events where firsts[change.scene] == nil {
      firsts[change.scene] = view.state(of: change.scene)?.revision
    }
    // A gap may end above the state, which is still to come then; it is not told again.
    var ends: [SceneName: Revision] = [:]
    for case .gap(let scene, _, let to) in events { ends[scene] = max(ends[scene] ?? to, to) }
    let scenes = firsts.keys.sorted().flatMap { scene -> [PathEvent] in
      guard let state = view.state(of: scene), let first = firsts[scene] else { return [] }
      let end = max(state.revision, ends[scene] ?? 0)
      return (first < end ? [.gap(scene, from: first, to: end)] : []) + [.state(state)]
    }
    return restart(in: events) + scenes + (events.last == .disconnected ? [.disconnected] : [])
  }

  /// All starts of the coordinator among the events as one.
  private static func restart(in events: [PathEvent]) -> [PathEvent] {
    var whole: (from: Epoch, to: Epoch)?
    for case .epoch(let from, let to) in events { whole = (whole?.from ?? from, to) }
    return whole.map { [.epoch(from: $0.from, to: $0.to)] } ?? []
  }

  /// The revision that a reader knows before this event.
  private var revisionBefore: Revision? {
    switch self {
    case .state(let state): state.revision
    case .update(let update): update.previousRevision
    case .gap(_, let from, _): from
    case .presence, .epoch, .disconnected: nil
    }
  }
}
