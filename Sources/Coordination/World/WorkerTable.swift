// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// The place of a worker in ``WorkerTable``; it stays the same until the worker is forgotten.
struct WorkerSlot: Hashable, Sendable {
  let index: Int
}

/// The workers by slot, and the indexes that find them. A worker keeps its slot when it dies, for its registration counts on.
struct WorkerTable: Sendable {
  private var workers: [Worker] = []
  private var slots: [WorkerName: WorkerSlot] = [:]
  private var connections: [Connection: WorkerSlot] = [:]
  /// Slots of forgotten workers.
  private var free: [WorkerSlot] = []
  /// All slots, by name of their worker.
  private(set) var inOrder: [WorkerSlot] = []
  /// The registered screens, roots and parts.
  private(set) var roster = Roster()
  /// Counts the sessions that have begun or ended.
  private(set) var sessionChanges: UInt64 = 0

  /// The worker in a slot. Its registration and session change by the functions below alone, which keep the indexes.
  subscript(slot: WorkerSlot) -> Worker {
    get { workers[slot.index] }
    _modify { yield &workers[slot.index] }
  }

  /// The slot of the worker with this name.
  func slot(_ name: WorkerName) -> WorkerSlot? { slots[name] }

  /// The slot of the worker whose session has this connection.
  func slot(_ connection: Connection) -> WorkerSlot? { connections[connection] }

  /// The connections of the live workers, in a fixed order.
  var liveConnections: [Connection] { connections.keys.sorted() }

  /// The workers without a session, by name.
  var deadOnes: [WorkerSlot] {
    connections.count == inOrder.count ? [] : inOrder.filter { workers[$0.index].session == nil }
  }

  /// The workers of a user without a session, but for the one of this name: those that have been away longest come first. One that
  /// has had no session counts as away since `start`.
  func absentOnes(of user: User, besides name: WorkerName, since start: Instant) -> [WorkerSlot] {
    deadOnes.filter { workers[$0.index].user == user && workers[$0.index].name != name }.sorted { a, b in
      (workers[a.index].absentSince ?? start) < (workers[b.index].absentSince ?? start)
    }
  }

  /// Takes a worker's registration, under its slot or a new one. `treeParts` are those of its tree.
  mutating func register(_ registration: Registration, _ treeParts: [TreePart]) -> WorkerSlot {
    if let slot = slots[registration.worker] {
      change(slot) { $0.declare(registration, treeParts) }
      return slot
    }
    let slot = free.popLast() ?? WorkerSlot(index: workers.count)
    let worker = Worker(registration, treeParts, slot)
    if slot.index == workers.count { workers.append(worker) } else { workers[slot.index] = worker }
    slots[registration.worker] = slot
    let place = inOrder.firstIndex { workers[$0.index].name > registration.worker } ?? inOrder.count
    inOrder.insert(slot, at: place)
    roster.add(registration, of: workers[slot.index].owner)
    return slot
  }

  /// Forgets a worker without a session, of which nothing stands or runs; another one gets its slot.
  mutating func forget(_ slot: WorkerSlot) {
    roster.remove(workers[slot.index].registration, of: workers[slot.index].owner)
    slots[workers[slot.index].name] = nil
    inOrder.removeAll { $0 == slot }
    free.append(slot)
  }

  /// What a user holds of the places for workers.
  func share(of user: User, capacity: Int) -> Share { share(of: user, capacity: capacity) { _ in 1 } }

  /// What a user's workers hold of the requests that all workers may register together, but for the worker of this name.
  func requestShare(of user: User, besides name: WorkerName) -> Share {
    share(of: user, capacity: Limits.registeredRequestsMax) { $0.name == name ? 0 : $0.registration.requestCount }
  }

  private func share(of user: User, capacity: Int, counting count: (Worker) -> Int) -> Share {
    var (held, others) = (0, 0)
    for slot in inOrder {
      let number = count(workers[slot.index])
      if workers[slot.index].user == user { held += number } else { others += number }
    }
    return Share(held: held, others: others, capacity: capacity)
  }

  /// Makes the dead workers that share a scene with a registration give up its names. Returns those that have held some.
  mutating func yieldNames(to registration: Registration, _ treeParts: [TreePart]) -> [WorkerSlot] {
    var yielding: [WorkerSlot] = []
    let holders = holders(besides: registration)
    let declared = DeclaredTree(treeParts)
    for slot in inOrder where holders.contains(slot) && workers[slot.index].session == nil {
      guard workers[slot.index].owner.serves(anyOf: registration.scenes) else { continue }
      change(slot) { $0.yield(to: registration, declared) }
      yielding.append(slot)
    }
    return yielding
  }

  /// The other workers that registered a name of the registration, or a tree beside its tree.
  private func holders(besides registration: Registration) -> Set<WorkerSlot> {
    var holders: Set<WorkerSlot> = []
    for screen in registration.routables.keys {
      holders.formUnion(roster.screens[screen, default: []].map(\.owner.slot))
    }
    for screen in registration.root { holders.formUnion(roster.roots[screen, default: []].map(\.slot)) }
    for name in registration.destinations.keys {
      holders.formUnion(roster.destinations[name, default: []].map(\.owner.slot))
    }
    for (task, names) in registration.tasks {
      for name in names { holders.formUnion((roster.tasks[task]?[name] ?? []).map(\.slot)) }
    }
    for part in registration.parts.keys { holders.formUnion(roster.parts[part, default: []].map(\.slot)) }
    if registration.tree != nil || !registration.parts.isEmpty {
      holders.formUnion(inOrder.filter { !workers[$0.index].treeParts.isEmpty })
    }
    if let own = slots[registration.worker] { holders.remove(own) }
    return holders
  }

  private mutating func change(_ slot: WorkerSlot, by change: (inout Worker) -> Void) {
    roster.remove(workers[slot.index].registration, of: workers[slot.index].owner)
    change(&workers[slot.index])
    roster.add(workers[slot.index].registration, of: workers[slot.index].owner)
  }

  /// Begins a session of a worker.
  mutating func begin(_ session: Session, of slot: WorkerSlot) {
    workers[slot.index].session = session
    workers[slot.index].absentSince = nil
    connections[session.connection] = slot
    sessionChanges += 1
  }

  /// A worker has sent a message.
  mutating func noteLifeSign(of slot: WorkerSlot, at now: Instant) {
    workers[slot.index].session?.heard = now
    workers[slot.index].session?.pings = 0
  }

  /// Ends the session of a worker.
  mutating func endSession(of slot: WorkerSlot, at now: Instant) {
    workers[slot.index].absentSince = now
    if let session = workers[slot.index].session { connections[session.connection] = nil }
    workers[slot.index].session = nil
    sessionChanges += 1
  }
}
