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
  private typealias Fitting = (row: Int64, succession: CommitSuccession)

  private let db: Database
  /// All rows, in the order of their revisions, those of one revision in their own, and the place of the next one.
  private let rows: [Int64]
  private var place = 0
  /// The last commits that fit, each as what it leads on to: a later one may show that some of them are to be left out.
  private var fitting: [Fitting] = []
  private let fittingMin: Int

  /// - Parameter fittingMin: How many commits that fitted may have to be left out one by one all the same.
  init(_ db: Database, _ scene: String, goingBack fittingMin: Int) throws {
    (self.db, self.fittingMin) = (db, fittingMin)
    rows = try Int64.fetchAll(
      db, sql: "SELECT seq FROM commits WHERE scene = ? ORDER BY revision, seq", arguments: [scene])
  }

  /// The next commit to leave out, of two that do not fit: on the side of which fewer have to go until one fits again; where that is
  /// equal, or many on both, the one that its other neighbour does not confirm. A fault within a row is that row's. The walk goes
  /// on without it.
  mutating func nextFault() throws -> Fault? {
    while let stored = try stored(at: place) {
      guard let problem = Self.problem(of: stored, behind: fitting.last) else {
        var succession = fitting.last?.succession ?? CommitSuccession()
        _ = succession.advance(to: stored.commit)
        keep((stored.row, succession))
        place += 1
        continue
      }
      if let last = fitting.last, let commit = last.succession.last, try isLeftOut(last, before: stored) {
        fitting.removeLast()
        return (last.row, commit.revision, "does not fit revision \(stored.commit.revision): \(problem)")
      }
      place += 1
      return (stored.row, stored.commit.revision, problem)
    }
    return nil
  }

  /// What does not fit in a commit behind another one, or where nil, as a beginning; nil where all does.
  private static func problem(of stored: Stored, behind last: Fitting?) -> String? {
    guard let last else { return CommitSuccession().fault(of: stored.commit) }
    return stored.row < last.row
      ? "lies before a row of an earlier revision" : last.succession.fault(of: stored.commit)
  }

  /// Whether of two commits that do not fit the first one goes. A number that is too low fits all that is behind it, and none of what is
  /// before it: then to trust the second one would cost the whole past.
  private func isLeftOut(_ last: Fitting, before stored: Stored) throws -> Bool {
    guard let back = stepsBack(before: stored) else { return false }
    let limit = min(back, Self.forwardMax)
    let forward = try stepsForward(behind: last, atMost: limit)
    if forward < back, forward <= limit { return false }
    return back < forward ? true : try isConfirmed(stored, last)
  }

  /// The newest commits are worth more than old ones: where more of them than these would have to go, they are not counted.
  private static let forwardMax = 8

  /// How many of the last commits would have to go for the next one to fit; nil where it fits nowhere.
  private func stepsBack(before stored: Stored) -> Int? {
    (1...fitting.count).first { steps in
      Self.problem(of: stored, behind: steps < fitting.count ? fitting[fitting.count - 1 - steps] : nil) == nil
    }
  }

  /// How many of the next commits would have to go for one to fit behind the last, or for none to be left; one more than `limit` where
  /// it is more.
  private func stepsForward(behind last: Fitting, atMost limit: Int) throws -> Int {
    for steps in 1...limit {
      guard let next = try stored(at: place + steps), Self.problem(of: next, behind: last) != nil else { return steps }
    }
    return limit + 1
  }

  /// Whether the commit behind one confirms it. Which of two rows is out of order, the next one tells.
  private func isConfirmed(_ stored: Stored, _ last: Fitting) throws -> Bool {
    guard let follows = try self.stored(at: place + 1), follows.row > stored.row else { return false }
    var follower = CommitSuccession()
    _ = follower.advance(to: stored.commit)
    return follower.fault(of: follows.commit) == nil && !(stored.row < last.row && follows.row > last.row)
  }

  /// All that was found to fit goes: what follows is a beginning.
  mutating func forgetWhatFits() { fitting.removeAll() }

  private mutating func keep(_ fits: Fitting) {
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
