// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// A live connection of a worker.
struct Session: Hashable, Sendable {
  /// How an ask stands in this session.
  enum AskState: Hashable, Sendable {
    /// Waits for its answer.
    case open
    /// Answered; its verdict is not known.
    case answered
    /// Cancelled; its handler may still run, so nothing is asked meanwhile.
    case late
  }

  /// An ask that this session has not closed.
  struct SessionAsk: Hashable, Sendable {
    var scene: SceneName
    var state: AskState
    var depth: Int
  }

  let number: UInt64
  let worker: WorkerName
  let connection: Connection
  let incarnation: Incarnation
  let uid: UInt32?
  let pid: Int32
  let encoding: Encoding
  let since: Instant
  /// When it last said anything.
  var heard: Instant
  /// Pings since then.
  var misses = 0
  var asks: [AskToken: SessionAsk] = [:]
  /// The revision of the last state that it was sent, by scene.
  var told: [SceneName: Revision] = [:]
  /// What it shows, by scene.
  var applied: [SceneName: Applied] = [:]
  /// Scenes that it has acknowledged, or reported from, in this session.
  var attends: Set<SceneName> = []

  /// Whether it has been silent for so long that it is passed over.
  var isSuspect: Bool { misses > Limits.missesSuspect }

  /// Whether an ask of this scene still occupies it.
  func isOccupied(in scene: SceneName) -> Bool {
    asks.contains { $0.value.scene == scene && $0.value.state != .answered }
  }
}

/// A worker by name, whether connected or not. Its registration is kept while it is dead, else every crash would change
/// the differences between routes.
struct Worker: Hashable, Sendable {
  /// What it can do.
  var registration: Registration
  /// The parts of the tree that it declares, ready to be searched.
  private(set) var treeParts: [TreePart] = []
  /// Its connection.
  var connection: Connection?
  /// The user that holds the name.
  var uid: UInt32?
  /// Processes of this name that are over for good, oldest first.
  var retired: [Incarnation] = []
  /// For a planned restart, until when it is expected back.
  var leavingUntil: Instant?
  /// When its death policies run.
  var policiesDue: Instant?
  var deaths = 0
  var lastDeath: Instant?
  /// Figures for people.
  var asks = 0
  var lateAnswers = 0
  /// The last answers' times in ms, a ring.
  var answerMs: [Double] = []

  init(registration: Registration) {
    self.registration = registration
    treeParts = registration.treeParts
  }

  /// Takes another registration.
  mutating func declare(_ registration: Registration) {
    let isSameTree = (self.registration.tree, self.registration.parts) == (registration.tree, registration.parts)
    self.registration = registration
    if !isSameTree { treeParts = registration.treeParts }
  }

  /// Gives up parts that another worker declares now.
  mutating func yield(parts names: some Sequence<PartName>) {
    for name in names { registration.parts[name] = nil }
    treeParts.removeAll { $0.name.map { registration.parts[$0] == nil } ?? false }
  }

  /// Gives up all that it declares of the tree, for another worker declares the same routes now.
  mutating func yieldTree() {
    registration.tree = nil
    registration.parts = [:]
    treeParts = []
  }

  /// Whether it serves the scene.
  func serves(_ scene: SceneName) -> Bool { registration.scenes?.contains(scene) ?? true }

  mutating func note(answerMs ms: Double) {
    if answerMs.count >= 64 { answerMs.removeFirst() }
    answerMs.append(ms)
  }
}
