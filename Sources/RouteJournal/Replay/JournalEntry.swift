// SPDX-License-Identifier: Apache-2.0

package import Coordination
import RouteModel
import WireProtocol

/// A row of a journal's past as a value: what is exported, and what a replay is made of.
package enum JournalEntry: Sendable {
  /// A commit, and the moment when it was written, in µs since 1970.
  case commit(CommitRecord, at: Int64)
  /// A command that has ended.
  case command(DecidedRecord, at: Int64)
  /// A time when the journal could not be written, from the first of the two moments to the other.
  case gap(from: Int64, to: Int64, reason: String)
}

extension JournalEntry {
  /// When it was written, in µs since 1970; of a gap its end.
  var moment: Int64 {
    switch self {
    case .commit(_, let at), .command(_, let at), .gap(_, let at, _): at
    }
  }
}

/// An entry with its row: a later one has a higher number.
package struct JournalLine: Sendable {
  /// The row.
  package var row: UInt64
  /// What it holds.
  package var entry: JournalEntry

  /// A line for an entry.
  package init(row: UInt64, _ entry: JournalEntry) { (self.row, self.entry) = (row, entry) }
}

/// The reason why a line is no part of an export.
package struct JournalLineFault: Error, CustomStringConvertible {
  /// For people.
  package let description: String
}

extension JournalLine {
  /// One line of an export: `{"commit":{…}}`, `{"command":{…}}` or `{"gap":{…}}` (specification, section "Journal").
  package var text: String {
    let (word, object): (String, JSONValue) =
      switch entry {
      case .commit(let commit, let at): ("commit", Self.object(commit, at, row))
      case .command(let record, let at): ("command", Self.object(record, at, row))
      case .gap(let from, let to, let reason):
        (
          "gap",
          .members([
            .init("from", .integer(from)), .init("to", .integer(to)), .init("reason", .string(reason)),
            .init("row", .integer(Int64(clamping: row))),
          ])
        )
      }
    return JSONValue.members([.init(word, object)]).json
  }

  /// The commit that it holds, as the past is told; nil where it is none.
  package var commit: PastCommit? {
    guard case .commit(let commit, let at) = entry else { return nil }
    return Self.past(commit, at, row)
  }

  private static func past(_ commit: CommitRecord, _ at: Int64, _ row: UInt64) -> PastCommit {
    PastCommit(
      scene: commit.scene, revision: commit.revision, majorRevision: commit.majorRevision, isMinor: commit.isMinor,
      epoch: commit.epoch, path: commit.route.root, cause: commit.cause, timeSince1970: .microseconds(at), row: row)
  }

  private static func object(_ commit: CommitRecord, _ at: Int64, _ row: UInt64) -> JSONValue {
    let past = past(commit, at, row)
    guard case .members(var members) = past.report else { return past.report }
    members.append(.init("nextId", .integer(Int64(clamping: commit.nextID))))
    return .members(members)
  }

  private static func object(_ record: DecidedRecord, _ at: Int64, _ row: UInt64) -> JSONValue {
    var past = PastCommand(
      record.outcome, verb: record.verb, because: record.because, origin: record.origin,
      timeSince1970: .microseconds(at))
    (past.row, past.isDryRun, past.skippedGuards) = (row, record.isDryRun, record.skippedGuards)
    return past.report
  }

  /// Reads a line of an export.
  package init(parsing text: String) throws(JournalLineFault) {
    let object: JSONValue
    do { object = try StoredJSON.object(text) } catch { throw JournalLineFault(description: "\(error)") }
    guard case .members(let members) = object, members.count == 1, let member = members.first else {
      throw JournalLineFault(description: "it is no object with one member, commit, command or gap")
    }
    do {
      switch member.key {
      case "commit": try self.init(commit: member.value)
      case "command": try self.init(command: member.value)
      case "gap": try self.init(gap: member.value)
      default: throw JournalLineFault(description: "'\(member.key)' is unknown; known are commit, command and gap")
      }
    } catch let fault as JournalLineFault {
      throw fault
    } catch {
      throw JournalLineFault(description: "\(error)")
    }
    guard (1...UInt64(JournalCheck.greatest)).contains(row) else {
      throw JournalLineFault(description: "row \(row) is not from 1 to \(JournalCheck.greatest)")
    }
  }

  private init(commit object: JSONValue) throws {
    let past = try PastCommit(report: object)
    let route = Route(root: past.path)
    if case .rejected(_, let message) = route.validate(branchDepthMax: .max) {
      throw JournalLineFault(description: "its path cannot stand: \(message)")
    }
    let greatest = route.root.greatestID
    let given: UInt64? = if case .integer(let id) = object["nextId"] { UInt64(clamping: id) } else { nil }
    let numbers = [past.revision, past.majorRevision, past.epoch, greatest, given ?? 0]
    guard past.revision > 0, numbers.allSatisfy({ $0 <= UInt64(JournalCheck.greatest) }) else {
      throw JournalLineFault(description: "its numbers must be from 1 to \(JournalCheck.greatest)")
    }
    let commit = CommitRecord(
      scene: past.scene, revision: past.revision, majorRevision: past.majorRevision, isMinor: past.isMinor,
      route: route,
      nextID: max(greatest + 1, given ?? 0), epoch: past.epoch, cause: past.cause)
    self.init(row: past.row, .commit(commit, at: past.timeSince1970.wholeMicroseconds))
  }

  private init(command object: JSONValue) throws {
    let past = try PastCommand(report: object)
    let record = DecidedRecord(
      outcome: past.outcome, bodyHash: 0, verb: past.verb, origin: past.origin, because: past.because,
      isDryRun: past.isDryRun, skippedGuards: past.skippedGuards)
    self.init(row: past.row, .command(record, at: past.timeSince1970.wholeMicroseconds))
  }

  private init(gap object: JSONValue) throws {
    guard case .integer(let from) = object["from"], case .integer(let to) = object["to"],
      case .string(let reason) = object["reason"], case .integer(let row) = object["row"]
    else { throw JournalLineFault(description: "a gap has from, to, reason and row") }
    self.init(row: UInt64(clamping: row), .gap(from: from, to: to, reason: reason))
  }
}

extension Duration {
  /// In whole µs, far beyond what any clock says.
  fileprivate var wholeMicroseconds: Int64 {
    let most = JournalCheck.greatest / 2
    let (seconds, attoseconds) = components
    let (micros, isTooMuch) = seconds.multipliedReportingOverflow(by: 1_000_000)
    return isTooMuch ? most : min(max(micros, -most), most) + attoseconds / 1_000_000_000_000
  }
}
