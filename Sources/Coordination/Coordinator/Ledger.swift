// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// What is remembered of every command, so that each has one outcome and runs at most once
/// (specification, section "Guarantees").
///
/// The window is per outcome, never by client: a row leaves when its client acknowledged it or when it is older than the
/// promised age. When every row is younger and the window is full, new ids are refused; none is evicted.
struct Ledger: Hashable, Sendable {
  /// Where a command is.
  enum State: Hashable, Sendable {
    case waiting
    case running
    case parked
    case decided(Outcome, at: Instant)
  }

  /// What is remembered of one command.
  struct Entry: Hashable, Sendable {
    var state: State
    var bodyHash: UInt64
    var scene: SceneName
    /// Who waits for the outcome.
    var attached: [Peer] = []
    /// What a stepwise command has committed.
    var revisions: [Revision] = []
  }

  /// The hash of a command that was sealed before it was seen: whatever comes under its id has its outcome.
  static let anyBody: UInt64 = 0

  private(set) var entries: [CommandID: Entry] = [:]
  private var decidedOrder: [Aged] = []
  private var decidedStart = 0
  private var floors: [String: Floor] = [:]
  private var floorOrder: [AgedClient] = []
  private var floorStart = 0

  private struct Aged: Hashable, Sendable {
    var id: CommandID
    var at: Instant
  }

  /// Commands of a client below this sequence are acknowledged.
  private struct Floor: Hashable, Sendable {
    var sequence: UInt64
    var at: Instant
  }

  private struct AgedClient: Hashable, Sendable {
    var client: String
    var at: Instant
  }

  subscript(id: CommandID) -> Entry? {
    get { entries[id] }
    _modify { yield &entries[id] }
  }

  /// Whether the client has acknowledged this command, so that its outcome is no longer known.
  func isBelowFloor(_ id: CommandID) -> Bool { id.sequence < floors[id.client]?.sequence ?? 0 }

  /// Whether a new id can be taken.
  var isFull: Bool { entries.count >= Limits.windowMax }

  /// Remembers an outcome and returns who waits for it.
  mutating func decide(_ id: CommandID, _ outcome: Outcome, bodyHash: UInt64, at now: Instant) -> [Peer] {
    var entry = entries[id] ?? Entry(state: .waiting, bodyHash: bodyHash, scene: outcome.scene)
    let attached = entry.attached
    entry.attached = []
    entry.state = .decided(outcome, at: now)
    entry.revisions = outcome.revisions
    entries[id] = entry
    decidedOrder.append(Aged(id: id, at: now))
    return attached
  }

  /// Replaces a decided outcome by what is known since: whether its elements appeared.
  mutating func amend(_ id: CommandID, _ outcome: Outcome) {
    guard case .decided(_, let at) = entries[id]?.state else { return }
    entries[id]?.state = .decided(outcome, at: at)
  }

  /// Forgets what the client has acknowledged; returns what was forgotten.
  mutating func acknowledge(client: String, below: UInt64, at now: Instant) -> [CommandID] {
    let floor = floors[client]?.sequence ?? 0
    guard below > floor else { return [] }
    floors[client] = Floor(sequence: below, at: now)
    floorOrder.append(AgedClient(client: client, at: now))
    // A client that jumps far ahead costs no more than its rows.
    let forgotten =
      below - floor <= 1024
      ? (max(floor, 1)..<max(below, 1)).compactMap { CommandID(client: client, sequence: $0) }
        .filter { entries[$0]?.isDecided == true }
      : entries.filter { $0.key.client == client && $0.key.sequence < below && $0.value.isDecided }.keys.sorted()
    for id in forgotten { entries[id] = nil }
    return forgotten
  }

  /// Forgets what is older than promised.
  mutating func prune(at now: Instant) {
    while decidedStart < decidedOrder.count,
      decidedOrder[decidedStart].at.advanced(byMs: Limits.windowMs) < now
    {
      let aged = decidedOrder[decidedStart]
      if case .decided(_, aged.at) = entries[aged.id]?.state { entries[aged.id] = nil }
      decidedStart += 1
    }
    while floorStart < floorOrder.count, floorOrder[floorStart].at.advanced(byMs: Limits.windowMs) < now {
      let aged = floorOrder[floorStart]
      if floors[aged.client]?.at == aged.at { floors[aged.client] = nil }
      floorStart += 1
    }
    if decidedStart > 1024, decidedStart * 2 > decidedOrder.count {
      decidedOrder.removeFirst(decidedStart)
      decidedStart = 0
    }
    if floorStart > 1024, floorStart * 2 > floorOrder.count {
      floorOrder.removeFirst(floorStart)
      floorStart = 0
    }
  }

  /// The commands whose text form is `text` or ends with it, in order.
  func matching(_ text: String) -> [CommandID] {
    if let id = CommandID(text), entries[id] != nil { return [id] }
    return entries.keys.filter { $0.description.hasSuffix(text) }.sorted()
  }
}

extension Ledger.Entry {
  /// Whether the outcome is known.
  var isDecided: Bool { outcome != nil }

  /// The outcome, once decided.
  var outcome: Outcome? {
    switch state {
    case .decided(let outcome, _): outcome
    case .waiting, .running, .parked: nil
    }
  }
}
