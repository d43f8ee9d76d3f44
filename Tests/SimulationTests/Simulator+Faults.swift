// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import TestSupport

/// What befalls the processes.
extension Simulator {
  /// Spreads the weather's faults over the time of chaos.
  func planFaults() {
    let counts: [(Fault, Int)] = [
      (.killCoordinator, weather.coordinatorKills), (.pauseCoordinator, weather.coordinatorPauses),
      (.killWorker, weather.workerKills), (.pauseWorker, weather.workerPauses),
      (.restartWorker, weather.plannedRestarts), (.takeOver, weather.takeovers),
      (.reregister, weather.reregistrations), (.restartClient, weather.clientRestarts),
      (.pauseObserver, weather.observerPauses), (.disconnect, weather.disconnections), (.garbage, weather.garbage),
    ]
    for (fault, count) in counts {
      for _ in 0..<count { agenda.add(.strikes(fault), due: now + random.number(0...weather.chaos)) }
    }
    planClearings()
  }

  func strike(_ fault: Fault) {
    guard isBusy else { return }
    switch fault {
    case .killCoordinator: killCoordinator()
    case .pauseCoordinator: pauseCoordinator()
    case .killWorker: if let id = someWorker() { killWorker(id) }
    case .pauseWorker: if let id = someWorker() { pause(id, for: 100_000...14_000_000) }
    case .restartWorker: if let id = someWorker() { restartWorker(id, withinMs: random.number(0...4000)) }
    case .takeOver: takeOver()
    case .reregister: reregister()
    case .restartClient: if let id = some(clients.keys) { killClient(id) }
    case .pauseObserver: if let id = some(observers.keys) { pause(id, for: 100_000...8_000_000) }
    case .disconnect:
      if let id = some(Set(workers.keys).union(clients.keys).union(observers.keys)) { breakConnection(of: id) }
    case .garbage: babble()
    case .clear: clearQuarantines()
    }
  }

  private func some(_ ids: some Collection<ProcessID>) -> ProcessID? {
    ids.isEmpty ? nil : random.pick(ids.sorted())
  }

  private func someWorker() -> ProcessID? { some(workers.keys) }

  func breakConnection(of id: ProcessID) {
    trace.say(at: now, "\(id) loses its connection")
    disconnect(id, losesWhatWasSaid: true)
    agenda.add(.connects(id), due: now + random.number(20_000...1_000_000))
  }

  /// Says that it will be back, and is so, or too late.
  func restartWorker(_ id: ProcessID, withinMs ms: Int64) {
    guard let slot = workers[id]?.slot, workers[id]?.process.isPaused == false else { return }
    trace.say(at: now, "\(id) restarts, planned")
    agenda.add(.startsWorker(slot), due: now + random.number(0...2 * ms * 1000))
    worker(id, .stop(restartingMs: ms))
  }

  /// A newer process of the same name starts, while the older one runs or sleeps: it takes the name, or waits for it.
  private func takeOver() {
    let slot = random.below(templates.count)
    if random.chance(500) { templates[slot] = Fleet.changed(templates[slot], from: &random) }
    if random.chance(500), let old = workers.keys.sorted().last(where: { workers[$0]?.slot == slot }) {
      pause(old, for: 100_000...6_000_000)
    }
    startWorker(slot, takesOver: random.chance(600))
  }

  private func reregister() {
    guard let id = someWorker(), let slot = workers[id]?.slot, workers[id]?.process.isPaused == false,
      let incarnation = workers[id]?.registration.incarnation
    else { return }
    templates[slot] = Fleet.changed(templates[slot], from: &random)
    var registration = templates[slot]
    registration.incarnation = incarnation
    registration.takeover = workers[id]?.registration.takeover ?? false
    workers[id]?.registration = registration
    worker(id, .registrationChanged(registration))
  }

  /// What is no message, in the many ways of strangers.
  private func babble() {
    guard let id = some(Set(workers.keys).union(clients.keys)) else { return }
    let header: [UInt8] = Array("WK".utf8) + [1, 0, UInt8(random.below(256)), UInt8(random.below(2)), 0, 0]
    let rest = (0..<24).map { _ in UInt8(random.below(256)) }
    let body = (0..<random.below(40)).map { _ in UInt8(random.below(256)) }
    let frames: [[UInt8]] =
      switch random.below(5) {
      case 0: [[]]
      case 1: [body]
      case 2: [header + rest]
      case 3: [header + rest, body, body]
      default: [Array("WK".utf8) + [9] + header.dropFirst(3) + rest, body]
      }
    sendUp(id, frames)
  }
}
