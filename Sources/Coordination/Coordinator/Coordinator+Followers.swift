// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// What workers are told of the route, and what they tell of it: following is by state, not by event
/// (specification, section "Following").
extension Coordinator {
  /// Tells a session everything that concerns it: at its start, and when its registration changed.
  mutating func catchUp(_ session: Session) {
    guard let worker = workers[session.worker] else { return }
    for scene in scenes.keys.sorted() where worker.serves(scene) {
      if session.applied[scene] == Applied(epoch: epoch, revision: self[scene: scene].revision) {
        sessions[session.connection]?.attends.insert(scene)
      }
      tell(session, scene: scene, animated: false)
      refreshPresence(in: scene)
    }
    // Its answer says what it shows, so that presence need not wait for the next sign of life.
    send(.ping, to: session)
  }

  /// Tells the sessions whose elements changed, or that want whole routes.
  mutating func tellWorkers(previous: Route, animated: Bool, in name: SceneName) {
    let registry = registry(name)
    let before = elementsByWorker(previous, registry)
    let after = elementsByWorker(self[scene: name].route, registry)
    for worker in workers.keys.sorted() {
      guard let session = session(of: worker), let registration = workers[worker]?.registration else { continue }
      let wantsRoutes = registration.wantsRoutes && workers[worker]?.serves(name) == true
      if wantsRoutes || before[worker] != after[worker] { tell(session, scene: name, animated: animated) }
    }
  }

  private func elementsByWorker(_ route: Route, _ registry: SceneRegistry) -> [WorkerName: [Element]] {
    var elements: [WorkerName: [Element]] = [:]
    for element in route.allElements {
      guard let (worker, routable) = registry.routable(element.screen.name), routable.hosts else { continue }
      var bare = element
      bare.branches = nil
      elements[worker, default: []].append(bare)
    }
    return elements
  }

  private mutating func tell(_ session: Session, scene name: SceneName, animated: Bool) {
    let scene = self[scene: name]
    let elements = elementsByWorker(scene.route, registry(name))[session.worker] ?? []
    let wantsRoutes = workers[session.worker]?.registration.wantsRoutes == true
    sessions[session.connection]?.told[name] = scene.revision
    send(
      .workerState(
        WorkerState(
          scene: name, revision: scene.revision, elements: elements, path: wantsRoutes ? scene.route.root : nil,
          animated: animated)), to: session)
  }

  /// PONG: what the worker shows; a difference is told again.
  mutating func take(_ pong: Pong, from peer: Peer) {
    guard let session = known(peer) else { return }
    sessions[session.connection]?.applied = pong.applied
    for scene in scenes.keys.sorted() where workers[session.worker]?.serves(scene) == true {
      acknowledge(pong.applied[scene], of: session, in: scene)
    }
    // A late ask was cancelled; a worker that lists it still has not heard so.
    for token in pong.unsettled
    where (session.asks[token] == nil || session.asks[token]?.state == .late) && !isAnswered(token) {
      send(.settled(Settled(token: token, used: usedTokens.contains(token))), to: session)
    }
  }

  private func isAnswered(_ token: AskToken) -> Bool {
    scenes.values.contains { $0.running?.answered.contains { $0.token == token } ?? false }
  }

  private mutating func acknowledge(_ applied: Applied?, of session: Session, in scene: SceneName) {
    let elements = elementsByWorker(self[scene: scene].route, registry(scene))[session.worker] ?? []
    let wantsRoutes = workers[session.worker]?.registration.wantsRoutes == true
    let isUpToDate: Bool
    if let applied, applied.epoch == epoch {
      // A session is told only what concerns it, so its revision may lie behind the scene's.
      isUpToDate = applied.revision >= sessions[session.connection]?.told[scene] ?? 0
    } else {
      isUpToDate = elements.isEmpty && !wantsRoutes
    }
    guard isUpToDate else {
      tell(session, scene: scene, animated: false)
      return
    }
    guard sessions[session.connection]?.attends.contains(scene) == false else { return }
    sessions[session.connection]?.attends.insert(scene)
    refreshPresence(in: scene)
  }

  /// APPEARED: a minor commit, between transitions.
  mutating func report(_ appeared: Appeared, from peer: Peer) {
    guard let session = known(peer), let scene = scenes[appeared.scene] else { return }
    let registry = registry(appeared.scene)
    let own = appeared.elements.filter { id in
      scene.route.element(id).map { registry.routable($0.screen.name)?.worker == session.worker } ?? false
    }
    guard !own.isEmpty else { return }
    sessions[session.connection]?.attends.insert(appeared.scene)
    for id in own { self[scene: appeared.scene].failures[id] = nil }
    self[scene: appeared.scene].reported += own
    refreshPresence(in: appeared.scene)
    if scene.running == nil { commitReported(in: appeared.scene) }
  }

  /// Commits the appearances that were reported meanwhile, as one minor revision.
  mutating func commitReported(in name: SceneName) {
    let reported = self[scene: name].reported
    guard !reported.isEmpty else { return }
    self[scene: name].reported = []
    var route = self[scene: name].route
    var ids = self[scene: name].ids
    let registry = registry(name)
    for id in reported {
      if case .success(let next) = route.applying(.didAppear(.id(id)), asked: nil, ids: &ids, in: registry) {
        route = next
      }
    }
    if route != self[scene: name].route { commit(route, Cause(kind: .appeared, verb: "appeared"), in: name) }
    settleAwaiting(in: name)
  }

  /// CANNOT_SHOW: presence says failed, and the element's death policy applies.
  mutating func report(_ failure: CannotShow, from peer: Peer) {
    guard let session = known(peer), let scene = scenes[failure.scene],
      let element = scene.route.element(failure.element),
      let (worker, routable) = registry(failure.scene).routable(element.screen.name), worker == session.worker
    else { return }
    let message = failure.message ?? failure.code ?? "its worker cannot show it"
    self[scene: failure.scene].failures[failure.element] = message
    refreshPresence(in: failure.scene)
    settleAwaiting(in: failure.scene)
    apply(routable.onDeath, to: element, in: failure.scene)
    advance(failure.scene)
  }
}
