// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// Presence of hosts (specification, section "Presence").
extension Stage {
  /// How the host of an element stands now.
  private func host(of element: ElementID, _ registered: RegisteredScreen?, isNew: Bool, in world: World) -> Host {
    if let decision = decisions[element] {
      if decision.isOutside { return Host(.notInTree, worker: registered?.owner.name) }
      if let builder = decision.builder, builder.isVirtual {
        return Host(.attended, worker: registered?.owner.name ?? builder.worker)
      }
    }
    guard let registered else { return Host(.unattended, worker: nil) }
    let worker = registered.owner
    if registered.routable.isVirtual { return Host(.attended, worker: worker.name) }
    if failures[element] != nil { return Host(.failed, worker: worker.name) }
    guard registered.routable.hosts else { return Host(.unattended, worker: worker.name) }
    if world.isLive(worker.slot) {
      if isNew || followers[worker.slot]?.attends == true { return Host(.attended, worker: worker.name) }
      // A connected worker has not said yet what it shows: nothing has changed for a person at the screen.
      let before = hosts[element]?.presence
      return Host(before == .attended || before == .leaving ? before ?? .unattended : .unattended, worker: worker.name)
    }
    if world.workers[worker.slot].quarantine != nil { return Host(.quarantined, worker: worker.name) }
    let isLeaving = world.workers[worker.slot].leavingUntil.map { $0 > world.time } ?? false
    return Host(isLeaving ? .leaving : .unattended, worker: worker.name)
  }

  /// Sets the hosts of a committed route. A new element counts as attended where its worker is live.
  mutating func placeHosts(since previous: Route, in world: World) {
    var placed: PathHosts = [:]
    let elements = route.allElements
    placed.reserveCapacity(elements.count)
    var search = ElementSearch(in: previous.root)
    var lookup = RegistrationLookup(name)
    for index in elements.indices {
      let id = elements[index].id
      if !failures.isEmpty, search.find(elements[index], near: index)?.screen != elements[index].screen {
        failures[id] = nil
      }
      let screen = elements[index].screen.name
      let registered = lookup.registered(screen, in: world)
      let isNew = !search.contains(id, screen, near: index)
      placed[id] = host(of: id, registered, isNew: isNew, in: world)
    }
    hosts = placed
    if !failures.isEmpty { failures = failures.filter { placed[$0.key] != nil } }
  }

  /// Looks at every host again and tells observers of each that has changed.
  mutating func refreshPresence(in world: World, _ turn: inout Turn) {
    var changed: [(element: ElementID, host: Host)] = []
    var lookup = RegistrationLookup(name)
    for element in route.allElements {
      let host = host(of: element.id, lookup.registered(element.screen.name, in: world), isNew: false, in: world)
      if isNews(host, after: hosts[element.id], in: world) { changed.append((element.id, host)) }
    }
    while let first = changed.first {
      let group = changed.filter { $0.host == first.host }.map(\.element)
      changed.removeAll { $0.host == first.host }
      for id in group { hosts[id] = first.host }
      presenceNumber += 1
      let worker = first.host.worker.flatMap { world.workers.slot($0) }.map { world.workers[$0] }
      let leavingMs = worker?.leavingUntil.map { Int64($0.ms(since: world.time)) }
      turn.append(
        .publish(
          .presence(
            Presence.Change(
              scene: name, epoch: world.epoch, number: presenceNumber, elements: group,
              presence: first.host.presence, worker: first.host.worker, version: worker?.registration.version ?? "",
              restartingMs: first.host.presence == .leaving ? leavingMs : nil,
              message: message(of: first.host, group.first, worker?.quarantine))),
          scene: name))
    }
  }

  /// Whether observers hear of a host. They hear nothing of a connected worker that has not said yet what it shows: its
  /// word follows at once, or its death does.
  private func isNews(_ host: Host, after before: Host?, in world: World) -> Bool {
    let before = before ?? Host(.unattended, worker: nil)
    guard host != before else { return false }
    guard host.presence == .unattended, before == Host(.unattended, worker: nil) else { return true }
    return !(host.worker.flatMap { world.workers.slot($0) }.map { world.isLive($0) } ?? false)
  }

  private func message(of host: Host, _ element: ElementID?, _ quarantine: Quarantine?) -> String? {
    switch host.presence {
    case .failed: element.flatMap { failures[$0] }
    case .notInTree: "the tree does not build it any more"
    case .quarantined: host.worker.flatMap { quarantine?.message(for: $0) }
    case .attended, .leaving, .unattended: nil
    }
  }
}
