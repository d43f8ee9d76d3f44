// SPDX-License-Identifier: Apache-2.0

package import RouteModel

/// What a person who looks after a coordinator is told in its log, when it happens.
package enum Notice: Hashable, Sendable {
  /// A worker's session began.
  case came(WorkerName, WorkerProcess, version: String)
  /// A worker ended its session, for good or for a restart that it expects to take so long, in ms.
  case left(WorkerName, WorkerProcess, restartingMs: Int64?)
  /// A worker's connection broke, or it has answered no PING for so long that it counts as dead.
  case died(WorkerName, WorkerProcess, wasSilent: Bool)
  /// A worker answers no PING, so asks pass it over until it says something.
  case silent(WorkerName, WorkerProcess)
  /// A registration was refused.
  case refused(WorkerName, WorkerProcess, ProtocolError)
  /// A registration could not be read. What is wrong with it quotes its text, which may be a secret, so the process alone is told.
  case malformed(WorkerProcess)
  /// A live worker has lost its name to another process.
  case takenOver(Takeover)
  /// Processes take a worker's name from each other again and again; the one that has it now keeps it.
  case contested(WorkerName, WorkerProcess)
  /// The processes of a worker died so often that none is welcome any more.
  case quarantined(WorkerName, Settings.CrashLoop)
  /// A process of a quarantined worker has come and is refused; told once for each.
  case knocked(WorkerName, WorkerProcess)
  /// A quarantined worker is welcome again.
  case released(WorkerName)
  /// A worker has not come back since the restart of the coordinator, and its death policies run.
  case missed(WorkerName)
  /// A worker has not answered an ask of a command in time.
  case unanswered(Asked, CommandID)
  /// The coordinator itself stood still for so many ms; nobody else is late for it.
  case stalled(ms: Int64)
}

/// The process of a worker, as the socket told it.
package struct WorkerProcess: Hashable, Sendable, CustomStringConvertible {
  /// Its process id, 0 where the socket does not say.
  package var pid: Int32
  /// The name of its program, empty where unknown.
  package var command: String

  /// A process.
  package init(pid: Int32, command: String) {
    self.pid = pid
    self.command = command
  }

  /// `pid 50 (kiosk)`
  package var description: String {
    guard pid != 0 else { return "another process" }
    return command.isEmpty ? "pid \(pid)" : "pid \(pid) (\(command))"
  }
}

extension Peer {
  /// Its process.
  var process: WorkerProcess { WorkerProcess(pid: pid, command: command) }
}
