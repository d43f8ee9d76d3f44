// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import WireProtocol

/// What every process but the coordinator has.
struct Process {
  let id: ProcessID
  let encoding: Encoding
  /// Its clock begins anywhere.
  let clockOffset: Int64
  var connection: Int?
  var isPaused = false
  /// What came while it was paused.
  var held: [Packet] = []
  /// When it is woken next.
  var wakeAt: Int64?

  /// Its own time.
  func clock(_ now: Int64) -> Instant { Instant(microseconds: now + clockOffset) }
}

/// A worker's process: the session under test, and handlers of chance.
struct WorkerProcess {
  var process: Process
  /// Which worker of the fleet it is.
  let slot: Int
  var registration: Registration
  var session: WorkerSession
  /// Commands from inside its handlers; they go over its own connection.
  var nested: ClientSession
  /// The handlers that run.
  var handlers: [Ask.Token: Ask] = [:]
  /// What it shows, by scene.
  var shown: [SceneName: [Element]] = [:]
  /// Whether it has ended by itself.
  var isOver = false
}

/// A client's process.
struct ClientProcess {
  var process: Process
  let slot: Int
  var session: ClientSession
  /// What it has submitted.
  var submitted: [Command] = []
  /// Those of it that have not ended.
  var open: Set<CommandID> = []
}

/// An observer's process.
struct ObserverProcess {
  var process: Process
  let slot: Int
  var view: ObserverView
  let prefixes: [String]
}

/// The coordinator's process.
struct CoordinatorProcess {
  var coordinator: Coordinator
  /// Counts its starts.
  let life: Int
  let clockOffset: Int64
  var isPaused = false
  var inbox: [Packet] = []
  /// Connections that are over; told after the inbox was drained.
  var lost: [Connection] = []
  /// How the worker on each connection writes.
  var encodings: [Connection: Encoding] = [:]
  var wakeAt: Int64?

  func clock(_ now: Int64) -> Instant { Instant(microseconds: now + clockOffset) }
}

/// What happens at a moment.
enum Happening {
  case arrives(Packet)
  case wakes(ProcessID)
  /// The coordinator's loop goes round, in this life of it.
  case turns(Int)
  case connects(ProcessID)
  /// The coordinator notices that a connection is over, in this life of it.
  case breaks(Connection, Int)
  case finishes(ProcessID, Ask.Token, Answer?)
  case works(ProcessID, Ask.Token, Int64)
  case nests(ProcessID, Ask.Token)
  case appears(ProcessID, SceneName, ElementID)
  /// The client of this slot wants something.
  case wants(Int)
  /// A process of another user does its worst.
  case torments(ProcessID)
  case strikes(Fault)
  case resumes(ProcessID)
  case resumesCoordinator(Int)
  case startsCoordinator
  case startsWorker(Int)
}

/// Where in a turn the coordinator may die.
enum DeathPoint: CaseIterable {
  case beforeWriting, afterWriting, whileSpeaking
}

/// What befalls somebody.
enum Fault: CaseIterable {
  case killCoordinator, pauseCoordinator, killWorker, pauseWorker, restartWorker, takeOver, reregister, restartClient
  case pauseObserver, disconnect, garbage, clear
}
