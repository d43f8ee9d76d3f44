// SPDX-License-Identifier: Apache-2.0

import Coordination
import Dispatch
import RouteModel
import Synchronization
import WireProtocol

/// A row of `outcomes` whose texts are not yet read as what they are: where there are many, that is most of a start.
struct OutcomeRow: Sendable {
  var seq: Int64
  /// Whose command it was, and which: what is written must say the same, or a copy of that command would run again.
  var client: String
  var sequence: UInt64
  var outcome: String
  var bodyHash: UInt64
  var verb: String
  var origin: String
  var because: String?
  var owner: UInt32?

  /// Origins that were read: a client's commands have the same.
  struct Origins {
    private static let most = 64
    private var known: [String: Origin] = [:]

    fileprivate mutating func origin(_ text: String) throws -> Origin {
      if let origin = known[text] { return origin }
      let origin = try StoredJSON.origin(text)
      if known.count == Self.most { known.removeAll(keepingCapacity: true) }
      known[text] = origin
      return origin
    }
  }

  /// The ended command that it holds.
  func decided(_ origins: inout Origins) throws(RowFault) -> DecidedRecord {
    let outcome = try value("outcome") { try StoredJSON.outcome(self.outcome) }
    guard outcome.id.client == client, outcome.id.sequence == sequence else {
      throw RowFault(table: "outcomes", key: "\(seq)", problem: "outcome is that of \(outcome.id), and its row is not")
    }
    return DecidedRecord(
      outcome: outcome, bodyHash: bodyHash, verb: verb,
      origin: try value("origin") { try origins.origin(origin) }, because: because, owner: owner)
  }

  private func value<Value>(_ column: String, _ read: () throws -> Value) throws(RowFault) -> Value {
    do { return try read() } catch {
      throw RowFault(table: "outcomes", key: "\(seq)", problem: "\(column) : \(error)")
    }
  }

  /// The ended commands of rows, in their order, read by all processors side by side.
  ///
  /// - Throws: The first fault of them.
  static func decided(_ rows: [OutcomeRow]) throws(RowFault) -> [DecidedRecord] {
    let parts = max(1, min(8, rows.count / 256))
    let ends = (0...parts).map { rows.count * $0 / parts }
    let read = Mutex([Int: Result<[DecidedRecord], RowFault>]())
    DispatchQueue.concurrentPerform(iterations: parts) { part in
      var origins = Origins()
      let result = Result { () throws(RowFault) in
        var records: [DecidedRecord] = []
        records.reserveCapacity(ends[part + 1] - ends[part])
        for row in rows[ends[part]..<ends[part + 1]] { records.append(try row.decided(&origins)) }
        return records
      }
      read.withLock { $0[part] = result }
    }
    let results = read.withLock { $0 }
    var records: [DecidedRecord] = []
    records.reserveCapacity(rows.count)
    for part in 0..<parts { records += try results[part]?.get() ?? [] }
    return records
  }
}
