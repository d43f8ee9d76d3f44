// SPDX-License-Identifier: Apache-2.0

import DequeModule
import RouteModel

/// The memory of every command, so that each has one outcome and runs at most once (specification, section "Guarantees").
///
/// The window is per outcome, never by client: a row leaves when its client acknowledged it or when it is older than the
/// promised age. When every row is younger and the window is full, new ids are refused; none is evicted.
struct Ledger: Sendable {
  /// Where a command is.
  enum State: Sendable {
    case waiting
    case running
    case parked
    case decided(Outcome, at: Instant)
  }

  /// The memory of one command.
  struct Entry: Sendable {
    let id: CommandID
    var state: State
    var bodyHash: UInt64
    var scene: SceneName
    /// The peers that wait for the outcome.
    var attached: [Peer] = []
    /// The commits of a stepwise command so far.
    var revisions: [Revision] = []
  }

  /// The place of a command: a client's text is long and is hashed once, when its command comes.
  struct Key: Hashable, Sendable {
    fileprivate let client: Int
    fileprivate let sequence: UInt64
  }

  private struct Client: Sendable {
    var name: String
    /// Entries of its commands.
    var rows = 0
    /// Its commands below this sequence are acknowledged.
    var floor: UInt64 = 0
    /// When the floor last rose.
    var floorAt: Instant?
  }

  private struct Aged<Value: Sendable>: Sendable {
    var value: Value
    var at: Instant
  }

  /// The hash of a command that was sealed before it was seen: each body under its id gets its outcome.
  static let anyBody: UInt64 = 0

  private var entries: [Key: Entry] = [:]
  private var slots: [String: Int] = [:]
  private var clients: [Client] = []
  private var freeSlots: [Int] = []
  /// Decided commands, oldest first.
  private var decided: Deque<Aged<Key>> = []
  /// One for each client with a floor.
  private var floors: Deque<Aged<Int>> = []

  /// Whether a new id can be taken.
  var isFull: Bool { entries.count >= Limits.windowMax }

  /// The place of the command, if its client is known.
  func key(of id: CommandID) -> Key? { slots[id.client].map { Key(client: $0, sequence: id.sequence) } }

  subscript(key: Key) -> Entry? {
    get { entries[key] }
    _modify { yield &entries[key] }
  }

  /// The entry of the command, if there is one.
  subscript(id: CommandID) -> Entry? { key(of: id).flatMap { entries[$0] } }

  /// Whether the client has acknowledged this command, so that its outcome is no longer known.
  func isBelowFloor(_ key: Key?) -> Bool { key.map { $0.sequence < clients[$0.client].floor } ?? false }

  /// Adds a command that has no entry.
  mutating func open(_ id: CommandID, bodyHash: UInt64, scene: SceneName, attached: [Peer] = []) -> Key {
    let key = Key(client: slot(of: id.client), sequence: id.sequence)
    entries[key] = Entry(id: id, state: .waiting, bodyHash: bodyHash, scene: scene, attached: attached)
    clients[key.client].rows += 1
    return key
  }

  /// Removes a command that was never decided, as if it had not come.
  mutating func remove(_ key: Key) {
    guard entries.removeValue(forKey: key) != nil else { return }
    clients[key.client].rows -= 1
    release(key.client)
  }

  /// Remembers an outcome and returns the peers that wait for it.
  mutating func decide(_ key: Key, _ outcome: Outcome, at now: Instant) -> [Peer] {
    guard let index = entries.index(forKey: key) else { preconditionFailure("\(outcome.id) has no entry") }
    var attached: [Peer] = []
    swap(&attached, &entries.values[index].attached)
    entries.values[index].state = .decided(outcome, at: now)
    entries.values[index].revisions = outcome.revisions
    decided.append(Aged(value: key, at: now))
    return attached
  }

  /// Completes a decided outcome: with whether its elements appeared.
  mutating func amend(_ outcome: Outcome) {
    guard let key = key(of: outcome.id), case .decided(_, let at) = entries[key]?.state else { return }
    entries[key]?.state = .decided(outcome, at: at)
  }

  /// Forgets the outcomes that the client has acknowledged, and returns their commands.
  mutating func acknowledge(client name: String, below: UInt64, at now: Instant) -> [CommandID] {
    guard below > 0, below > (slots[name].map { clients[$0].floor } ?? 0) else { return [] }
    let slot = slot(of: name)
    let floor = clients[slot].floor
    clients[slot].floor = below
    if clients[slot].floorAt == nil { floors.append(Aged(value: slot, at: now)) }
    clients[slot].floorAt = now
    // A client that jumps far ahead costs no more than its rows.
    let acknowledged =
      below - floor <= 1024
      ? (max(floor, 1)..<max(below, 1)).map { Key(client: slot, sequence: $0) }
      : entries.keys.filter { $0.client == slot && $0.sequence < below }.sorted { $0.sequence < $1.sequence }
    var forgotten: [CommandID] = []
    for key in acknowledged {
      guard let entry = entries[key], entry.isDecided else { continue }
      forgotten.append(entry.id)
      remove(key)
    }
    return forgotten
  }

  /// Forgets what is older than promised.
  mutating func prune(at now: Instant) {
    let limit = now.advanced(byMs: -Limits.windowMs)
    while let oldest = decided.first, oldest.at < limit {
      decided.removeFirst()
      if case .decided(_, oldest.at) = entries[oldest.value]?.state { remove(oldest.value) }
    }
    while let oldest = floors.first, oldest.at < limit {
      floors.removeFirst()
      let slot = oldest.value
      guard let at = clients[slot].floorAt else { continue }
      if at < limit {
        clients[slot].floor = 0
        clients[slot].floorAt = nil
        release(slot)
      } else {
        floors.append(Aged(value: slot, at: at))
      }
    }
  }

  /// The commands whose text form is `text` or ends with it, in order.
  func matching(_ text: String) -> [CommandID] {
    if let id = CommandID(text), self[id] != nil { return [id] }
    return entries.values.map(\.id).filter { $0.description.hasSuffix(text) }.sorted()
  }

  private mutating func slot(of name: String) -> Int {
    if let slot = slots[name] { return slot }
    let slot = freeSlots.popLast() ?? clients.count
    if slot == clients.count { clients.append(Client(name: name)) } else { clients[slot] = Client(name: name) }
    slots[name] = slot
    return slot
  }

  /// Gives up the slot of a client that nothing is remembered of.
  private mutating func release(_ slot: Int) {
    guard clients[slot].rows == 0, clients[slot].floorAt == nil else { return }
    slots[clients[slot].name] = nil
    freeSlots.append(slot)
  }
}

extension Ledger.Entry {
  /// Whether the outcome is known.
  var isDecided: Bool {
    if case .decided = state { true } else { false }
  }

  /// The outcome, once decided.
  var outcome: Outcome? {
    if case .decided(let outcome, _) = state { outcome } else { nil }
  }
}
