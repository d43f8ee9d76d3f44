// SPDX-License-Identifier: Apache-2.0

import ZeroMQ

/// What the monitor of a socket has told since it was last read. The gates count the rest, and say so at most once a second.
struct MonitorNews {
  /// The descriptors of the connections that have ended, in order: a number that several of them had is there as often.
  private(set) var ended: [Int32] = []
  /// The descriptors that no connection has by now. The others of ``ended`` are those of new connections, which may have
  /// greeted or subscribed already.
  private(set) var free: Set<Int32> = []
  /// Handshakes that failed.
  private(set) var refused: UInt64 = 0

  /// Nothing yet.
  init() {}

  /// Reads all that waits.
  init(of socket: borrowing Socket) {
    while let event = try? socket.receiveMonitorEvent() { note(event.kind, event.value) }
  }

  /// Something happened to the connection with this descriptor.
  mutating func note(_ kind: MonitorEvent.Kind, _ descriptor: Int32) {
    switch kind {
    case .disconnected:
      ended.append(descriptor)
      free.insert(descriptor)
    case .accepted: free.remove(descriptor)
    case .refused: refused += 1
    case .listening, .acceptFailed, .ready: break
    }
  }
}
