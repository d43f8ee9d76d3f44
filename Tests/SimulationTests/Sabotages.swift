// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

// One rule of the specification's guarantees switched off in each, always from outside.

/// A stepwise command leaves no trace until it has ended.
struct ForgetsSteps: Sabotage {
  mutating func altered(_ actions: [Action]) -> [Action] {
    actions.filter { if case .record(.open) = $0 { false } else { true } }
  }
}

/// Only outcomes of commits come back from the journal.
struct RemembersOnlyCommits: Sabotage {
  mutating func altered(_ restored: Restored) -> Restored {
    var restored = restored
    restored.decided.removeAll { $0.record.outcome.kind != .committed }
    return restored
  }
}

/// The window holds the newest outcome alone, however young the others are.
struct Evicts: Sabotage {
  mutating func altered(_ restored: Restored) -> Restored {
    var restored = restored
    restored.decided = Array(restored.decided.sorted { $0.ageMs > $1.ageMs }.suffix(1))
    return restored
  }
}

/// What was acknowledged is forgotten with the process.
struct ForgetsAcknowledgements: Sabotage {
  mutating func altered(_ restored: Restored) -> Restored {
    var restored = restored
    restored.acknowledged = []
    return restored
  }
}

/// A query that seals is taken for one that only asks; "not seen" then is believed.
struct DoesNotSeal: Sabotage {
  mutating func altered(_ event: Event) -> (events: [Event], actions: [Action]) {
    guard case .received(.query(var query), let peer) = event, query.seal,
      let id = CommandID(query.id)
    else { return ([event], []) }
    query.seal = false
    let lost = Outcome(
      id: id, kind: .failed(who: .coordinator, .lost, code: nil), scene: "main", epoch: 1, revision: 0,
      path: PlacedPath(Path([])))
    return ([.received(.query(query), from: peer)], [.reply(.outcome(lost), to: peer)])
  }
}

/// A client's own patience is told as the coordinator's word.
struct ClaimsTimeout: Sabotage {
  mutating func altered(_ actions: [ClientSession.Action]) -> [ClientSession.Action] {
    actions.map { action in
      guard case .ended(let id, .noOutcome) = action else { return action }
      let outcome = Outcome(
        id: id, kind: .timedOut(phase: .queue, who: nil), scene: "main", epoch: 1, revision: 0,
        path: PlacedPath(Path([])))
      return .ended(id, .outcome(outcome))
    }
  }
}

/// What a turn says leaves before its transaction.
struct SpeaksBeforeWriting: Sabotage {
  var speaksBeforeWriting: Bool { true }
}

/// Epochs do not grow, so that asks are numbered anew under the same name.
struct RepeatsEpochs: Sabotage {
  private var first: Epoch?

  mutating func altered(_ restored: Restored) -> Restored {
    var restored = restored
    restored.epoch = first ?? restored.epoch
    first = restored.epoch
    return restored
  }
}

/// A process that is known already is refused.
struct RefusesItself: Sabotage {
  private var seen: Set<Incarnation> = []

  mutating func altered(_ restored: Restored) -> Restored {
    seen = []
    return restored
  }

  mutating func altered(_ event: Event) -> (events: [Event], actions: [Action]) {
    guard case .received(.hello(let registration), let peer) = event else { return ([event], []) }
    if seen.insert(registration.incarnation).inserted { return ([event], []) }
    return ([], [.reply(.error(ProtocolError(.replaced, "known already")), to: peer)])
  }
}

/// No process is ever known to be over.
struct BelievesEveryone: Sabotage {
  private var count = 0

  mutating func altered(_ event: Event) -> (events: [Event], actions: [Action]) {
    guard case .received(.hello(var registration), let peer) = event else { return ([event], []) }
    count += 1
    registration.incarnation = Incarnation("unknown\(count)") ?? registration.incarnation
    registration.takeover = true
    return ([.received(.hello(registration), from: peer)], [])
  }
}

/// A worker never doubts its session: it has no timer, and nobody asks who it is.
struct NeverDoubts: Sabotage {
  mutating func altered(_ event: WorkerSession.Event) -> WorkerSession.Event? {
    switch event {
    case .tick, .received(.who, _, _), .connected: nil
    default: event
    }
  }
}

/// Every fifth state is lost, and PONG says nothing of it.
struct LosesStates: Sabotage {
  private var count = 0

  mutating func altered(_ actions: [Action]) -> [Action] {
    actions.filter { action in
      guard case .send(.workerState, _) = action else { return true }
      count += 1
      return count % 5 != 0
    }
  }

  mutating func altered(_ event: Event) -> (events: [Event], actions: [Action]) {
    guard case .received(.pong(var pong), let peer) = event else { return ([event], []) }
    for scene in pong.applied.keys { pong.applied[scene]?.revision = .max }
    return ([.received(.pong(pong), from: peer)], [])
  }
}

/// Who answered in vain, or too late, is not told.
struct ForgetsLosers: Sabotage {
  mutating func altered(_ actions: [Action]) -> [Action] {
    actions.compactMap { action in
      switch action {
      case .send(.settled(let settled), _) where !settled.used: return nil
      case .reply(.welcome(var welcome), let peer):
        welcome.verdicts.removeAll { !$0.used }
        return .reply(.welcome(welcome), to: peer)
      default: return action
      }
    }
  }
}

/// A worker that comes back is told that nothing of it was used.
struct CancelsOnWelcome: Sabotage {
  mutating func altered(_ actions: [Action]) -> [Action] {
    actions.map { action in
      guard case .reply(.welcome(var welcome), let peer) = action else { return action }
      for index in welcome.verdicts.indices { welcome.verdicts[index].used = false }
      return .reply(.welcome(welcome), to: peer)
    }
  }
}

/// Nobody is waited for after a start.
struct StartsImpatiently: Sabotage {
  mutating func altered(_ restored: Restored) -> Restored {
    var restored = restored
    restored.workers = []
    return restored
  }
}

/// A cancelled handler counts as ended at once.
struct AsksTheBusy: Sabotage {
  private var late: [(token: Ask.Token, connection: Connection)] = []

  mutating func altered(_ actions: [Action]) -> [Action] {
    for case .send(.settled(let settled), let connection) in actions where !settled.used {
      late.append((settled.token, connection))
    }
    return actions
  }

  mutating func altered(_ event: Event) -> (events: [Event], actions: [Action]) {
    defer { late = [] }
    let freed = late.map { token, connection in
      let peer = Peer(returnAddress: [], connection: connection)
      return Event.received(.abandoned(Abandoned(token: token)), from: peer)
    }
    return (freed + [event], [])
  }
}

/// What a handler sends from inside its ask is like any other command.
struct ForgetsNesting: Sabotage {
  mutating func altered(_ event: Event) -> (events: [Event], actions: [Action]) {
    guard case .received(.command(var command), let peer) = event else { return ([event], []) }
    command.within = nil
    command.wantsAccepted = false
    return ([.received(.command(command), from: peer)], [])
  }
}

/// Appearing breaks what clients expect.
struct CountsAppearances: Sabotage {
  mutating func altered(_ restored: Restored) -> Restored {
    var restored = restored
    for index in restored.scenes.indices {
      restored.scenes[index].commit.majorRevision = restored.scenes[index].commit.revision
    }
    return restored
  }
}

/// Nobody says where idle scenes are.
struct KeepsQuiet: Sabotage {
  mutating func altered(_ actions: [Action]) -> [Action] {
    actions.map { action in
      guard case .publishKeepalive(var keepalive) = action else { return action }
      keepalive.positions = []
      return .publishKeepalive(keepalive)
    }
  }
}

/// What a stranger sends counts towards the share of everybody else's user.
struct SharesOneWindow: Sabotage {
  mutating func altered(_ event: Event) -> (events: [Event], actions: [Action]) {
    guard case .received(let message, var peer) = event, message.isOfStranger else { return ([event], []) }
    peer.uid = Simulator.owner
    return ([.received(message, from: peer)], [])
  }
}

/// What a stranger says under the client id of another user is taken for that user's.
struct BelievesNames: Sabotage {
  mutating func altered(_ event: Event) -> (events: [Event], actions: [Action]) {
    guard case .received(let message, var peer) = event, peer.uid == Simulator.stranger,
      !message.isOfStranger
    else { return ([event], []) }
    peer.uid = Simulator.owner
    return ([.received(message, from: peer)], [])
  }
}

extension Message {
  /// Whether it names a client or a worker that a stranger has made up.
  fileprivate var isOfStranger: Bool {
    switch self {
    case .command(let command): command.id.client.hasPrefix("stranger")
    case .hello(let registration): registration.worker.rawValue.hasPrefix("stranger")
    default: false
    }
  }
}

/// The journal keeps the ids of committed elements only.
struct ForgetsDrafts: Sabotage {
  private var highest: [SceneName: UInt64] = [:]

  mutating func altered(_ actions: [Action]) -> [Action] {
    actions.compactMap { action in
      switch action {
      case .record(.ids): return nil
      case .record(.commit(var commit)):
        let taken = commit.route.allElements.map(\.id.rawValue).max() ?? 0
        highest[commit.scene] = max(highest[commit.scene] ?? 0, taken)
        commit.nextID = (highest[commit.scene] ?? 0) + 1
        return .record(.commit(commit))
      default: return action
      }
    }
  }
}
/// Updates say verbatim what was commanded.
struct TellsVerbs: Sabotage {
  private var verbs: [CommandID: String] = [:]

  mutating func altered(_ event: Event) -> (events: [Event], actions: [Action]) {
    if case .received(.command(let command), _) = event { verbs[command.id] = command.verb.verbText }
    return ([event], [])
  }

  mutating func altered(_ actions: [Action]) -> [Action] {
    actions.map { action in
      guard case .publish(.update(var update), let scene) = action, let id = update.cause.command else { return action }
      update.cause.verb = verbs[id] ?? update.cause.verb
      return .publish(.update(update), scene: scene)
    }
  }
}

/// A restart forgets which screens are sensitive, until their workers are back.
struct ForgetsSecrets: Sabotage {
  mutating func altered(_ restored: Restored) -> Restored {
    var restored = restored
    for index in restored.workers.indices { restored.workers[index].sensitive = [] }
    return restored
  }
}
