// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// All that a scene changes outside itself: the actions of the turn, the ledger, the asks of the workers, the figures.
struct Turn: Sendable {
  /// The actions of the present turn, in the order in which they must happen.
  private(set) var actions: [Action] = []
  var ledger: Ledger
  var asks: AskBook
  var counters = Counters()
  /// Clients' commands that lately did not end as asked, without dry runs, newest last, for people.
  private(set) var lately: [Lately] = []
  /// Tokens whose answers became part of a commit, newest last: verdicts for workers that reconnect.
  private(set) var usedTokens: [Ask.Token]
  /// The first id of scenes that begin: those below may have been told for one that never came to be.
  private(set) var firstID: UInt64
  /// The same as the journal has it.
  private var reservedFirstID: UInt64
  private let isJournalled: Bool
  private let isMeasured: Bool
  /// What happened in this turn, for figures.
  private var measurements: [Measurement] = []
  /// The client of the coordinator's own commands: another one in each epoch.
  let internalClient: String
  private var nextInternal: UInt64 = 1

  init(_ world: World, usedTokens: [Ask.Token], firstID: UInt64) {
    asks = AskBook(epoch: world.epoch)
    ledger = Ledger(window: world.settings.window)
    self.usedTokens = usedTokens
    (self.firstID, reservedFirstID) = (firstID, firstID)
    isJournalled = world.settings.isJournalled
    isMeasured = world.settings.isMeasured
    internalClient = CommandID.client(
      name: Origin.coordinator.name, randomBits: world.epoch, world.starts)
  }

  /// What the coordinator may still do of its own accord in the present turn.
  private var ownWorkLeft = Limits.ownWorkPerTurn

  /// Begins a turn.
  mutating func begin() { ownWorkLeft = Limits.ownWorkPerTurn }

  /// Whether so much of it may begin in this turn. One message may bring thousands of such errands: a death many policies, a
  /// registration the paths of all scenes, built anew, and all links that wait, read again.
  mutating func admits(_ work: Int) -> Bool {
    guard work > 0 else { return true }
    guard ownWorkLeft > 0 else { return false }
    ownWorkLeft -= work
    return true
  }

  /// Gives the actions away and goes on with others.
  mutating func exchange(_ others: inout [Action]) { swap(&actions, &others) }

  mutating func append(_ action: Action) { actions.append(action) }

  /// Has something written with the turn's transaction.
  mutating func record(_ record: @autoclosure () -> JournalRecord) {
    if isJournalled { actions.append(.record(record())) }
  }

  mutating func measure(_ measurement: @autoclosure () -> Measurement) {
    if isMeasured { measurements.append(measurement()) }
  }

  mutating func takeMeasurements() -> [Measurement] {
    guard isMeasured else { return [] }
    defer { measurements.removeAll(keepingCapacity: true) }
    return measurements
  }

  mutating func tell(_ notice: Notice) { actions.append(.tell(notice)) }

  mutating func reply(_ message: Message, to peer: Peer) { actions.append(.reply(message, to: peer)) }

  mutating func send(_ message: Message, to session: Session) { send(message, to: session.connection) }

  mutating func send(_ message: Message, to connection: Connection) { actions.append(.send(message, to: connection)) }

  /// Counts a message that is none, or not for the coordinator, and answers where an answer is due.
  mutating func refuse(_ error: ProtocolError, from peer: Peer?) {
    counters.garbage[error.code.rawValue, default: 0] += 1
    if let peer { reply(.error(error), to: peer) }
  }

  /// A fresh id for a command of the coordinator itself.
  mutating func makeInternalID() -> CommandID {
    guard let id = CommandID(client: internalClient, sequence: nextInternal) else {
      preconditionFailure("\(internalClient) is a client")
    }
    nextInternal += 1
    return id
  }

  /// Ids below `end` are told for a scene that has no commit.
  mutating func tellFirst(idsBelow end: UInt64) {
    firstID = max(firstID, end)
    guard firstID > reservedFirstID else { return }
    let reserved = firstID + Limits.idBlock
    reservedFirstID = reserved
    record(.ids(nil, below: reserved))
  }

  /// Remembers that the answer to an ask became part of a commit.
  mutating func remember(used token: Ask.Token) {
    usedTokens.append(token)
    if usedTokens.count > 2 * Limits.usedTokensMax { usedTokens.removeFirst(Limits.usedTokensMax) }
  }
}

/// Deciding commands.
extension Turn {
  /// Gives a command its outcome, in the journal and in the ledger, as far as it is remembered. Returns the whole outcome
  /// and the peers that wait for it.
  mutating func decide(
    _ errand: Errand, _ ending: Ending, asked: [Asked] = [], revisions: [Revision] = [], on stage: Stage?,
    in world: World
  ) -> (decided: DecidedOutcome, peers: [Peer]) {
    var outcome = Outcome(
      errand.id, ending.kind, message: world.message(of: ending, in: errand.scene), scene: errand.scene, on: stage,
      in: world)
    outcome.add(ending, of: errand, asked: asked, revisions: revisions, at: world.time)
    // Handed over, for an outcome is large.
    let decided = DecidedOutcome(consume outcome, stage?.measured)
    measure(.decided(outcome: decided.word, ms: decided.ms))
    let remembered = ledger.remembered(decided, of: errand.user)
    let isSensitive = world.concernsSensitive(errand, asked: asked, on: stage?.route ?? Route())
    let because = errand.because(isSensitive: isSensitive)
    record(.decided(DecidedRecord(remembered.outcome, of: errand, because: because, in: world)))
    let peers = ledger.decide(errand.key, remembered, at: world.time)
    if !decided.isAsAsked, !errand.isInternal, !errand.isDryRun {
      if lately.count >= Limits.latelyMax { lately.removeFirst() }
      lately.append(
        Lately(
          outcome: remembered.outcome, verb: errand.verbText(in: world), origin: errand.origin, at: world.time))
    }
    return (decided, peers)
  }

  /// Decides a command that no scene waits for, and tells its outcome.
  mutating func end(_ errand: Errand, _ ending: Ending, on stage: Stage?, in world: World) {
    let (decided, peers) = decide(errand, ending, on: stage, in: world)
    for peer in peers { reply(decided.message, to: peer) }
  }
}

extension Outcome {
  /// Adds what the command did.
  fileprivate mutating func add(
    _ ending: Ending, of errand: Errand, asked: [Asked], revisions: [Revision], at now: Instant
  ) {
    self.asked = asked
    self.revisions = revisions.count > 1 || errand.isStepwise ? revisions : []
    stop = ending.stop
    steps = ending.steps
    walk = ending.walk
    search = ending.search
    delivered = ending.delivered
    ms = now.ms(since: errand.admitted)
  }

  /// An outcome of now, without what the command did.
  init(
    _ id: CommandID, _ kind: Kind, message: String?, scene: SceneName, on stage: Stage?, in world: World
  ) {
    self.init(
      id: id, kind: kind, message: message, scene: scene, epoch: world.epoch, revision: stage?.revision ?? 0,
      path: stage?.placed(in: world) ?? PlacedPath(Path([])), durable: world.isDurable)
  }
}

extension DecidedRecord {
  /// Short texts can be guessed from their hash, so while a screen is sensitive the journal gets that of the outline.
  init(_ outcome: consuming Outcome, of errand: Errand, because: String?, in world: World) {
    let outline = world.sensitive.isEmpty ? nil : errand.command?.outlineHash
    let skippedGuards = errand.skipsGuards && outcome.kind == .committed
    self.init(
      outcome: outcome, bodyHash: outline ?? errand.bodyHash, verb: errand.verbText(in: world), origin: errand.origin,
      because: because, owner: errand.origin.uid, isDryRun: errand.isDryRun, skippedGuards: skippedGuards)
  }
}
