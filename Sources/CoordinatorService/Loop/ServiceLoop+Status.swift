// SPDX-License-Identifier: Apache-2.0

import Coordination
import Glibc
import RouteJournal
import RouteModel
import SocketGate

/// Counts of what only the shell sees.
struct Tallies {
  /// Answers whose receiver had gone or did not read.
  var discardedReplies: UInt64 = 0
  /// Messages on the observers' socket that are no subscriptions.
  var strangeSubscriptions: UInt64 = 0
  /// Connections that spoke another protocol.
  var refusedHandshakes: UInt64 = 0
  /// Updates that were larger than observers take.
  var unpublished: UInt64 = 0
}

extension ServiceLoop {
  /// The core's status with what only the shell knows (specification, section "Reports").
  func completed(_ status: CoordinatorStatus) -> CoordinatorStatus {
    var status = status
    status.service = service
    return status
  }

  /// What only the shell knows.
  var service: CoordinatorStatus.Service {
    var sockets = CoordinatorStatus.Sockets()
    let counts = gates.keeper.counts
    sockets.connections = UInt64(counts.connections)
    sockets.connectionsMax = UInt64(gates.connectionsMax)
    (sockets.refusedConnections, sockets.endedConnections) = (counts.refused, counts.ended)
    sockets.unpublished = tallies.unpublished
    sockets.users = gates.keeper.shares.map(CoordinatorStatus.SocketShare.init)
    sockets.discardedReplies = tallies.discardedReplies
    sockets.refusedHandshakes = tallies.refusedHandshakes
    sockets.strangeSubscriptions = tallies.strangeSubscriptions
    return CoordinatorStatus.Service(
      pid: getpid(), runtimeFolder: configuration.runtimeFolder.path,
      stateFolder: recorder.statistics == nil ? nil : configuration.stateFolder.path,
      observers: subscriptions.observers.map { CoordinatorStatus.Observer(pid: $0.pid, command: $0.command) },
      journal: journal, sockets: sockets)
  }

  private var journal: CoordinatorStatus.Journal {
    guard let statistics = recorder.statistics else { return .none }
    var journal = CoordinatorStatus.Journal(mode: configuration.journal.rawValue)
    journal.durability = configuration.durability.rawValue
    (journal.commits, journal.outcomes) = (UInt64(statistics.commits), UInt64(statistics.outcomes))
    (journal.gaps, journal.bytes, journal.isWorking) = (UInt64(statistics.gaps), statistics.bytes, !recorder.isBroken)
    journal.failingSince = recorder.failingSince.map { .microseconds($0) }
    journal.problem = recorder.problem
    return journal
  }
}

extension CoordinatorStatus.SocketShare {
  fileprivate init(_ share: GateShare) {
    switch share.user {
    case .uid(let uid): self.init(uid: uid)
    case .tcp: self.init(uid: nil)
    }
    (connections, subscriptions) = (UInt64(share.connections), UInt64(share.subscriptions))
    (unreadBytes, unsentBytes) = (UInt64(share.unread), UInt64(share.unsent))
  }
}
