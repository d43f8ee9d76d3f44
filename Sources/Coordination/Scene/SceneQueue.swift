// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// The commands of a scene that do not run, and why each of them waits.
struct SceneQueue: Sendable {
  /// Why a command waits. All but its turn is rare and large, and lies apart.
  enum Reason: Sendable {
    /// For its turn. First come, first served; internal commands come to the head.
    case turn
    /// At a gate that redirected: for RESUME, or for a redirect that fails.
    indirect case gate(Gate)
    /// For a worker that could read the link or build its path; it ends so if none comes.
    indirect case link(Ending)
    /// Its turn has come again: a link that may be read or built by now. It ends as it did before where its turn comes too late.
    indirect case linkAgain(Ending)
    /// It is committed, and its elements have not appeared: only the telling waits.
    indirect case appearance(Awaited)
  }

  /// The gate that parked a command.
  struct Gate: Sendable {
    let party: Outcome.Party
    /// The task that it is on the way to a destination, as asks name it; nil for all others. One worker may do several, and each
    /// is a gate of its own.
    let task: String?
    /// The command that the gate wants first.
    let redirect: CommandID
    /// The user that sent the command.
    let uid: UInt32?
  }

  /// A commit whose outcome is told when its elements have appeared.
  struct Awaited: Sendable {
    var outcome: Outcome
    let peers: [Peer]
    /// What had not appeared yet.
    let elements: [Scene.Appearance]
  }

  /// A command that waits.
  struct Waiting: Sendable {
    var errand: Errand
    var reason: Reason
    /// The asks so far.
    var asked: [Asked] = []
    /// When its time is over.
    var until: Instant

    /// The same link, put back into the queue for its turn.
    var readAgain: Waiting {
      guard case .link(let ending) = reason else { preconditionFailure("\(errand.id) is no link that waits") }
      var errand = errand
      errand.hasLinkPlace = true
      return Waiting(errand: errand, reason: .linkAgain(ending), asked: asked, until: errand.deadline)
    }
  }

  private(set) var waiting: [Waiting] = []

  /// The first deadline of those that wait.
  var nextDeadline: Instant? { waiting.lazy.map(\.until).min() }

  /// The command whose turn is next.
  var next: Errand? { nextIndex.map { waiting[$0].errand } }

  private var nextIndex: Int? { waiting.firstIndex { $0.reason.isTurn } }

  /// The commands that wait for their turn, in order.
  var turns: [Errand] { waiting.lazy.filter { $0.reason.isTurn }.map(\.errand) }

  /// The death policies that wait, by the element that they are about, which has one at most.
  var policies: [ElementID: Errand] {
    var policies: [ElementID: Errand] = [:]
    for index in waiting.indices {
      if let policy = waiting[index].errand.policy { policies[policy.element] = waiting[index].errand }
    }
    return policies
  }

  /// Whether a death policy waits, for its turn or at a gate.
  var hasPolicy: Bool { waiting.indices.contains { waiting[$0].errand.policy != nil } }

  /// The death policy that waits for an element, if one does.
  func policy(of element: ElementID) -> Errand? {
    waiting.firstIndex { $0.errand.policy?.element == element }.map { waiting[$0].errand }
  }

  /// How many of those that take a place of the queue are meant. Without a copy of any: a worker can have a policy wait for each of its
  /// elements.
  func countPlaces(where isMeant: (Errand) -> Bool) -> Int {
    waiting.indices.count { waiting[$0].reason.takesQueuePlace && isMeant(waiting[$0].errand) }
  }

  /// Whether one of those that wait for their turn is meant.
  func hasTurn(where isMeant: (Errand) -> Bool) -> Bool {
    waiting.indices.contains { waiting[$0].reason.isTurn && isMeant(waiting[$0].errand) }
  }

  /// How many wait for a reason.
  func count(where isMeant: (Reason) -> Bool) -> Int { waiting.count { isMeant($0.reason) } }

  /// What a user holds of the places for commands that wait for a reason. Commands of the coordinator itself, such as those of gates,
  /// take no place from users, and have a share of their own (nil).
  func share(of user: UserSlot?, capacity: Int, where isMeant: (Reason) -> Bool) -> Share {
    var (held, others) = (0, 0)
    for entry in waiting where isMeant(entry.reason) {
      if entry.errand.user == user { held += 1 } else if entry.errand.user != nil { others += 1 }
    }
    return Share(held: held, others: others, capacity: capacity)
  }

  /// Takes the first that is meant.
  mutating func takeFirst(where isMeant: (Waiting) -> Bool) -> Waiting? {
    waiting.firstIndex(where: isMeant).map { waiting.remove(at: $0) }
  }

  /// Takes the command whose turn is next; says what it has asked so far.
  mutating func takeNext() -> [Asked] {
    nextIndex.map { waiting.remove(at: $0).asked } ?? []
  }

  /// Lets a command wait for its turn behind all others.
  mutating func append(_ errand: Errand) {
    waiting.append(Waiting(errand: errand, reason: .turn, until: errand.deadline))
  }

  /// Lets a command wait for its turn before all others.
  ///
  /// - Parameter asked: Its asks so far.
  mutating func prepend(_ errand: Errand, asked: [Asked] = []) {
    waiting.insert(Waiting(errand: errand, reason: .turn, asked: asked, until: errand.deadline), at: 0)
  }

  /// Lets commands wait for their turn before all others, in this order.
  mutating func prepend(_ errands: [Errand]) {
    waiting.insert(contentsOf: errands.map { Waiting(errand: $0, reason: .turn, until: $0.deadline) }, at: 0)
  }

  mutating func append(_ entry: Waiting) { waiting.append(entry) }

  /// The time of all stood still for so long.
  mutating func postpone(byMs ms: Int64) {
    for index in waiting.indices {
      waiting[index].until = waiting[index].until.advanced(byMs: ms)
      waiting[index].errand.deadline = waiting[index].errand.deadline.advanced(byMs: ms)
    }
  }

  /// Takes the command with this id, unless it is committed and waits for appearances.
  mutating func take(_ id: CommandID) -> Waiting? {
    guard let index = waiting.firstIndex(where: { $0.errand.id == id && !$0.reason.isAppearance }) else { return nil }
    return waiting.remove(at: index)
  }

  /// Takes those that are meant, in order.
  mutating func takeAll(where isMeant: (Waiting) -> Bool) -> [Waiting] {
    guard waiting.contains(where: isMeant) else { return [] }
    let taken = waiting.filter(isMeant)
    waiting.removeAll(where: isMeant)
    return taken
  }
}

extension SceneQueue.Reason {
  var isTurn: Bool {
    switch self {
    case .turn, .linkAgain: true
    case .gate, .link, .appearance: false
    }
  }
  /// Whether it takes one of the places for commands that wait for their turn. A link that has its turn again keeps its own place.
  var takesQueuePlace: Bool { if case .turn = self { true } else { false } }
  /// Whether it takes one of the places for links.
  var takesLinkPlace: Bool { isLink || isLinkAgain }
  var isGate: Bool { if case .gate = self { true } else { false } }
  var isLink: Bool { if case .link = self { true } else { false } }
  var isLinkAgain: Bool { if case .linkAgain = self { true } else { false } }
  var isAppearance: Bool { if case .appearance = self { true } else { false } }
}
