// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// `until: appeared`: a commit that is told only when it can be seen. Decided and journalled at the commit; only the
/// telling waits, and the queue does not (specification, section "Appearance").
extension Coordinator {
  /// Waits for the visible elements that a commit brought or changed.
  mutating func awaitAppearance(
    _ outcome: Outcome, peers: [Peer], since previous: Route, until deadline: Instant, in name: SceneName
  ) {
    let route = self[scene: name].route
    let registry = registry(name)
    // What no process shows never says that it has appeared.
    let elements = route.activePath.filter { element in
      !element.hasAppeared && previous.element(element.id) != element
        && registry.routable(element.screen.name)?.routable.isVirtual != true
        && self[scene: name].decisions[element.id]?.builder?.isVirtual != true
    }
    self[scene: name].awaiting.append(
      Awaiting(outcome: outcome, peers: peers, elements: elements.map(\.id), deadline: deadline))
    settleAwaiting(in: name)
  }

  /// Tells the outcomes whose elements have all appeared, or of which one cannot any more.
  mutating func settleAwaiting(in name: SceneName) {
    guard let scene = scenes[name], !scene.awaiting.isEmpty else { return }
    var still: [Awaiting] = []
    for awaiting in scene.awaiting {
      let left = awaiting.elements.filter { scene.route.element($0)?.hasAppeared != true }
      let isLost = left.contains { id in
        guard scene.route.element(id) != nil else { return true }
        switch scene.hosts[id]?.presence {
        case .failed, .unattended, .quarantined, .notInTree, nil: return true
        case .attended, .leaving: return false
        }
      }
      if left.isEmpty || isLost || awaiting.deadline <= now {
        tell(awaiting, appeared: left.isEmpty)
      } else {
        still.append(awaiting)
      }
    }
    self[scene: name].awaiting = still
  }

  private mutating func tell(_ awaiting: Awaiting, appeared: Bool) {
    var outcome = awaiting.outcome
    outcome.appeared = appeared
    ledger.amend(outcome.id, outcome)
    for peer in awaiting.peers { reply(.outcome(outcome), to: peer) }
  }
}
