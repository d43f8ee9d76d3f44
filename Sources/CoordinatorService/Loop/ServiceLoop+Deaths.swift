// SPDX-License-Identifier: Apache-2.0

import Coordination
import Logging
import WireProtocol
import ZeroMQ

/// Deaths: who has gone, and that nobody is given up unheard.
extension ServiceLoop {
  /// More messages than a worker can have waiting: what it left behind is read before its end counts.
  private static let lastWordsMax = 4096
  private static let lastWordsMicroseconds: Int64 = 1_000_000

  /// Remembers how the worker on a connection writes, and watches its process, if the socket told which.
  mutating func watch(_ connection: Connection, of peer: Peer) {
    workerConnections.add(connection, writing: peer.address.encoding)
    guard peer.pid != 0 else { return }
    do {
      try workerConnections.watch(connection, pid: peer.pid, &poller)
    } catch {
      // Either the process has ended already, and its connection tells; or there are no more descriptors, and heartbeats tell.
      logger.debug("a process cannot be watched", metadata: ["pid": "\(peer.pid)", "error": "\(error)"])
      sweeps.schedule(from: MonotonicClock.nowMicroseconds())
    }
  }

  /// Sends every connection a PING when one of them has ended and nobody knows which: to a dead one the send fails, and
  /// ``send(_:to:)`` notes that.
  mutating func sweepConnections() {
    let now = MonotonicClock.nowMicroseconds()
    guard sweeps.takeDue(now) else { return }
    for connection in coordinator.liveConnections { send(.ping, to: connection) }
    let (overdue, waiting) = workerConnections.outliving(at: now) { gates.isUnheard($0) }
    failedConnections += overdue
    if !waiting.isEmpty { sweeps.scheduleAnother(from: now) }
    endFailedConnections()
  }

  /// Tells the core which connections are over, after everything that came by them.
  mutating func endFailedConnections() {
    guard !failedConnections.isEmpty else { return }
    receive(by: .screens, max: Self.lastWordsMax, forMicroseconds: Self.lastWordsMicroseconds)
    let failed = failedConnections
    failedConnections = []
    for connection in Set(failed).sorted() {
      workerConnections.remove(connection, &poller)
      feed(.connectionLost(connection))
    }
  }

  /// Tries again to send states that found a full queue.
  mutating func retryStates(at now: Int64) {
    for (state, connection) in workerConnections.takePostponed(at: now) {
      send(.workerState(state), to: connection)
    }
  }
}
