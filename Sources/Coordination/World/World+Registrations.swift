// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// Why a registration is refused. Nothing of it then counts.
extension World {
  /// The refusal of a registration, if there is a reason; `treeParts` are those of its tree.
  func refusal(of registration: Registration, _ treeParts: [TreePart], from peer: Peer) -> ProtocolError? {
    refusalDespitePlace(of: registration, treeParts, from: peer) ?? lackOfPlace(for: registration, of: peer.user)
  }

  /// The refusal of a registration, if there is another reason than that its user's shares have no place for it.
  func refusalDespitePlace(of registration: Registration, _ treeParts: [TreePart], from peer: Peer) -> ProtocolError? {
    if isStopping { return ProtocolError(.stopping, "the coordinator is ending; say HELLO to the next one") }
    return refusalOfName(of: registration, from: peer) ?? refusalOfScreens(of: registration, from: peer)
      ?? refusalOfParts(of: registration, from: peer) ?? refusalOfDestinations(of: registration, from: peer)
      ?? refusalOfTree(treeParts, of: registration, from: peer)
      ?? refusalOfRoots(of: registration, from: peer)
  }

  private func refusalOfName(of registration: Registration, from peer: Peer) -> ProtocolError? {
    let name = registration.worker
    guard let slot = workers.slot(name) else {
      if let uid = unseen[name] ?? nil, uid != peer.uid { return foreignName(name, of: uid, holder: nil) }
      // Only who registered a screen as sensitive may make it public again, and tells who he is by this name.
      if let uid = sensitive.uid(of: name), uid != peer.uid { return foreignName(name, of: uid, holder: nil) }
      return nil
    }
    if workers[slot].uid != peer.uid {
      return foreignName(name, of: workers[slot].uid, holder: workers[slot].session)
    }
    if workers[slot].retired.contains(registration.incarnation) {
      return ProtocolError(
        .replaced, "this process has said BYE as '\(name)', or a newer one has taken that name; it is over")
    }
    if let quarantine = workers[slot].quarantine, workers[slot].isQuarantined(against: registration) {
      return ProtocolError(.full, quarantine.message(for: name))
    }
    return nil
  }

  /// A name belongs to one user, also while its worker is away.
  private func foreignName(_ name: WorkerName, of uid: UInt32?, holder: Session?) -> ProtocolError {
    let state = holder.map { " (held by \($0.process))" } ?? ", whose worker is away"
    return ProtocolError(
      .nameTaken,
      "the worker name '\(name)' belongs to \(Self.user(uid))\(state); run this worker as that user, or name it otherwise"
    )
  }

  /// A live process keeps its name.
  func nameTaken(_ name: WorkerName, by holder: Session) -> ProtocolError {
    let isContested = workers.slot(name).map { workers[$0].isContested(at: time) } ?? false
    let way =
      if isContested {
        "processes took it from each other \(Limits.lossesMax) times within a minute, so it stays there for now: end all but one"
      } else if holder.uid == nil {
        "end that one first"
      } else {
        "end that one, or let this one take over (way worker --takeover; in Swift takeover: true)"
      }
    return ProtocolError(.nameTaken, "the worker name '\(name)' is held by \(holder.process), which is live; \(way)")
  }

  private static func user(_ uid: UInt32?) -> String { uid.map { "user \($0)" } ?? "a worker over tcp" }

  /// Why its user's shares have no place for a registration: that of workers for a new one, or that of their requests.
  func lackOfPlace(for registration: Registration, of user: User) -> ProtocolError? {
    WorkerPlaces(for: registration, of: user, in: self).lack(of: user)
  }

  /// Why the share of its user has no room for the sensitive screens of a registration. Those that its worker keeps already stay.
  private func lackOfSensitiveScreens(for registration: Registration, from peer: Peer) -> ProtocolError? {
    let count = sensitive.newCount(in: registration, uid: peer.uid)
    if count == 0 { return nil }
    let share = sensitive.share(of: peer.uid)
    if share.admits(count) { return nil }
    let what = "sensitive screens of workers, also of those that are gone"
    let advice = "register fewer, or take some back: under the worker name that registered them, without 'sensitive'"
    guard peer.uid == nil, share.held > 0 else {
      return ProtocolError(.full, share.refusal(of: peer.user, what, until: advice))
    }
    let holding = "peers over tcp hold \(share.held) of \(share.capacity) \(what), which is their share"
    return ProtocolError(.full, "\(holding); \(advice)")
  }

  private func refusalOfScreens(of registration: Registration, from peer: Peer) -> ProtocolError? {
    if let error = registration.excessOfScreens { return error }
    if let error = lackOfSensitiveScreens(for: registration, from: peer) { return error }
    for screen in registration.routables.keys.sorted() where registration.routables[screen]?.hosts == true {
      let owners = workers.roster.screens[screen, default: []].filter(\.routable.hosts).map(\.owner)
      if let holder = liveHolder(among: owners, besides: registration) {
        return ProtocolError(
          .nameTaken, "screen '\(screen)' is hosted by worker '\(holder)' already; one host for each screen of a scene")
      }
      if let error = reservation(of: "screen '\(screen)'", owners, against: registration, from: peer) { return error }
    }
    return nil
  }

  private func refusalOfRoots(of registration: Registration, from peer: Peer) -> ProtocolError? {
    for screen in registration.root {
      let owners = workers.roster.roots[screen, default: []]
      if let holder = liveHolder(among: owners, besides: registration) {
        return ProtocolError(
          .nameTaken, "root '\(screen)' is installed by worker '\(holder)' already; one installer for each root name")
      }
      if let error = reservation(of: "root '\(screen)'", owners, against: registration, from: peer) { return error }
    }
    return nil
  }

  /// What a worker registered stays its own while it may come back: another user's worker has to wait.
  func reservation(
    of what: String, _ owners: [Owner], against registration: Registration, from peer: Peer
  ) -> ProtocolError? {
    let holder = owners.first { owner in
      owner.name != registration.worker && isReserved(owner.slot, from: peer)
        && owner.serves(anyOf: registration.scenes)
    }
    return holder.map { holder in
      ProtocolError(
        .nameTaken,
        "\(what) is kept for worker '\(holder.name)' of \(Self.user(workers[holder.slot].uid)), which may come back; "
          + "\(tryAgain(holder.slot))")
    }
  }

  /// When to try again for what is kept for a worker until its death policies run.
  private func tryAgain(_ holder: WorkerSlot) -> String {
    guard let due = workers[holder].policiesDue(inGraceUntil: graceEnds) else { return "try again later" }
    return "try again in \(Self.remaining(until: due, from: time))"
  }

  /// `9 min`, `12 s`: whole units, as long at least as is meant.
  private static func remaining(until end: Instant, from now: Instant) -> String {
    let seconds = max(1, Int64((end.ms(since: now) / 1000).rounded(.up)))
    return seconds < 120 ? "\(seconds) s" : "\((seconds + 59) / 60) min"
  }

  /// Which of the parts that a registration conflicts with are those of workers that have left, how long they are kept, and what
  /// to do; nil where all are of workers that are there, or have given way to those of the registration.
  private func holding(of parts: [PartName], among present: [WorkerSlot], besides yielded: Set<PartName>) -> String? {
    let held = present.compactMap { slot -> String? in
      let mine = workers[slot].treeParts.compactMap(\.name).filter { parts.contains($0) && !yielded.contains($0) }
      guard !isLive(slot), !mine.isEmpty else { return nil }
      let names = mine.map { "'\($0)'" }.joined(separator: ", ")
      let end = workers[slot].absentSince?.advanced(byMs: Limits.silentWorkerMs)
      let least = end.flatMap { $0 > time ? " for \(Self.remaining(until: $0, from: time)) more at least, and" : nil }
      let holder = "worker '\(workers[slot].name)', which has left, still holds"
      return "\(holder) \(names)\(least ?? "") as long as a scene that it serves shows something"
    }
    guard !held.isEmpty else { return nil }
    let advice = "Start that worker with a tree that does not lead there, or declare its part here"
    return held.joined(separator: "; ") + ". \(advice)"
  }

  /// Whether a worker has ended, may still come back, and is of another user.
  private func isReserved(_ slot: WorkerSlot, from peer: Peer) -> Bool {
    !isLive(slot) && workers[slot].policiesDue != nil && workers[slot].uid != peer.uid
  }

  private func refusalOfParts(of registration: Registration, from peer: Peer) -> ProtocolError? {
    for part in registration.parts.keys.sorted() {
      let owners = workers.roster.parts[part, default: []]
      if let holder = liveHolder(among: owners, besides: registration) {
        return ProtocolError(
          .nameTaken, "part '\(part)' is declared by worker '\(holder)' already; one worker for each part of a scene")
      }
      if let error = reservation(of: "part '\(part)'", owners, against: registration, from: peer) { return error }
    }
    return nil
  }

  /// Composes the tree of each scene that the registration concerns as it would be, once for all scenes that have the same
  /// other workers. All readings together are bounded, so that no registration holds up the coordinator.
  private func refusalOfTree(
    _ mine: [TreePart], of registration: Registration, from peer: Peer
  ) -> ProtocolError? {
    guard !mine.isEmpty else { return nil }
    let others = workers.inOrder.filter { workers[$0].name != registration.worker && !workers[$0].treeParts.isEmpty }
    let nodes = (mine + others.flatMap { workers[$0].treeParts }).reduce(0) { $0 + $1.nodeCount }
    guard nodes <= Limits.treesNodesMax else {
      let message = "the trees of all workers would have \(nodes) nodes; at most \(Limits.treesNodesMax) are kept"
      return ProtocolError(.full, message)
    }
    var steps = 0
    let yielded = Set(registration.parts.keys)
    for present in companies(of: others, in: registration.scenes) {
      func parts(_ slot: WorkerSlot) -> [TreePart] {
        workers[slot].treeParts.filter { part in part.name.map { !yielded.contains($0) } ?? true }
      }
      // The routes of a dead worker give way, unless they are kept for it.
      func stays(_ slot: WorkerSlot) -> Bool { isLive(slot) || isReserved(slot, from: peer) }
      let live = TreeComposition(mine + present.filter(stays).flatMap(parts))
      let all = present.allSatisfy(stays) ? live : TreeComposition(mine + present.flatMap(parts))
      steps += live.steps + all.steps
      let error = live.refusal(withDead: all, steps: steps) { holding(of: $0, among: present, besides: yielded) }
      if let error { return error }
    }
    return nil
  }

  /// The workers that are present together in some scene of a registration, each such company once: in the scenes that it
  /// names, else in any scene, also in one that no worker names.
  private func companies(of others: [WorkerSlot], in scenes: [SceneName]?) -> [[WorkerSlot]] {
    var naming: [SceneName: [WorkerSlot]] = [:]
    var named: [SceneName] = []
    for slot in others {
      for scene in Set(workers[slot].registration.scenes ?? []) { naming[scene, default: []].append(slot) }
      if scenes == nil { named += workers[slot].registration.scenes ?? [] }
    }
    var companies: [[WorkerSlot]] = []
    var seen: Set<[WorkerSlot]> = []
    // Nobody names the empty one; the workers that serve all scenes are in each.
    for company in [scenes == nil ? [] : nil] + (scenes ?? named).map({ naming[$0] ?? [] }) {
      guard let company, seen.insert(company).inserted else { continue }
      let here = Set(company)
      companies.append(others.filter { workers[$0].owner.scenes == nil || here.contains($0) })
    }
    return companies
  }

  /// The live worker that holds a name in a scene of the registration.
  func liveHolder(among owners: [Owner], besides registration: Registration) -> WorkerName? {
    owners.first { owner in
      owner.name != registration.worker && isLive(owner.slot)
        && owner.serves(anyOf: registration.scenes)
    }?.name
  }
}

extension Session {
  /// Its process.
  var process: WorkerProcess { WorkerProcess(pid: pid, command: command) }
}
