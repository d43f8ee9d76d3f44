// SPDX-License-Identifier: Apache-2.0

/// What happened in a turn, for the figures of a shell that measures; collected where `Settings.isMeasured` says so.
package enum Measurement: Hashable, Sendable {
  /// A command was decided: the word of its outcome, and the time since its admission, in ms.
  case decided(outcome: String, ms: Double)
  /// A worker answered an ask after so many ms.
  case answered(ms: Double)
  /// Nobody answered an ask in time.
  case unanswered
}

/// How much a coordinator has to do at a moment.
package struct CoordinatorLoad: Hashable, Sendable {
  /// Its scenes.
  package var scenes = 0
  /// Commands under way, at most one a scene.
  package var running = 0
  /// Commands that wait for their turn, or for somebody who reads a link.
  package var waiting = 0
  /// Commands that a gate parked.
  package var parked = 0
  /// Its workers, by state.
  package var workers: [WorkerStatus.State: Int] = [:]
  /// Commands that are remembered for retries, those under way among them.
  package var outcomes = 0

  /// Nothing to do.
  package init() {}
}

extension Coordinator {
  /// How much there is to do now; looks at each scene and each worker.
  package var load: CoordinatorLoad {
    var load = CoordinatorLoad()
    for slot in scenes.inOrder {
      load.scenes += 1
      load.running += scenes[slot].running == nil ? 0 : 1
      load.waiting += scenes[slot].queue.count { $0.isTurn || $0.isLink }
      load.parked += scenes[slot].queue.count(where: \.isGate)
    }
    for slot in world.workers.inOrder { load.workers[state(of: slot), default: 0] += 1 }
    load.outcomes = turn.ledger.use.all.reduce(0) { $0 + $1.rows }
    return load
  }

  /// What happened since the start.
  package var counters: CoordinatorStatus.Counters { turn.counters }

  /// What happened since the last call.
  package mutating func takeMeasurements() -> [Measurement] { turn.takeMeasurements() }
}
