// SPDX-License-Identifier: Apache-2.0

package import RouteModel

/// A worker by name, whether it has a session or not. The coordinator keeps the registration of a dead worker; else every
/// crash would change the differences between routes.
struct Worker: Sendable {
  /// Its registration, dead or alive.
  private(set) var registration: Registration
  /// The worker as the indexes name it.
  private(set) var owner: Owner
  /// The parts of the tree that it declares, ready to be searched.
  private(set) var treeParts: [TreePart]
  /// Its live connection; nil while it is dead.
  var session: Session?
  /// The user that the name belongs to, dead or alive; nil for one over tcp.
  var uid: UInt32?
  /// The user whose share holds the name.
  var user: User?
  /// Since when it has no session; nil while it has one.
  var absentSince: Instant?
  /// Processes of this name that are over for good, oldest first.
  private(set) var retired: [Incarnation] = []
  /// When live processes lost the name to others, of lately, oldest first.
  private var losses: [Instant] = []
  /// For a planned restart, until when it is expected back.
  var leavingUntil: Instant?
  /// When its death policies run.
  var policiesDue: Instant?
  var deaths = 0
  var lastDeath: Instant?
  /// When it died before that.
  var deathBefore: Instant?
  /// How its last session ended; nil where it had none since the start.
  var lastEnd: SessionEnd?
  /// When it died, as far as that counts for a crash loop, oldest first.
  var crashes: [Instant] = []
  /// Why it is not welcome; nil where it is.
  var quarantine: Quarantine?

  init(_ registration: Registration, _ treeParts: [TreePart], _ slot: WorkerSlot) {
    self.registration = registration
    self.treeParts = treeParts
    owner = Owner(registration, slot)
  }

  var name: WorkerName { owner.name }

  /// Takes another registration, whose tree these are the parts of.
  mutating func declare(_ registration: Registration, _ treeParts: [TreePart]) {
    let isSameTree = (self.registration.tree, self.registration.parts) == (registration.tree, registration.parts)
    self.registration = registration
    owner = Owner(registration, owner.slot)
    if !isSameTree { self.treeParts = treeParts }
  }

  /// Gives up the screens, root names, destinations, tasks and parts that a live worker registers now, whose tree `declared` is
  /// about. A host gives way to a host only.
  mutating func yield(to other: Registration, _ declared: DeclaredTree) {
    for (screen, routable) in other.routables where routable.hosts || registration.routables[screen]?.hosts == false {
      registration.routables[screen] = nil
    }
    let roots = Set(other.root)
    registration.root.removeAll { roots.contains($0) }
    for name in other.destinations.keys { registration.destinations[name] = nil }
    for (task, names) in other.tasks { registration.tasks[task]?.removeAll { names.contains($0) } }
    for part in other.parts.keys { registration.parts[part] = nil }
    treeParts.removeAll { $0.name.map { registration.parts[$0] == nil } ?? false }
    // A plan cannot hold one route twice, so the whole tree of the dead worker gives way.
    guard declared.sharesRoutes(with: treeParts) else { return }
    registration.tree = nil
    registration.parts = [:]
    treeParts = []
  }

  /// Whether it serves the scene.
  func serves(_ scene: SceneName) -> Bool { owner.serves(scene) }

  /// Remembers that a process of this name is over for good: it has said so, or another process has taken the name. A
  /// process whose connection broke may come back.
  mutating func retire(_ incarnation: Incarnation) {
    guard !retired.contains(incarnation) else { return }
    retired.append(incarnation)
    if retired.count > Limits.retiredMax { retired.removeFirst() }
  }

  /// A live process has lost the name to another one; true where it is contested from now on.
  mutating func noteLoss(at now: Instant) -> Bool {
    let wasContested = isContested(at: now)
    losses.append(now)
    if losses.count > Limits.lossesMax { losses.removeFirst() }
    return !wasContested && isContested(at: now)
  }

  /// Whether processes take the name from each other again and again.
  func isContested(at now: Instant) -> Bool {
    losses.count == Limits.lossesMax && losses.allSatisfy { now.ms(since: $0) < Limits.contestMs }
  }

  /// When its death policies run, if it is dead and they are due at all. Within the grace after a start they wait.
  func policiesDue(inGraceUntil graceEnds: Instant?) -> Instant? {
    guard session == nil, let policiesDue else { return nil }
    return max(policiesDue, graceEnds ?? policiesDue)
  }
}

/// A live connection of a worker.
struct Session: Sendable {
  let number: UInt64
  let connection: Connection
  let incarnation: Incarnation
  let uid: UInt32?
  let pid: Int32
  let command: String
  let since: Instant
  /// When its worker last sent a message.
  var heard: Instant
  /// The pings that were sent since then, but for one that came so soon that nobody was silent. The last of them may still be
  /// answered in time, until the next beat.
  var pings = 0
  /// The revision that its worker shows, by scene.
  var applied: [SceneName: Applied]
  /// When its worker was last told of scenes that it has to let go of.
  var cleared: Instant?

  /// Whether its worker has been silent for so long that asks pass it over.
  var isSuspect: Bool { pings - 1 >= Limits.missesSuspect }
}

extension Registration {
  /// The requests that its screens handle, or have standing answers to.
  var requestCount: Int { routables.values.reduce(0) { $0 + $1.handles.count + $1.standing.count } }

  /// The parts of the tree that it declares.
  package var treeParts: [TreePart] {
    (tree.map { [TreePart($0, of: worker)] } ?? [])
      + parts.keys.sorted().compactMap { name in parts[name].map { TreePart($0, named: name, of: worker) } }
  }
}

/// What a registration's tree declares, looked up for many other workers.
struct DeclaredTree {
  let parts: [TreePart]
  private let routes: Set<RouteID>
  private let names: Set<PartName>
  private let references: Set<PartName>

  init(_ parts: [TreePart]) {
    self.parts = parts
    routes = Set(parts.flatMap(\.routes))
    names = Set(parts.compactMap(\.name))
    references = Set(parts.flatMap(\.references))
  }

  /// Whether a plan of this tree and `others` would hold a route twice: both declare it, or one of them leads to a part of
  /// the other by several ways.
  func sharesRoutes(with others: [TreePart]) -> Bool {
    guard !parts.isEmpty, !others.isEmpty else { return false }
    if others.contains(where: { $0.routes.contains { routes.contains($0) } }) { return true }
    let leadsHere = others.contains { $0.references.contains { names.contains($0) } }
    let leadsThere = others.contains { $0.name.map { references.contains($0) } ?? false }
    return (leadsHere || leadsThere) && TreeComposition(others + parts).plan.duplicates != nil
  }
}
