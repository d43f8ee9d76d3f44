// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// Presence of hosts, and what follows from their absence (specification, section "Presence").
extension Coordinator {
  /// The scene's path with hosts, sensitive content redacted.
  func placed(_ name: SceneName) -> PlacedPath {
    guard let scene = scenes[name] else { return PlacedPath(Path([])) }
    return PlacedPath(redacted(scene.route.root), hosts: scene.hosts)
  }

  /// The screen with its content withheld, if that is sensitive.
  func redacted(_ screen: AnyScreen) -> AnyScreen {
    guard roster.sensitive.contains(screen.name), !screen.content.isNull else { return screen }
    return AnyScreen(
      screen.name, content: .object([("redacted", .bool(true))]), presentation: screen.presentation)
  }

  /// The path with the content of sensitive screens withheld.
  func redacted(_ path: Path) -> Path {
    guard !roster.sensitive.isEmpty else { return path }
    return Path(
      path.elements.map { element in
        var element = element
        element.screen = redacted(element.screen)
        if var branches = element.branches {
          for index in branches.branches.indices {
            branches.branches[index].path = redacted(branches.branches[index].path)
          }
          element.branches = branches
        }
        return element
      })
  }

  /// How the host of an element stands now.
  private func host(of element: Element, in scene: Scene, _ registry: SceneRegistry, isNew: Bool) -> Host {
    let registered = registry.routable(element.screen.name)
    if let decision = scene.decisions[element.id] {
      if decision.isOutside { return Host(.notInTree, worker: registered?.worker) }
      if let builder = decision.builder, builder.isVirtual {
        return Host(.attended, worker: registered?.worker ?? builder.worker)
      }
    }
    guard let (name, routable) = registered else { return Host(.unattended, worker: nil) }
    if routable.isVirtual { return Host(.attended, worker: name) }
    if scene.failures[element.id] != nil { return Host(.failed, worker: name) }
    guard routable.hosts, let worker = workers[name] else { return Host(.unattended, worker: name) }
    if let session = session(of: name) {
      if isNew || session.attends.contains(scene.name) { return Host(.attended, worker: name) }
      // Connected, but it has not said yet what it shows: nothing has changed for who looks at the screen.
      let before = scene.hosts[element.id]?.presence
      return Host(before == .attended || before == .leaving ? before ?? .unattended : .unattended, worker: name)
    }
    return Host(worker.leavingUntil.map { $0 > now } == true ? .leaving : .unattended, worker: name)
  }

  /// The hosts of a committed route; elements that are new count as attended where their worker is live.
  mutating func placeHosts(previous: Route, in name: SceneName) {
    let scene = self[scene: name]
    let registry = registry(name)
    var hosts: [ElementID: Host] = [:]
    var failures = scene.failures
    for element in scene.route.allElements {
      let before = previous.element(element.id)
      if before?.screen != element.screen { failures[element.id] = nil }
      self[scene: name].failures = failures
      hosts[element.id] = host(
        of: element, in: self[scene: name], registry, isNew: before?.screen.name != element.screen.name)
    }
    self[scene: name].hosts = hosts
    self[scene: name].failures = failures.filter { hosts[$0.key] != nil }
  }

  /// Looks at every host of the scene again and tells observers what changed.
  mutating func refreshPresence(in name: SceneName) {
    let scene = self[scene: name]
    let registry = registry(name)
    var changed: [(element: ElementID, host: Host)] = []
    for element in scene.route.allElements {
      let host = host(of: element, in: scene, registry, isNew: false)
      if isNews(host, after: scene.hosts[element.id]) { changed.append((element.id, host)) }
    }
    while let first = changed.first {
      let group = changed.filter { $0.host == first.host }.map(\.element)
      changed.removeAll { $0.host == first.host }
      for id in group { self[scene: name].hosts[id] = first.host }
      self[scene: name].presenceNumber += 1
      self[scene: name].published = now
      let worker = first.host.worker.flatMap { workers[$0] }
      let leavingMs = worker?.leavingUntil.map { Int64($0.ms(since: now)) }
      actions.append(
        .publish(
          .presence(
            PresenceChange(
              scene: name, epoch: epoch, number: self[scene: name].presenceNumber, elements: group,
              presence: first.host.presence, worker: first.host.worker, version: worker?.registration.version ?? "",
              restartingMs: first.host.presence == .leaving ? leavingMs : nil,
              message: message(of: first.host.presence, group.first, in: scene))),
          scene: name))
    }
  }

  /// Whether observers hear of it. That a process is connected which has not said yet what it shows is none: its word
  /// follows at once, or its death does.
  private func isNews(_ host: Host, after before: Host?) -> Bool {
    let before = before ?? Host(.unattended, worker: nil)
    let isGreeting = host.worker.map { session(of: $0) != nil } ?? false
    if host.presence == .unattended, before == Host(.unattended, worker: nil), isGreeting { return false }
    return host != before
  }

  private func message(of presence: Presence, _ element: ElementID?, in scene: Scene) -> String? {
    switch presence {
    case .failed: element.flatMap { scene.failures[$0] }
    case .notInTree: "the tree does not build it any more"
    case .attended, .leaving, .unattended, .quarantined: nil
    }
  }

  /// Runs the death policies of a worker that has not come back in time.
  mutating func runPolicies(of name: WorkerName) {
    workers[name]?.policiesDue = nil
    workers[name]?.leavingUntil = nil
    for scene in scenes.keys.sorted() where workers[name]?.serves(scene) == true {
      refreshPresence(in: scene)
      // Each is queued before the last, so that they run root first: what lies above is gone by its turn.
      for element in self[scene: scene].route.allElements.reversed() {
        guard let (worker, routable) = registry(scene).routable(element.screen.name), worker == name else { continue }
        apply(routable.onDeath, to: element, in: scene)
      }
      advance(scene)
    }
  }

  /// A policy is an internal command at the head of the queue: it acts on the route of then.
  mutating func apply(_ policy: Routable.DeathPolicy, to element: Element, in name: SceneName) {
    let verb: Verb
    switch policy {
    case .keep: return
    case .pop: verb = .navigator(.dismiss(.id(element.id)))
    case .fallback(let screen): verb = .navigator(.replaceContent(of: .id(element.id), with: screen))
    }
    enqueueFirst(internalErrand(verb, in: name, cause: .death, number: takeInternal()))
  }
}
