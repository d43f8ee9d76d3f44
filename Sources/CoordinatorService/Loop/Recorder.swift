// SPDX-License-Identifier: Apache-2.0

import Coordination
import Logging
import RouteJournal
import ZeroMQ

/// The journal as the loop uses it: one transaction a turn, and what happens when one fails.
struct Recorder {
  /// What became of a turn's transaction.
  enum Verdict: Hashable {
    /// Everything is in the journal, or there is none: go on.
    case recorded
    /// Nothing of the turn is in the journal. Go on, and say so in every outcome; new, where the last one still was.
    case lost(isNew: Bool)
  }

  private let journal: Journal?
  /// What a failure leads to.
  var failure: Configuration.JournalFailure
  private let logger: Logger
  /// Whether there is something to cut or to move into the file.
  private var needsUpkeep = true
  /// When rows may have become too old though nothing was written, in µs.
  private var nextAgeLook: Int64 = 0
  private static let ageLookMicroseconds: Int64 = 3_600_000_000
  /// Whether the last bite of upkeep left something to do that can be done.
  var hasMoreUpkeep: Bool { isUpkeepLeft && !isBroken }
  private var isUpkeepLeft = false
  /// Records that were written since the last bite.
  private var recordsSinceUpkeep = 0
  /// How far clients have acknowledged, which is yet to be written, and how often they have said so. A client says so with each
  /// command, and each would cost pages of a transaction; of many the last is written. An end before that forgets that outcomes were
  /// seen, and they are still known.
  private var acknowledged: [String: AcknowledgedRecord] = [:]
  private var acknowledgements = 0
  private static let acknowledgementsMax = 256
  /// Whether a failure ends the coordinator, as ``Configuration/JournalFailure/refuse`` wants it: then the end writes nothing of what
  /// was dropped, and no other file.
  private var hasRefused = false

  init(_ journal: Journal?, failure: Configuration.JournalFailure, logger: Logger) {
    self.journal = journal
    self.failure = failure
    self.logger = logger
  }

  /// Whether there is a journal that cannot be written.
  var isBroken: Bool { journal?.gap != nil }

  /// Since when it cannot be written, in µs of the wall clock; nil where it can.
  var failingSince: Int64? { journal?.gap?.fromMicros }

  /// Why it cannot be written, or what a start found missing; nil where all is well.
  var problem: String? { journal.flatMap { $0.gap?.error.message ?? $0.lastLostEnd ?? $0.warnings.first } }

  /// How much it holds; nil where there is no journal.
  var statistics: JournalStatistics? { journal?.statistics }

  /// Writes a turn's records as one transaction.
  ///
  /// - Throws: An error with exit code 65 where the journal is damaged, else 74, where the daemon is to end with the first failure; the
  ///   turn is then dropped.
  mutating func record(_ records: [JournalRecord]) throws(ServiceError) -> Verdict {
    // While the journal fails, repeated outcomes are not durable either, so a turn without records is `lost` too.
    guard journal != nil, !records.isEmpty else { return isBroken ? .lost(isNew: false) : .recorded }
    var decisions: [JournalRecord] = []
    decisions.reserveCapacity(records.count)
    var isDue = false
    for record in records {
      switch record {
      case .acknowledged(let client):
        acknowledged[client.client] = client
        acknowledgements += 1
      case .decided(let decided):
        // A client that is ahead of its commands has not seen this outcome.
        let id = decided.outcome.id
        if let client = acknowledged[id.client], id.sequence < client.below { isDue = true }
        decisions.append(record)
      default: decisions.append(record)
      }
    }
    // In front: what clients have acknowledged hides outcomes that were written before.
    if isDue || acknowledgements >= Self.acknowledgementsMax { decisions = takeAcknowledged() + decisions }
    return try write(decisions)
  }

  /// Writes what waits for a transaction.
  ///
  /// - Throws: As ``record(_:)``.
  mutating func settle() throws(ServiceError) -> Verdict {
    acknowledged.isEmpty ? .recorded : try write(takeAcknowledged())
  }

  private mutating func takeAcknowledged() -> [JournalRecord] {
    defer {
      acknowledged.removeAll(keepingCapacity: true)
      acknowledgements = 0
    }
    return acknowledged.values.sorted { $0.client < $1.client }.map { .acknowledged($0) }
  }

  private mutating func write(_ records: [JournalRecord]) throws(ServiceError) -> Verdict {
    guard let journal, !records.isEmpty else { return isBroken ? .lost(isNew: false) : .recorded }
    // One that began under `continue` is written at the end, but not this turn with it.
    if failure == .refuse, let gap = journal.gap {
      // A damaged file stays, as the error says.
      if gap.error.code == .corrupt { hasRefused = true }
      throw Self.refusal(gap.error)
    }
    let wasBroken = isBroken
    do {
      try journal.commit(records, at: .now)
      needsUpkeep = true
      recordsSinceUpkeep += records.count
      return .recorded
    } catch {
      if failure == .refuse {
        hasRefused = true
        throw Self.refusal(error)
      }
      if !wasBroken {
        logger.error("the journal cannot be written, the route goes on without it", metadata: ["error": "\(error)"])
      }
      journal.markGap(of: records)
      return .lost(isNew: !wasBroken)
    }
  }

  /// The end of a turn that could not be written.
  private static func refusal(_ error: JournalError) -> ServiceError {
    ServiceError(
      error.code == .corrupt ? .badData : .inputOutput,
      "\(error.told(to: .ended).message); what was under way is dropped, as journal-failure: refuse says")
  }

  /// Looks whether the files are where they were; false where a gap has begun by that.
  ///
  /// - Throws: As ``record(_:)``.
  mutating func check() throws(ServiceError) -> Bool {
    guard let journal, !isBroken else { return true }
    do {
      try journal.check(at: .now)
      return true
    } catch {
      if failure == .refuse {
        hasRefused = true
        throw ServiceError(error.told(to: .ended))
      }
      logger.error("the journal cannot be written, the route goes on without it", metadata: ["error": "\(error)"])
      return false
    }
  }

  /// Keeps so much of the past from now on.
  mutating func retain(_ retention: Retention) {
    journal?.retention = retention
    // Also where nothing is written any more.
    needsUpkeep = true
  }

  /// Tries to close a gap; whether it is closed now.
  mutating func recover() -> Bool {
    guard let journal, isBroken else { return true }
    do {
      try journal.recover(at: .now)
      logger.notice("the journal works again")
      needsUpkeep = true
      return true
    } catch {
      logger.debug("the journal still cannot be written", metadata: ["error": "\(error)"])
      return false
    }
  }

  /// Does a bite of what can wait.
  mutating func maintain() { maintain(underLoad: false) }

  private mutating func maintain(underLoad: Bool) {
    let now = MonotonicClock.nowMicroseconds()
    if now >= nextAgeLook {
      nextAgeLook = now + Self.ageLookMicroseconds
      needsUpkeep = true
    }
    guard let journal, needsUpkeep, !isBroken else { return }
    recordsSinceUpkeep = 0
    do {
      needsUpkeep = try journal.maintain(at: .now, underLoad: underLoad)
      isUpkeepLeft = needsUpkeep
    } catch {
      // The next transaction says whether this matters; of a damaged file the next look does.
      (needsUpkeep, isUpkeepLeft) = (false, false)
      warn("the journal could not be tidied", error)
    }
  }

  /// Does a bite for every few records in a load that leaves no time for it, once the journal is twice as large as it may be:
  /// a bite cuts more rows than have come since the one before.
  mutating func keepPace() {
    if journal?.isFarTooMuch == true, recordsSinceUpkeep >= Self.recordsPerBite { maintain(underLoad: true) }
  }

  private static let recordsPerBite = 256

  /// How past commands ended, or what was committed.
  func history(_ inspect: Inspect) -> Message {
    guard let journal else {
      return .error(ProtocolError(.unsupported, "this coordinator keeps no journal (journal: none), so no history"))
    }
    do {
      return .report(try journal.past(inspect))
    } catch {
      return .error(ProtocolError(.full, "\(error.message)"))
    }
  }

  /// Closes the journal; the last call.
  mutating func close() {
    do {
      if !hasRefused {
        // What failed for a moment may have been mended since the last try.
        if isBroken, !recover() { logger.warning("the journal ends with a gap: what was decided in it is lost") }
        _ = try? settle()
      }
      try journal?.close(at: .now)
    } catch {
      warn("the journal could not be closed", error)
    }
  }

  /// Tells an error with the way out that there is: under `refuse` the coordinator has ended, or is about to.
  private func warn(_ problem: Logger.Message, _ error: JournalError) {
    let meaning = failure == .refuse ? error.told(to: .ended) : error
    logger.warning(problem, metadata: ["error": "\(meaning)"])
  }
}

extension JournalRecord {
  /// The command that it says to be decided; nil where it says something else.
  var decided: CommandID? { if case .decided(let record) = self { record.outcome.id } else { nil } }
}

extension [Action] {
  /// What the actions want written, in order.
  var records: [JournalRecord] {
    var records: [JournalRecord] = []
    for index in indices { if case .record(let record) = self[index] { records.append(record) } }
    return records
  }

  /// The same actions, with outcomes that say that they would not survive a crash.
  var withoutDurability: [Action] {
    map { action in
      guard case .reply(.outcome(var outcome), let peer) = action else { return action }
      outcome.durable = false
      return .reply(.outcome(outcome), to: peer)
    }
  }
}

extension JournalRecord {
  /// Whether it leads to a transaction by itself. What clients have acknowledged waits for one.
  var isWrittenAtOnce: Bool { if case .acknowledged = self { false } else { true } }
}
