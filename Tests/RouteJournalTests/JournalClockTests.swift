// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import RouteJournal
import RouteModel
import TestSupport
import Testing
import TestTraits

@Suite("No clock that is set makes a command run twice", .offPool)
struct JournalClockTests {
  static let day = 24 * 60 * minute
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A moment `ms` after the boot, with a wall clock that is off.
  private func time(_ ms: Int64, off: Int64 = 0) -> JournalTime {
    JournalTime(wallMicros: afternoon + ms * 1000 + off, bootMs: ms)
  }

  /// Commits the next revision, and this command.
  private func write(_ id: String, at time: JournalTime, boot: String = "one") throws {
    let journal = try folder.open()
    let newest = try journal.begin(at: time, bootID: boot).scenes.first?.commit.revision ?? 0
    try journal.commit([.commit(commit(newest + 1, "home")), .decided(try decided(id))], at: time)
  }

  private func remembered(at time: JournalTime, boot: String) throws -> [String] {
    try folder.open().begin(at: time, bootID: boot).decided.map(\.record.outcome.id.description)
  }

  @Test("within one boot ages are those of the clock that only runs forward", arguments: [-400, 0, 400] as [Int64])
  func withinABoot(days: Int64) throws {
    try write("way-1", at: time(60_000))
    let off = days * Self.day
    let restored = try folder.open().begin(at: time(660_000 - 1, off: off), bootID: "one")
    #expect(restored.decided.map(\.ageMs) == [600_000 - 1])
    #expect(restored.scenes.map(\.ageMs) == [600_000 - 1])
    #expect(try remembered(at: time(660_000, off: off), boot: "one") == [])
  }

  @Test(
    "after another boot outcomes are kept until the machine has run for the window's length",
    arguments: [-400, 0, 400] as [Int64])
  func acrossBoots(days: Int64) throws {
    try write("way-1", at: time(3_000_000))
    try write("way-2", at: time(3_060_000))
    let off = days * Self.day
    #expect(try remembered(at: time(5000, off: off), boot: "two") == ["way-1", "way-2"])
    // One is a minute older than the last sign of life of its boot.
    #expect(try remembered(at: time(540_000, off: off), boot: "two") == ["way-2"])
    #expect(try remembered(at: time(599_999, off: off), boot: "two") == ["way-2"])
    #expect(try remembered(at: time(600_000, off: off), boot: "two") == [])
  }

  @Test("ages add up over several boots")
  func severalBoots() throws {
    try write("way-1", at: time(1000))
    try write("way-2", at: time(200_000), boot: "two")
    try write("way-3", at: time(300_000), boot: "three")
    #expect(try remembered(at: time(1000), boot: "four") == ["way-1", "way-2", "way-3"])
    #expect(try remembered(at: time(100_000), boot: "four") == ["way-2", "way-3"])
    #expect(try remembered(at: time(300_000), boot: "four") == ["way-3"])
  }

  @Test("a boot without a name, or whose clock was set back, is another one")
  func unknownBoot() throws {
    try write("way-1", at: time(500_000), boot: "")
    #expect(try remembered(at: time(500_001), boot: "") == ["way-1"])
    try write("way-2", at: time(700_000))
    #expect(try remembered(at: time(1000), boot: "one").contains("way-2"))
  }

  @Test("how long a route was away counts the time that the machine was off")
  func routeAge() throws {
    try write("way-1", at: time(60_000))
    let restored = try folder.open().begin(at: time(1000, off: 8 * 60 * minute), bootID: "two")
    #expect(restored.scenes.map(\.ageMs) == [8 * 3_600_000 - 59_000])
    #expect(restored.decided.map(\.ageMs) == [1000])
  }

  @Test("upkeep cuts nothing of the window where the clock jumps, and the past by its bound")
  func upkeep() throws {
    let journal = try folder.open(retention: Retention(ageMs: 3_600_000))
    _ = try journal.begin(at: time(0), bootID: "one")
    try journal.commit([.commit(commit(1, "home")), .decided(try decided("way-1"))], at: time(1000))
    try journal.commit([.commit(commit(2, "home")), .decided(try decided("way-2"))], at: time(2000))
    while try journal.maintain(at: time(500_000, off: 400 * Self.day)) {}
    #expect(journal.statistics.outcomes == 2)
    while try journal.maintain(at: time(3_601_500, off: -400 * Self.day)) {}
    #expect(journal.statistics.outcomes == 1)
  }

  @Test(
    "what is from another boot is as old as the wall clock says, and one that was set back makes nothing older",
    arguments: [(2 * 60 * minute, 1), (-400 * day, 2)])
  func boundOverBoots(off: Int64, commits: Int) throws {
    do {
      let journal = try folder.open()
      _ = try journal.begin(at: time(0), bootID: "one")
      for revision in [1, 2] as [Revision] { try journal.commit([.commit(commit(revision, "home"))], at: time(1000)) }
    }
    let journal = try folder.open(retention: Retention(ageMs: 3_600_000))
    _ = try journal.begin(at: time(1000, off: off), bootID: "two")
    // Behind the window, and within the bound of what the machine has run since.
    while try journal.maintain(at: time(700_000, off: off)) {}
    #expect(journal.statistics.commits == commits)
  }

  @Test("a boot has lasted as long as its latest row says, also where a command of a gap is written last")
  func afterGap() throws {
    let (other, way) = ("other-0000000000000G000000000002-3", "way-0000000000000G000000000002-1")
    do {
      let journal = try folder.open()
      _ = try journal.begin(at: time(0), bootID: "one")
      try journal.commit([.commit(commit(1, "home")), .decided(try decided(other))], at: time(1000))
      try FileManager.default.moveItem(atPath: folder.journalFile, toPath: folder.journalFile + ".away")
      #expect(throws: JournalError.self) {
        try journal.commit([acknowledged(other), .decided(try decided(way))], at: time(100_000))
      }
      try FileManager.default.moveItem(atPath: folder.journalFile + ".away", toPath: folder.journalFile)
      try journal.recover(at: time(5_000_000))
    }
    #expect(try remembered(at: time(1000), boot: "two") == [])
  }

  @Test("what a client has acknowledged within the window is known after a start: a late copy is not new")
  func acknowledgedByWindow() throws {
    let (other, way) = ("other-0000000000000G000000000002", "way-0000000000000G000000000002")
    do {
      let journal = try folder.open()
      _ = try journal.begin(at: time(0), bootID: "one")
      let ids = try [(way, 7), (way, 8), (other, 3)].map { try #require(CommandID(client: $0, sequence: $1)) }
      for id in ids { try journal.commit([.decided(try decided(id.description))], at: time(1000)) }
      try journal.commit([acknowledged("\(way)-8"), acknowledged("\(other)-3")], at: time(2000))
    }
    let restored = try folder.open().begin(at: time(61_000), bootID: "one")
    #expect(restored.decided.isEmpty)
    #expect(
      restored.acknowledged == [
        .init(record: AcknowledgedRecord(client: other, below: 4), ageMs: 59_000),
        .init(record: AcknowledgedRecord(client: way, below: 9), ageMs: 59_000),
      ])
    #expect(restored.usedTokens.isEmpty)
    #expect(try folder.open().begin(at: time(700_000), bootID: "one").acknowledged.isEmpty)
  }
}
