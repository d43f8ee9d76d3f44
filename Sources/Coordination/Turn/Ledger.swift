// SPDX-License-Identifier: Apache-2.0

import DequeModule
import RouteModel

/// The memory of every command, so that each has one outcome and runs at most once (specification, section "Guarantees").
///
/// The window is per outcome, never by client: a row leaves when its client acknowledged it or when it is older than the
/// promised age. When every row of a user is younger and the user's share is full, its new ids are refused; none is evicted.
/// The coordinator's own commands are nobody's: no peer retries them, so only the last of them are remembered.
struct Ledger: Sendable {
  /// Where a command is.
  enum State: Sendable {
    case waiting
    case running
    case parked
    case decided(DecidedOutcome, at: Instant)
  }

  /// The memory of one command.
  struct Entry: Sendable {
    let id: CommandID
    var state: State
    var bodyHash: UInt64
    /// Whether it comes from the journal, which may have the hash of the command's outline only.
    var isRestored = false
    var scene: SceneName
    /// The user whose share holds it; nil for a command of the coordinator itself.
    let user: UserSlot?
    /// What it remembers besides the fixed part of a row, in bytes.
    fileprivate(set) var bytes = 0
    /// The peers that wait for the outcome.
    var attached: [Peer] = []
    /// The commits of a stepwise command so far.
    var revisions: [Revision] = []

    fileprivate mutating func apply(_ change: (inout Entry) -> Void) { change(&self) }

    /// Takes an outcome. Returns the peers that wait for it, and whose share holds the command.
    fileprivate mutating func decide(
      _ remembered: DecidedOutcome, at now: Instant
    ) -> (attached: [Peer], user: UserSlot?) {
      state = .decided(remembered, at: now)
      revisions = remembered.revisions
      if user != nil { bytes = remembered.bytes }
      defer { attached = [] }
      return (attached, user)
    }
  }

  /// The place of a command: a client's text is long and is hashed once, when its command comes.
  struct Key: Hashable, Sendable {
    fileprivate let client: Int
    fileprivate let sequence: UInt64

    func _rawHashValue(seed: Int) -> Int { KeyHash.of(UInt64(client), sequence, seed: seed) }
  }

  /// A client, which is ASCII, as a key: hashed in few steps.
  private struct ClientName: Hashable, Sendable {
    let text: String

    init(_ text: String) { self.text = text }

    func _rawHashValue(seed: Int) -> Int { KeyHash.of(ascii: text, seed: seed) }
  }

  private struct Client: Sendable {
    var name: String
    /// The user that used its name first; nil over tcp.
    let owner: UInt32?
    /// Entries of its commands.
    var rows = 0
    /// Its commands below this sequence are acknowledged.
    var floor: UInt64 = 0
    /// When the floor last rose.
    var floorAt: Instant?
    /// Its commands that had no outcome when the floor rose above them, lowest first, until the first of them has one.
    var unsettled: [UInt64] = []
    /// How many of those there may be before all of them are looked at, not the first alone.
    var unsettledMax = Ledger.unsettledSlack

    /// Whether something is remembered of it; else its slot is given up.
    var isRemembered: Bool { rows > 0 || floorAt != nil }
  }

  private struct Aged<Value: Sendable>: Sendable {
    var value: Value
    var at: Instant
  }

  /// So many entries of ``decided`` may stand for nothing any more, besides one for each that stands for something.
  private static let decidedSlack = 1024

  /// So many acknowledged commands may stay behind one without an outcome, besides one for each of these.
  private static let unsettledSlack = 64

  /// The hash of a command that was sealed before it was seen: each body under its id gets its outcome.
  static let anyBody: UInt64 = 0

  /// By place, where an entry is read and changed without a copy; nil in a free place.
  private var entries: [Entry?] = []
  private var places: [Key: Int] = [:]
  private var freePlaces: [Int] = []
  /// The command that was looked for last; in a turn it is mostly the same.
  private var recent: (key: Key, place: Int)?
  private var endings = EndingIndex()
  private var slots: [ClientName: Int] = [:]
  private var clients: [Client] = []
  private var freeSlots: [Int] = []
  /// Decided commands, oldest first.
  private var decided: Deque<Aged<Key>> = []
  /// Decided commands of the coordinator itself, oldest first.
  private var own: Deque<Aged<Key>> = []
  /// One for each client with a floor.
  private var floors: Deque<Aged<Int>> = []

  /// What each user holds of the window.
  private(set) var use: WindowUse

  init(window: Settings.Window = Settings.Window()) { use = WindowUse(capacity: window) }

  /// The place of the command, if its client is known.
  func key(of id: CommandID) -> Key? { slots[ClientName(id.client)].map { Key(client: $0, sequence: id.sequence) } }

  /// The entry of the command, if there is one.
  subscript(key: Key) -> Entry? { place(of: key).flatMap { entries[$0] } }

  /// The entry of the command, if there is one.
  subscript(id: CommandID) -> Entry? { key(of: id).flatMap { self[$0] } }

  /// Whether the command has an entry.
  func contains(_ key: Key) -> Bool { place(of: key) != nil }

  /// The user whose share holds the command; nil for a command of the coordinator itself.
  func user(of key: Key) -> UserSlot? { place(of: key).flatMap { entries[$0]?.user } }

  /// Changes an entry where it lies.
  mutating func change(_ key: Key, _ change: (inout Entry) -> Void) {
    guard let place = place(of: key) else { return }
    recent = (key, place)
    entries[place]?.apply(change)
  }

  private func place(of key: Key) -> Int? {
    if let recent, recent.key == key { return recent.place }
    return places[key]
  }

  /// Whether the client has acknowledged this command, so that its outcome is no longer known.
  func isBelowFloor(_ key: Key?) -> Bool { key.map { $0.sequence < clients[$0.client].floor } ?? false }

  /// The user that the client of the command belongs to; nil over tcp, and for the coordinator itself.
  func owner(of key: Key) -> UInt32? { clients[key.client].owner }

  /// Whether the client of the command belongs to another user than `uid`, which is nil for a peer over tcp.
  func isForeign(_ key: Key, to uid: UInt32?) -> Bool { clients[key.client].owner != uid }

  /// Adds a command of a peer that has no entry; `key` is its place, where its client is known.
  mutating func open(
    _ id: CommandID, _ key: Key? = nil, bodyHash: UInt64, scene: SceneName, from peer: Peer, isAwaited: Bool = true
  ) -> Key {
    open(
      id, key, bodyHash: bodyHash, scene: scene, of: peer.user, owner: peer.uid, attached: isAwaited ? [peer] : [])
  }

  /// Adds a command that has no entry: of a user, or, without one, of the coordinator itself.
  mutating func open(
    _ id: CommandID, _ key: Key? = nil, bodyHash: UInt64, scene: SceneName, of user: User?, owner: UInt32?,
    attached: [Peer] = []
  ) -> Key {
    // Since it was looked for, the client may have been forgotten with its last row.
    let known = key.flatMap { clients[$0.client].isRemembered ? $0 : nil }
    let key = known ?? Key(client: slot(of: id.client, owner: owner), sequence: id.sequence)
    let place = freePlaces.popLast() ?? entries.count
    if place == entries.count { entries.append(nil) }
    entries[place] = Entry(
      id: id, state: .waiting, bodyHash: bodyHash, scene: scene, user: user.map { use.addRow(of: $0) },
      attached: attached)
    places[key] = place
    recent = (key, place)
    clients[key.client].rows += 1
    endings.insert(key, id)
    return key
  }

  /// Removes a command that was never decided, as if it had not come.
  mutating func remove(_ key: Key) {
    recent = nil
    guard let place = places.removeValue(forKey: key), let entry = entries[place].take() else { return }
    freePlaces.append(place)
    if let user = entry.user { use.removeRow(of: user, bytes: entry.bytes) }
    endings.remove(key, entry.id)
    clients[key.client].rows -= 1
    release(key.client)
  }

  /// What of an outcome is remembered. The path of one that changed nothing is that of its revision, and is left out; of
  /// the coordinator's own commands, and of a user whose share is full, all is left out that may be long.
  func remembered(_ decided: DecidedOutcome, of user: UserSlot?) -> DecidedOutcome {
    guard let user else { return DecidedOutcome(decided.outcome.bare) }
    let short = decided.changedNothing ? DecidedOutcome(decided.outcome.withoutPath) : decided
    return use.bytes(of: user).admits(short.bytes) ? short : DecidedOutcome(decided.outcome.bare)
  }

  /// Remembers an outcome and returns the peers that wait for it.
  mutating func decide(_ key: Key, _ remembered: DecidedOutcome, at now: Instant) -> [Peer] {
    guard let place = place(of: key), let (attached, user) = entries[place]?.decide(remembered, at: now) else {
      preconditionFailure("\(remembered.outcome.id) has no entry")
    }
    decided.append(Aged(value: key, at: now))
    // Most of what clients have acknowledged is forgotten long before its age.
    if decided.count > 2 * places.count + Self.decidedSlack { dropForgotten() }
    if let user {
      use.add(bytes: remembered.bytes, of: user)
    } else {
      own.append(Aged(value: key, at: now))
      if own.count > Limits.ownOutcomesMax { forgetOwn(own.removeFirst()) }
    }
    return attached
  }

  /// Removes what is remembered no longer from the list of what was decided.
  private mutating func dropForgotten() {
    decided.removeAll { aged in
      guard let place = places[aged.value], case .decided(_, aged.at) = entries[place]?.state else { return true }
      return false
    }
  }

  /// Forgets an outcome of the coordinator's own. Its place may be another client's by now: it was forgotten for its age.
  private mutating func forgetOwn(_ oldest: Aged<Key>) {
    guard let place = places[oldest.value], entries[place]?.user == nil,
      case .decided(_, oldest.at) = entries[place]?.state
    else { return }
    remove(oldest.value)
  }

  /// Completes a decided outcome.
  mutating func amend(_ id: CommandID, _ change: (inout Outcome) -> Void) {
    guard let place = key(of: id).flatMap({ places[$0] }), case .decided(let decided, let at) = entries[place]?.state
    else { return }
    var outcome = decided.outcome
    change(&outcome)
    entries[place]?.state = .decided(DecidedOutcome(outcome), at: at)
  }

  /// Forgets the outcomes that the client has acknowledged; `key` is one of a command of the client, where that is known.
  ///
  /// - Returns: Below which sequence the journal may take the commands of the client for acknowledged; nil where it need not
  ///   hear of it. One without an outcome is Unseen after a restart, so the journal's floor stays below it.
  @discardableResult
  mutating func acknowledge(_ acknowledged: AcknowledgedRecord, _ key: Key? = nil, at now: Instant) -> UInt64? {
    let (name, below) = (acknowledged.client, acknowledged.below)
    guard below > 0 else { return nil }
    let known = key?.client ?? slots[ClientName(name)]
    let floor = known.map { clients[$0].floor } ?? 0
    guard below > floor || known.map({ !clients[$0].unsettled.isEmpty }) == true else { return nil }
    let slot = known ?? slot(of: name, owner: acknowledged.owner)
    var hasForgotten = !clients[slot].unsettled.isEmpty && forgetSettled(of: slot, below: below)
    if below > floor, raiseFloor(of: slot, from: floor, to: below, at: now) { hasForgotten = true }
    guard hasForgotten else { return nil }
    let reached = clients[slot].unsettled.first.map { min($0, clients[slot].floor) } ?? clients[slot].floor
    return reached > 1 ? reached : nil
  }

  /// Raises the floor of a client, and forgets the commands that it passes, if their outcomes are known; returns whether there were
  /// some.
  private mutating func raiseFloor(of slot: Int, from floor: UInt64, to below: UInt64, at now: Instant) -> Bool {
    clients[slot].floor = below
    if clients[slot].floorAt == nil { floors.append(Aged(value: slot, at: now)) }
    clients[slot].floorAt = now
    var hasForgotten = false
    if below - floor <= 1024 {
      for sequence in max(floor, 1)..<below where forget(Key(client: slot, sequence: sequence)) { hasForgotten = true }
    } else {
      for key in keys(of: slot, from: floor, below: below) where forget(key) { hasForgotten = true }
    }
    return hasForgotten
  }

  /// The commands of a client that has jumped far ahead, in order. Where it has some, each sequence between is looked for, or each
  /// row of the whole window is looked at, whichever is less: there is no index of the rows of one client.
  private func keys(of slot: Int, from floor: UInt64, below: UInt64) -> [Key] {
    // The command that says so has a row already where its client is new.
    let isRecentAbove = recent.map { $0.key.client == slot && $0.key.sequence >= below } ?? false
    guard clients[slot].rows > (isRecentAbove ? 1 : 0) else { return [] }
    if below - floor <= UInt64(places.count) {
      return (floor..<below).map { Key(client: slot, sequence: $0) }.filter { places[$0] != nil }
    }
    return places.keys.filter { $0.client == slot && $0.sequence >= floor && $0.sequence < below }
      .sorted { $0.sequence < $1.sequence }
  }

  /// Forgets a command that its client has acknowledged, if its outcome is known; returns whether it was.
  private mutating func forget(_ key: Key) -> Bool {
    guard let place = place(of: key) else { return false }
    guard entries[place]?.isDecided == true else {
      clients[key.client].unsettled.append(key.sequence)
      return false
    }
    remove(key)
    return true
  }

  /// Forgets commands that had no outcome when the client acknowledged them, up to the first that has none yet; where they have
  /// become many, those behind it too. Returns whether there were some.
  private mutating func forgetSettled(of slot: Int, below: UInt64) -> Bool {
    var settled: [UInt64] = Array(clients[slot].unsettled.prefix { isSettled($0, of: slot, below: below) })
    clients[slot].unsettled.removeFirst(settled.count)
    if clients[slot].unsettled.count >= clients[slot].unsettledMax {
      let rest = clients[slot].unsettled
      settled += rest.filter { isSettled($0, of: slot, below: below) }
      clients[slot].unsettled = rest.filter { !isSettled($0, of: slot, below: below) }
      clients[slot].unsettledMax = max(2 * clients[slot].unsettled.count, Self.unsettledSlack)
    }
    for sequence in settled where contains(Key(client: slot, sequence: sequence)) {
      remove(Key(client: slot, sequence: sequence))
    }
    return !settled.isEmpty
  }

  private func isSettled(_ sequence: UInt64, of slot: Int, below: UInt64) -> Bool {
    sequence < below && self[Key(client: slot, sequence: sequence)]?.isDecided != false
  }

  /// Forgets what is older than promised.
  mutating func prune(at now: Instant) {
    let limit = now.advanced(byMs: -Limits.windowMs)
    while let oldest = decided.first, oldest.at < limit {
      decided.removeFirst()
      if let place = places[oldest.value], case .decided(_, oldest.at) = entries[place]?.state { remove(oldest.value) }
    }
    while let oldest = floors.first, oldest.at < limit {
      floors.removeFirst()
      let slot = oldest.value
      guard let at = clients[slot].floorAt else { continue }
      if at < limit {
        clients[slot].floor = 0
        clients[slot].floorAt = nil
        clients[slot].unsettled = []
        release(slot)
      } else {
        floors.append(Aged(value: slot, at: at))
      }
    }
  }

  /// The command whose text form is `text`, else those whose text form ends with it, in order; nil where so many end alike
  /// that they are not told apart. Shorter texts than ``Limits/endingBytesMin`` are no endings.
  func matching(_ text: String) -> [CommandID]? {
    if let id = CommandID(text), self[id] != nil { return [id] }
    let ids = endings.candidates(text)?.compactMap { self[$0]?.id }
    return ids?.filter { $0.description.hasSuffix(text) }.sorted()
  }

  private mutating func slot(of name: String, owner: UInt32?) -> Int {
    if let slot = slots[ClientName(name)] { return slot }
    let slot = freeSlots.popLast() ?? clients.count
    let client = Client(name: name, owner: owner)
    if slot == clients.count { clients.append(client) } else { clients[slot] = client }
    slots[ClientName(name)] = slot
    return slot
  }

  /// Gives up the slot of a client that nothing is remembered of.
  private mutating func release(_ slot: Int) {
    guard !clients[slot].isRemembered else { return }
    slots[ClientName(clients[slot].name)] = nil
    freeSlots.append(slot)
  }
}
