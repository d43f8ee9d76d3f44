// SPDX-License-Identifier: Apache-2.0

import GRDB

/// Rows that go first where the journal is too large, oldest first, however young: those that no retry asks for, which are
/// acknowledged commands, and commits that a later one of their scene has replaced, but the newest.
struct SpareRows {
  /// Rows of one table, oldest first, between which it has no other: one statement deletes them.
  struct Run {
    let isOutcome: Bool
    let first: Int64
    fileprivate(set) var last: Int64
    fileprivate(set) var count = 1
    /// The scenes and revisions of commits, in the order of the rows.
    fileprivate(set) var commits: [(scene: String, revision: Int64, row: Int64)] = []

    /// To ask how much room has come free takes as long as to delete a short row, so it is asked after some rows.
    fileprivate static let rowsMax = 8
  }

  private(set) var runs: [Run] = []
  private(set) var count = 0
  private(set) var hasOutcomes = false

  /// No rows.
  init() {}

  /// Both tables are read row by row until there are enough. Only columns before the long texts are read: behind a text of
  /// 200 KiB lie fifty pages.
  init(_ db: Database, atMost limit: Int, _ landmarks: inout Landmarks) throws {
    let newest = try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT seq FROM commits ORDER BY seq DESC LIMIT 1 OFFSET \(Self.commitsKept - 1)"))
    var floors = Floors()
    var commits = try Steps(db, "SELECT seq, scene, revision FROM commits \(Self.oldest)")
    var outcomes = try Steps(db, "SELECT seq, client, sequence, state FROM outcomes \(Self.oldest)")
    // The run that the next spare row of each table belongs to.
    var (commitRun, outcomeRun): (Int?, Int?)
    var (hasCommit, hasOutcome) = try (commits.next(), outcomes.next())
    while count < limit, hasCommit || hasOutcome {
      if hasOutcome, !hasCommit || outcomes.integer(0) < commits.integer(0) {
        let row = outcomes.integer(0)
        if try floors.cover(outcomes, db) {
          add(row, isOutcome: true, to: &outcomeRun)
        } else {
          outcomeRun = nil
        }
        hasOutcome = try outcomes.next()
      } else {
        let (row, scene, revision) = (commits.integer(0), commits.text(1), commits.integer(2))
        if row < newest ?? 0, let highest = try landmarks.highest(of: scene, db), revision < highest {
          let run = add(row, isOutcome: false, to: &commitRun)
          runs[run].commits.append((scene, revision, row))
        } else {
          commitRun = nil
        }
        hasCommit = try commits.next()
      }
    }
  }

  @discardableResult
  private mutating func add(_ row: Int64, isOutcome: Bool, to open: inout Int?) -> Int {
    count += 1
    hasOutcomes = hasOutcomes || isOutcome
    if let run = open, runs[run].count < Run.rowsMax {
      runs[run].last = row
      runs[run].count += 1
      return run
    }
    runs.append(Run(isOutcome: isOutcome, first: row, last: row))
    open = runs.count - 1
    return runs.count - 1
  }

  /// The newest commits, which stay while they are young: their causes name the asks whose verdict a worker may still want.
  static let commitsKept = 64

  /// Of each table only so many of the oldest rows are looked at, so that a bite stays a bite. Fewer scenes have a last commit and
  /// fewer commands are open, but more outcomes may wait for their clients' acknowledgement: their age frees them.
  private static let oldest = "ORDER BY seq LIMIT 1024"
}

/// The floors of clients, each of which is looked for once.
private struct Floors {
  private var found: [String: (sequence: Int64, row: Int64)?] = [:]

  /// Whether the client of a row of `outcomes` has seen the outcome, as ``JournalSchema/isAcknowledged`` says it in SQL.
  ///
  /// - Parameter outcome: The row: its number, client, sequence and state.
  mutating func cover(_ outcome: borrowing Steps, _ db: Database) throws -> Bool {
    let state = JournalSchema.State(rawValue: outcome.integer(3))
    guard state == .decided else { return state == .acknowledged }
    guard let floor = try floor(of: outcome.text(1), db) else { return false }
    return floor.sequence >= outcome.integer(2) && floor.row > outcome.integer(0)
  }

  private mutating func floor(of client: String, _ db: Database) throws -> (sequence: Int64, row: Int64)? {
    if let known = found[client] { return known }
    let row = try Row.fetchOne(
      db.cachedStatement(sql: "SELECT sequence, seq FROM floors WHERE client = ?"), arguments: [client])
    let floor = row.map { (sequence: $0[0] as Int64, row: $0[1] as Int64) }
    found[client] = .some(floor)
    return floor
  }
}
