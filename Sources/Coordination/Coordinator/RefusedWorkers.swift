// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// The processes whose registration was refused lately, for people who look for a worker that is not there.
struct RefusedWorkers: Sendable {
  /// A refusal that was not repeated for so long is forgotten: a process that goes on tries again sooner. In ms.
  private static let rememberedMs: Double = 30_000
  private static let countMax = 16

  private struct Refusal: Sendable {
    var status: WorkerStatus
    var connection: Connection?
    var at: Instant
  }

  private var refusals: [Refusal] = []

  /// Remembers a refusal; of one process the last.
  mutating func note(_ registration: Registration, _ error: ProtocolError, of peer: Peer, at now: Instant) {
    forget(registration.worker, of: peer)
    var status = WorkerStatus(
      registration.worker, version: registration.version, state: .refused,
      screens: registration.routables.keys.sorted(), roots: registration.root.sorted(), scenes: registration.scenes)
    status.pid = peer.pid == 0 ? nil : peer.pid
    status.uid = peer.uid
    status.problem = error.message
    if refusals.count >= Self.countMax { refusals.removeFirst() }
    refusals.append(Refusal(status: status, connection: peer.connection, at: now))
  }

  /// The process is welcome now.
  mutating func forget(_ worker: WorkerName, of peer: Peer) {
    refusals.removeAll { $0.status.name == worker && ($0.status.pid ?? 0) == peer.pid }
  }

  /// A connection is over, and with it the process or its try.
  mutating func forget(_ connection: Connection) { refusals.removeAll { $0.connection == connection } }

  /// A worker's session is over, so what was said of its name is no longer so; who still waits tries again soon.
  mutating func forget(_ worker: WorkerName) { refusals.removeAll { $0.status.name == worker } }

  /// Those of lately, by name.
  func reports(at now: Instant) -> [WorkerStatus] {
    refusals.filter { now.ms(since: $0.at) <= Self.rememberedMs }.map(\.status).sorted { $0.name < $1.name }
  }
}
