// SPDX-License-Identifier: Apache-2.0

import Coordination
import GRDB
import RouteModel
import WireProtocol

extension JournalRow {
  /// The columns of ``commit()``.
  static let commitColumns = "seq, scene, revision, major_revision, minor, epoch, next_id, route, cause"

  /// The commit that a row of `commits` holds, with a route that may stand and ids that are free.
  func commit() throws(RowFault) -> CommitRecord {
    let route = try value("route") { try StoredJSON.route($0) }
    // One from before branches had a depth may stay.
    if case .rejected(_, let message) = route.validate(branchDepthMax: .max) {
      throw fault("route", "cannot stand: \(message)")
    }
    let nextID = UInt64(bitPattern: try integer("next_id"))
    let greatest = route.root.greatestID
    guard greatest < nextID else { throw fault("next_id", "is \(nextID), and the route has the id \(greatest)") }
    return CommitRecord(
      scene: try name("scene") { SceneName($0) }, revision: UInt64(bitPattern: try integer("revision")),
      majorRevision: UInt64(bitPattern: try integer("major_revision")), isMinor: try integer("minor") != 0,
      route: route, nextID: nextID, epoch: UInt64(bitPattern: try integer("epoch")),
      cause: try value("cause") { try StoredJSON.cause($0) })
  }

  /// The columns of ``decided()``.
  static let outcomeColumns = "\(lastingOutcomeColumns), owner"
  /// Those of them that journals of all versions have.
  static let lastingOutcomeColumns = "seq, client, sequence, body_hash, verb, because, origin, outcome"

  /// The ended command that a row of `outcomes` holds.
  func decided() throws(RowFault) -> DecidedRecord {
    var origins = OutcomeRow.Origins()
    return try outcome().decided(&origins)
  }

  /// A row of `outcomes` with its texts as they are.
  func outcome() throws(RowFault) -> OutcomeRow {
    OutcomeRow(
      seq: try integer("seq"), client: try text("client"), sequence: UInt64(bitPattern: try integer("sequence")),
      outcome: try text("outcome"), bodyHash: UInt64(bitPattern: try integer("body_hash")),
      verb: try text("verb"), origin: try text("origin"), because: try optionalText("because"),
      owner: try user("owner"))
  }

  /// As ``decided()``, of a whole row, whose other columns must say the same.
  func wholeDecided() throws(RowFault) -> DecidedRecord {
    let record = try decided()
    let outcome = record.outcome
    guard try outcome.scene.rawValue == text("scene"), try Int64(bitPattern: outcome.revision) == integer("revision")
    else { throw fault("outcome", "is about \(outcome.scene) \(outcome.revision), and its row is not") }
    return record
  }

  /// The columns of ``worker()``.
  static let workerColumns = "name, uid, sensitive, on_death, scenes"

  /// The worker that a row of `workers` holds.
  func worker() throws(RowFault) -> WorkerRecord {
    var worker = WorkerRecord(try name("name") { WorkerName($0) }, uid: try user("uid"))
    if try optionalText("sensitive") != nil {
      let (screens, isParted) = try value("sensitive") { try StoredJSON.screens($0) }
      (worker.sensitive, worker.isAwaited) = (screens, !isParted)
    }
    if try optionalText("on_death") != nil {
      worker.onDeath = try value("on_death") { try StoredJSON.policies($0) }
    }
    if try optionalText("scenes") != nil { worker.scenes = try value("scenes") { try StoredJSON.scenes($0) } }
    return worker
  }

  /// A user of this machine; nil for one that came over tcp.
  func user(_ column: String) throws(RowFault) -> UInt32? {
    guard let number = try optionalInteger(column) else { return nil }
    guard let user = UInt32(exactly: number) else { throw fault(column, "is \(number), no user has such a number") }
    return user
  }
}
