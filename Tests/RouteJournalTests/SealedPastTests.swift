// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import TestSupport
import Testing
import TestTraits

@testable import RouteJournal

@Suite("A seal of a command that the ledger has forgotten", .offPool)
struct SealedPastTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let id = "kiosk-0XTT8H3B4P4WVZGGJKB5BQXK9G-4"

  /// The seal that the coordinator writes of a command that it has not seen.
  private func seal() throws -> DecidedRecord {
    var record = try decided(Self.id, .cancelled)
    record.verb = ""
    return record
  }

  /// How the history says that commands ended.
  private func endings(_ journal: Journal) throws -> [JSONValue?] {
    try journal.history().objects.map { $0.json?["outcome"] }
  }

  @Test("leaves what the journal has of the command")
  func ended() throws {
    let journal = try folder.begun()
    try journal.commit([.decided(decided(Self.id))], nowMicros: afternoon)
    try journal.commit([.decided(seal())], nowMicros: afternoon + minute)
    #expect(try endings(journal) == [.string("committed")])
    #expect(journal.statistics.outcomes == 1)
  }

  @Test("is written where the journal has none, and replaced by a seal only")
  func unseen() throws {
    let journal = try folder.begun()
    try journal.commit([.decided(seal())], nowMicros: afternoon)
    try journal.commit([.decided(seal())], nowMicros: afternoon + minute)
    #expect(try endings(journal) == [.string("cancelled")])
  }
}
