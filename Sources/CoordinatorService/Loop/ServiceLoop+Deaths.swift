// SPDX-License-Identifier: Apache-2.0

import Coordination
import Logging
import ZeroMQ

/// Deaths: who has gone, and that nobody is given up unheard.
extension ServiceLoop {
  /// More messages than a worker can have waiting: what it left behind is read before its end counts.
  private static let lastWordsMax = 4096

  /// Watches the process behind a connection.
  func watch(_ connection: Connection, pid: Int32) {
    do {
      try workerConnections.watch(connection, pid: pid, &poller)
      logger.debug("a worker is here", metadata: ["pid": "\(pid)"])
    } catch {
      // It has ended already (the connection tells), or there are no more descriptors (heartbeats do).
      logger.debug("a process cannot be watched", metadata: ["pid": "\(pid)", "error": "\(error)"])
      sweeps.schedule(from: MonotonicClock.nowMicroseconds())
    }
  }

  /// Asks every connection for a sign when one of them, nobody knows which, has ended: a ROUTER names the dead by refusing.
  func sweepConnections() {
    let now = MonotonicClock.nowMicroseconds()
    guard sweeps.takeDue(now) else { return }
    for (connection, encoding) in coordinator.liveConnections { send(.ping, to: connection, encoding) }
    failedConnections += workerConnections.overdue(at: now)
    endFailedConnections()
  }

  /// Tells the core which connections are over, after everything that came by them.
  func endFailedConnections() {
    guard !failedConnections.isEmpty else { return }
    receive(by: .screens, max: Self.lastWordsMax)
    let failed = failedConnections
    failedConnections = []
    for connection in Set(failed).sorted() {
      logger.debug("a worker's connection is over")
      workerConnections.remove(connection, &poller)
      feed(.connectionLost(connection))
    }
  }

  /// Tries again to send states that found a full queue.
  func retryStates(at now: Int64) {
    for (state, connection, encoding) in workerConnections.takePostponed(at: now) {
      send(.workerState(state), to: connection, encoding)
    }
  }
}
