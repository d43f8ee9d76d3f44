// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// What each message does to the view.
extension ObserverView {
  mutating func receive(_ message: Message, epoch: Epoch, at now: Instant) -> [Action] {
    switch message {
    case .state(let state): return take(state.scene, epoch: epoch, at: now) { $0.adopt(state) }
    case .update(let update): return take(update.scene, epoch: epoch, at: now) { $0.apply(update) }
    case .presence(let change): return take(change.scene, epoch: epoch, at: now) { $0.apply(change, at: now) }
    case .keepalive(let keepalive):
      guard epoch >= self.epoch else { return hearLower(epoch, at: now) }
      hear(at: now)
      return raise(to: epoch) + keepalive.positions.flatMap { compare($0, epoch: epoch, at: now) } + miss(in: keepalive)
    case .command, .query, .cancel, .resume, .snapshotRequest, .inspect, .clear, .active, .accepted, .outcome, .status,
      .snapshot,
      .report, .error, .hello, .register, .answer, .working, .abandoned, .appeared, .cannotShow, .pong, .bye, .welcome,
      .who, .registered, .ask, .settled, .workerState, .ping, .treeEvent, .arrival:
      return ignore()
    }
  }

  /// Takes what is about a scene of ours and not from a coordinator of the past.
  private mutating func take(
    _ scene: SceneName, epoch: Epoch, at now: Instant, _ apply: (inout Self) -> [Action]
  ) -> [Action] {
    guard epoch >= self.epoch, self.scene == nil || self.scene == scene else { return ignore() }
    hear(at: now)
    let raised = raise(to: epoch)
    unheard.remove(scene)
    return raised + apply(&self)
  }

  private mutating func raise(to epoch: Epoch) -> [Action] {
    guard epoch > self.epoch else { return [] }
    defer { self.epoch = epoch }
    (unheard, roomyKeepalives) = (Set(views.keys), 0)
    return self.epoch == 0 ? [] : [.epoch(from: self.epoch, to: epoch)]
  }

  /// Scenes that a keepalive does not list. One with room for more lists the last of all, so between two of them all were listed.
  private mutating func miss(in keepalive: Keepalive) -> [Action] {
    guard !unheard.isEmpty else { return [] }
    for position in keepalive.positions { unheard.remove(position.scene) }
    guard keepalive.positions.count < Coordinator.keepaliveScenesMax else { return [] }
    roomyKeepalives += 1
    return roomyKeepalives >= Self.roomyKeepalivesMax ? loseUnheard() : []
  }

  private mutating func adopt(_ state: SceneState) -> [Action] {
    let view = views[state.scene]
    if let view, !view.isBelow(epoch, state.revision, presenceNumber: state.presenceNumber) {
      catchUp(in: state.scene)
      if stale.remove(state.scene) != nil, let known = self.state(of: state.scene) { return [.state(known)] }
      // The answer to a subscription of another observer, or to one of ours that was not needed.
      return ignore()
    }
    catchUp(in: state.scene)
    stale.remove(state.scene)
    views[state.scene] = View(
      epoch: epoch, revision: state.revision, presenceNumber: state.presenceNumber, path: state.path,
      told: state.revision)
    return gap(state.scene, after: view, upTo: state.revision) + [.state(state)]
  }

  private mutating func apply(_ update: Update) -> [Action] {
    let view = views[update.scene]
    if let view, !view.isBelow(epoch, update.revision) { return ignore() }
    let isState = standsForState(update, after: view)
    // The number may fall: then a presence that was told later was heard earlier, and the state tells it once more.
    views[update.scene] = View(
      epoch: epoch, revision: update.revision, presenceNumber: update.presenceNumber, path: update.current,
      told: update.revision)
    catchUp(in: update.scene)
    stale.remove(update.scene)
    let missed = gap(update.scene, after: view, upTo: update.previousRevision)
    if isState, let known = state(of: update.scene) { return missed + [.state(known)] }
    return missed + [.update(update)]
  }

  /// Whether an update is told as the state that it leads to, for the STATE behind it is not above the view any more. What joins
  /// begins with a state. A minor update is hidden by most, so after a gap, a restart or a silence nobody would see what shows now.
  private func standsForState(_ update: Update, after view: View?) -> Bool {
    guard let view else { return update.previousRevision > 0 }
    guard update.isMinor else { return false }
    let isAfterGap = max(view.told, update.previousRevision) > view.revision
    return isAfterGap || view.epoch != epoch || stale.contains(update.scene)
  }

  private mutating func apply(_ change: Presence.Change, at now: Instant) -> [Action] {
    guard let view = views[change.scene], view.epoch == epoch else {
      fallBehind(in: change.scene, at: now)
      return []
    }
    guard change.number > view.presenceNumber else { return ignore() }
    if change.number == view.presenceNumber + 1 {
      views[change.scene]?.presenceNumber = change.number
    } else {
      // `presenceNumber` does not advance over the gap: the STATE that tells of the missed changes has to be above the view.
      fallBehind(in: change.scene, at: now)
    }
    for element in change.elements {
      views[change.scene]?.path.hosts[element] = Host(change.presence, worker: change.worker)
    }
    return [.presence(change)]
  }

  /// A keepalive's word on a scene: behind it, or not.
  private mutating func compare(_ position: Keepalive.Position, epoch: Epoch, at now: Instant) -> [Action] {
    guard scene == nil || scene == position.scene else { return [] }
    let view = views[position.scene]
    if let view, !view.isBelow(epoch, position.revision, presenceNumber: position.presenceNumber) { return [] }
    fallBehind(in: position.scene, at: now)
    guard view?.epoch == epoch else { return [] }
    views[position.scene]?.told = max(view?.told ?? 0, position.revision)
    return gap(position.scene, after: view, upTo: position.revision)
  }

  /// A lower epoch is that of a coordinator of the past, or of one whose state was lost: believed when it goes on while
  /// the higher one is silent. Late words of the past may come in one burst, so their number alone says nothing.
  private mutating func hearLower(_ epoch: Epoch, at now: Instant) -> [Action] {
    lowerCount = epoch == lowerEpoch ? lowerCount + 1 : 1
    lowerEpoch = epoch
    let isSilent = isDisconnected || silentAt.map { $0 <= now } ?? true
    guard lowerCount >= Self.lowerKeepalivesMax, isSilent else { return ignore() }
    lowerCount = 0
    (unheard, roomyKeepalives) = (unheard.union(views.keys), 0)
    (views, stale) = ([:], [])
    defer { self.epoch = epoch }
    return [.epoch(from: self.epoch, to: epoch)] + subscribe()
  }

  private func gap(_ scene: SceneName, after view: View?, upTo revision: Revision) -> [Action] {
    guard let view, revision > view.told else { return [] }
    return [.gap(scene, from: view.told, to: revision)]
  }

  private mutating func ignore() -> [Action] {
    ignored += 1
    return []
  }
}

extension ObserverView.View {
  /// Whether something of this epoch and revision is news.
  fileprivate func isBelow(_ epoch: Epoch, _ revision: Revision, presenceNumber: UInt64 = 0) -> Bool {
    if epoch != self.epoch { return epoch > self.epoch }
    return (self.revision, self.presenceNumber) < (revision, presenceNumber)
  }
}
