// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// Presence of hosts (specification, section "Presence").
extension Stage {
  /// Why an element cannot be shown; nil where its present host has not said so. What a worker said that another one has taken the
  /// screen from says nothing of that one.
  func failure(of element: ElementID, _ registered: RegisteredScreen) -> Failure? {
    guard !failures.isEmpty, registered.routable.hosts, let failure = failures[element],
      failure.worker == registered.owner.name
    else { return nil }
    return failure
  }

  /// How the host of an element stands now.
  private func host(
    of element: ElementID, _ registered: RegisteredScreen?, isNew: Bool, _ usual: inout UsualHost, in world: World
  ) -> Host {
    if !decisions.isEmpty, let decision = decisions[element] {
      if decision.isOutside { return Host(.notInTree, worker: registered?.owner.name) }
      if let builder = decision.builder, builder.isVirtual {
        return Host(.attended, worker: registered?.owner.name ?? builder.worker)
      }
    }
    if !failures.isEmpty, let registered, !registered.routable.isVirtual, failure(of: element, registered) != nil {
      return Host(.failed, worker: registered.owner.name)
    }
    if !usual.isOf(registered, isNew: isNew) {
      usual = UsualHost(registered, isNew: isNew, host: usualHost(registered, isNew: isNew, in: world))
    }
    if let host = usual.host { return host }
    // A connected worker has not said yet what it shows: nothing has changed for a person at the screen.
    let before = hosts[element]?.presence
    return Host(
      before == .attended || before == .leaving ? before ?? .unattended : .unattended, worker: registered?.owner.name)
  }

  /// The host of each element of a screen of which nothing else is known; nil where it depends on what it was before.
  private func usualHost(_ registered: RegisteredScreen?, isNew: Bool, in world: World) -> Host? {
    guard let registered else { return Host(.unattended, worker: nil) }
    let worker = registered.owner
    if registered.routable.isVirtual { return Host(.attended, worker: worker.name) }
    guard registered.routable.hosts else { return Host(.unattended, worker: worker.name) }
    if world.isLive(worker.slot) {
      return isNew || followers[worker.slot]?.attends == true ? Host(.attended, worker: worker.name) : nil
    }
    if world.workers[worker.slot].quarantine != nil { return Host(.quarantined, worker: worker.name) }
    let isLeaving = world.workers[worker.slot].leavingUntil.map { $0 > world.time } ?? false
    return Host(isLeaving ? .leaving : .unattended, worker: worker.name)
  }

  /// The usual host that was found last: neighbours on a long path often show the same screen.
  private struct UsualHost {
    private var registered: RegisteredScreen?
    private var isNew: Bool?
    private(set) var host: Host?

    /// None was found yet.
    init() {}

    init(_ registered: RegisteredScreen?, isNew: Bool, host: Host?) {
      (self.registered, self.isNew, self.host) = (registered, isNew, host)
    }

    func isOf(_ registered: RegisteredScreen?, isNew: Bool) -> Bool {
      self.isNew == isNew && self.registered === registered
    }
  }

  /// Sets the hosts of a committed route. A new element counts as attended where its worker is live.
  mutating func placeHosts(since previous: Position, in world: World) {
    var placed: PathHosts = [:]
    let elements = route.allElements
    placed.reserveCapacity(elements.count)
    // Where there are branches, a place among all elements is none on the root path.
    let hasPlaces = elements.count == route.root.count
    let staying = hasPlaces ? route.root.stayingCount(since: previous.route.root, common: previous.commonCount) : 0
    var search = ElementSearch(in: previous.route.root)
    var lookup = RegistrationLookup(name)
    var usual = UsualHost()
    var start = 0
    while start < elements.count {
      var end = elements.endOfNeighbours(from: start)
      let registered = lookup.registered(elements[start].screen.name, in: world)
      if start < staying, decisions.isEmpty, failures.isEmpty,
        let host = usualHost(registered, isNew: false, in: world)
      {
        end = min(end, staying)
        placed.append(host, of: elements[start..<end])
      } else {
        for index in start..<end {
          let id = elements[index].id
          if !failures.isEmpty, search.find(elements[index], near: index)?.screen != elements[index].screen {
            failures[id] = nil
          }
          let isNew = index >= staying && !search.contains(id, elements[index].screen.name, near: index)
          placed.append(host(of: id, registered, isNew: isNew, &usual, in: world), of: id)
        }
      }
      start = end
    }
    hosts = placed
    if !failures.isEmpty { failures = failures.filter { placed[$0.key] != nil } }
    if !fallenFrom.isEmpty { fallenFrom = fallenFrom.filter { placed[$0.key] != nil } }
    if !screenSince.isEmpty { screenSince = screenSince.filter { placed[$0.key] != nil } }
  }

  /// Whether a fallback may take the place of an element whose screen cannot be shown; that is remembered.
  mutating func admits(_ fallback: AnyScreen, inPlaceOf element: Element) -> Bool {
    var fallen = fallenFrom[element.id] ?? []
    if fallen.count < Limits.fallenMax { fallen.insert(element.screen.stableHash) }
    fallenFrom[element.id] = fallen
    return fallen.count < Limits.fallenMax && !fallen.contains(fallback.stableHash)
  }

  /// Looks at every host again and tells observers of each that has changed.
  mutating func refreshPresence(in world: World, _ turn: inout Turn) {
    var changed: [(element: ElementID, host: Host)] = []
    var lookup = RegistrationLookup(name)
    var usual = UsualHost()
    for element in route.allElements {
      let registered = lookup.registered(element.screen.name, in: world)
      if let failure = failures[element.id], let registered, registered.routable.hosts,
        failure.worker != registered.owner.name
      {
        // It counts no more, also when the worker that said it hosts the screen again.
        failures[element.id] = nil
      }
      let host = host(of: element.id, registered, isNew: false, &usual, in: world)
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
    case .failed: element.flatMap { failures[$0]?.message }
    case .notInTree: "the tree does not build it any more"
    case .quarantined: host.worker.flatMap { quarantine?.message(for: $0) }
    case .attended, .leaving, .unattended: nil
    }
  }
}
