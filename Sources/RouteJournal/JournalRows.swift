// SPDX-License-Identifier: Apache-2.0

import Coordination
import GRDB
import RouteModel
import WireProtocol

extension CommitRecord {
  /// The commit that a row of `commits` holds.
  init(row: Row) throws {
    self.init(
      scene: try row.scene(), revision: UInt64(bitPattern: row["revision"]),
      majorRevision: UInt64(bitPattern: row["major_revision"]), isMinor: row["minor"],
      route: try StoredJSON.route(row["route"]), nextID: UInt64(bitPattern: row["next_id"]),
      epoch: UInt64(bitPattern: row["epoch"]), cause: try StoredJSON.cause(row["cause"]))
  }
}

extension DecidedRecord {
  /// The ended command that a row of `outcomes` holds.
  init(row: Row) throws {
    self.init(
      outcome: try StoredJSON.outcome(row["outcome"]), bodyHash: UInt64(bitPattern: row["body_hash"]),
      verb: row["verb"], origin: try StoredJSON.origin(row["origin"]), because: row["because"])
  }
}

extension Row {
  fileprivate func scene() throws(FormError) -> SceneName {
    let text: String = self["scene"]
    guard let scene = SceneName(text) else { throw FormError("'\(text)' is no name of a scene") }
    return scene
  }
}
