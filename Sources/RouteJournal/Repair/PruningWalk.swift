// SPDX-License-Identifier: Apache-2.0

import Coordination
import GRDB
import RouteModel

/// Goes through the commits of a scene and finds those that are to be left out, each from where it found the one before: to begin
/// anew for each would take many times as long where there are many.
struct PruningWalk {
  /// A commit to leave out.
  typealias Fault = (row: Int64, revision: Revision, problem: String)
  private typealias Stored = (row: Int64, commit: CommitRecord)

  private let db: Database
  /// All rows, in the order of their revisions, those of one revision in their own, and the place of the next one.
  private let rows: [Int64]
  private var place = 0
  /// The last commits that fit, each as what it leads on to: a later one may show that one of them is to be left out.
  private var fitting: [(row: Int64, succession: CommitSuccession)] = []
  private let fittingMin: Int

  /// - Parameter fittingMin: How many commits that fitted may have to be left out one by one all the same.
  init(_ db: Database, _ scene: String, goingBack fittingMin: Int) throws {
    (self.db, self.fittingMin) = (db, fittingMin)
    rows = try Int64.fetchAll(
      db, sql: "SELECT seq FROM commits WHERE scene = ? ORDER BY revision, seq", arguments: [scene])
  }

  /// The next commit to leave out: of two that do not fit, the one that its other neighbour does not confirm. The walk goes on
  /// without it.
  mutating func nextFault() throws -> Fault? {
    while let stored = try stored(at: place) {
      let isBefore = fitting.last.map { stored.row < $0.row } ?? false
      var succession = fitting.last?.succession ?? CommitSuccession()
      guard
        let problem = isBefore
          ? "lies before a row of an earlier revision" : succession.fault(of: stored.commit)
      else {
        _ = succession.advance(to: stored.commit)
        keep((stored.row, succession))
        place += 1
        continue
      }
      if let last = fitting.last, let commit = last.succession.last, try isConfirmed(stored, isBefore, last.row) {
        fitting.removeLast()
        return (last.row, commit.revision, "does not fit revision \(stored.commit.revision): \(problem)")
      }
      place += 1
      return (stored.row, stored.commit.revision, problem)
    }
    return nil
  }

  /// Whether the commit behind one confirms it. Which of two rows is out of order, the next one tells.
  private func isConfirmed(_ stored: Stored, _ isBefore: Bool, _ last: Int64) throws -> Bool {
    guard let follows = try self.stored(at: place + 1), follows.row > stored.row else { return false }
    var follower = CommitSuccession()
    _ = follower.advance(to: stored.commit)
    return follower.fault(of: follows.commit) == nil && !(isBefore && follows.row > last)
  }

  /// All that was found to fit goes: what follows is a beginning.
  mutating func forgetWhatFits() { fitting.removeAll() }

  private mutating func keep(_ fits: (row: Int64, succession: CommitSuccession)) {
    if fitting.count == 2 * fittingMin { fitting.removeFirst(fittingMin) }
    fitting.append(fits)
  }

  private func stored(at place: Int) throws -> Stored? {
    guard rows.indices.contains(place) else { return nil }
    let sql = "SELECT \(JournalRow.commitColumns) FROM commits WHERE seq = ?"
    return try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [rows[place]])
      .map { JournalRow($0, of: "commits") }.map { (try $0.integer("seq"), try $0.commit()) }
  }
}
