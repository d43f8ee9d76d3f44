// SPDX-License-Identifier: Apache-2.0

import Coordination
import Logging
import WireProtocol
import ZeroMQ

/// Deaths: who has gone, and that nobody is given up unheard.
extension ServiceLoop {
  /// Remembers how the worker on a connection writes, and watches its process, if the socket told which.
  mutating func watch(_ connection: Connection, of peer: Peer) {
    workerConnections.add(connection, writing: peer.address.encoding)
    lastWords.forget(connection)
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
    for connection in overdue { noteFailure(of: connection) }
    if !lastWords.isEmpty || !waiting.isEmpty { sweeps.noteDeath(at: now) }
    if !waiting.isEmpty { sweeps.scheduleAnother(from: now) }
    endFailedConnections()
  }

  /// A send to a connection failed. A stranger has no session that could end with it.
  mutating func noteFailure(of connection: Connection) {
    guard workerConnections.contains(connection) else { return }
    lastWords.add(connection, messages: screensTaken, at: MonotonicClock.nowMicroseconds())
  }

  /// Tells the core which connections are over, after everything that came by them. It takes no longer than messages of one
  /// door may: where more waits, the rest is heard in the next turns.
  mutating func endFailedConnections() {
    guard !lastWords.isEmpty else { return }
    let isDrained = receive(by: .screens, max: LastWords.messagesMax)
    let now = MonotonicClock.nowMicroseconds()
    for connection in lastWords.takeHeard(isDrained: isDrained, messages: screensTaken, at: now) {
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
