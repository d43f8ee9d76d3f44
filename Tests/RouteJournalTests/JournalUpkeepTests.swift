// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import RouteModel
import TestSupport
import Testing
import TestTraits

@testable import RouteJournal

@Suite("The journal is bounded", .offPool)
struct JournalUpkeepTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func fill(_ journal: Journal, _ revisions: ClosedRange<Revision>, at micros: Int64) throws {
    for revision in revisions {
      let ended = try decided("way-\(revision)", revision: revision)
      try journal.commit([.commit(commit(revision, "home", "list")), .decided(ended)], nowMicros: micros)
    }
  }

  /// Bites until nothing is left to do; a bite that never ends the work is a bug. Where one has something to move, the last one
  /// sees that the thread has done so.
  private func maintain(_ journal: Journal, at micros: Int64) throws -> Int {
    for bites in 1...1000 where try !journal.maintain(nowMicros: micros) { return bites }
    Issue.record("the work does not end")
    return 0
  }

  @Test("what is older than the bound goes, in bites")
  func cutsByAge() throws {
    let journal = try folder.open(retention: Retention(ageMs: 3_600_000))
    _ = try journal.begin(nowMicros: afternoon)
    try fill(journal, 1...400, at: afternoon)
    try fill(journal, 401...410, at: afternoon + 50 * minute)
    #expect(try maintain(journal, at: afternoon + 59 * minute) == 2)
    #expect(journal.statistics.commits == 410)
    // 400 commits, and as many outcomes; then pages are given back.
    #expect(try maintain(journal, at: afternoon + 61 * minute) == 3 + 800 / Journal.biteRows)
    #expect(journal.statistics.commits == 10)
    #expect(journal.statistics.outcomes == 10)
    #expect(try journal.history(limit: 500).objects.count == 10)
  }

  @Test("what is twice the bound is known to be so, until it is cut")
  func farTooMuch() throws {
    let journal = try folder.open(retention: Retention(commits: 100, ageMs: 3_600_000))
    _ = try journal.begin(nowMicros: afternoon)
    try fill(journal, 1...190, at: afternoon)
    _ = try journal.maintain(nowMicros: afternoon)
    #expect(!journal.isFarTooMuch)
    try fill(journal, 191...210, at: afternoon)
    _ = try journal.maintain(nowMicros: afternoon)
    #expect(journal.isFarTooMuch)
    _ = try maintain(journal, at: afternoon + 11 * minute)
    _ = try journal.maintain(nowMicros: afternoon + 11 * minute)
    #expect(!journal.isFarTooMuch)
  }

  @Test("under a load a bite cuts, and leaves the log to the thread")
  func cutsUnderLoad() throws {
    let journal = try folder.open(retention: Retention(bytes: 1))
    _ = try journal.begin(nowMicros: afternoon)
    try fill(journal, 1...800, at: afternoon)
    let size = JournalFile.size(journal.file)
    #expect(try journal.maintain(at: JournalTime(afternoon), underLoad: true))
    #expect(journal.statistics.commits == 800 - Journal.biteRows)
    #expect(JournalFile.size(journal.file) == size)
    #expect(try journal.maintain(nowMicros: afternoon))
    #expect(JournalFile.size(journal.file) > size)
    let restored = try folder.copyOfNow().open().begin(nowMicros: afternoon)
    #expect(restored.scenes.map(\.commit.revision) == [800])
    #expect(restored.decided.map(\.record.outcome.revision) == Array(1...800))
  }

  @Test("ids that were told before a move are on the disk behind it, and those that come later may not be")
  func movesIDs() throws {
    let journal = try folder.begun()
    let known = journal.ids.synced["main"]
    try journal.commit([.commit(commit(1, "home", nextID: 500))], nowMicros: afternoon)
    #expect(journal.ids.synced["main"] == known)
    #expect(try journal.maintain(nowMicros: afternoon))
    try journal.commit([.commit(commit(2, "home", "list", nextID: 600))], nowMicros: afternoon)
    #expect(journal.ids.synced["main"] == 500 && journal.ids.told["main"] == 600)
  }

  @Test("a long log that is given back to the disk is none that somebody has emptied")
  func shrinksLog() throws {
    let journal = try folder.begun()
    for revision in 1...1300 as ClosedRange<Revision> {
      var large = commit(revision, "home")
      large.cause.because = String(repeating: "x", count: 16_000)
      try journal.commit([.commit(large)], nowMicros: afternoon)
    }
    let log = folder.journalFile + "-wal"
    #expect(JournalFile.logBytes(folder.journalFile) > JournalFile.logKeptBytes)
    _ = try maintain(journal, at: afternoon + second)
    #expect(JournalFile.logBytes(folder.journalFile) == 0, "\(log) is as long as before")
    try journal.check(at: JournalTime(afternoon + second))
    try journal.commit([.commit(commit(1301, "home", "list"))], nowMicros: afternoon + 2 * second)
    try journal.commit([.commit(commit(1302, "home"))], nowMicros: afternoon + 3 * second)
    #expect(truncate(log, 0) == 0)
    #expect(throws: JournalError.self) {
      try journal.commit([.commit(commit(1303, "home", "list"))], nowMicros: afternoon + 3 * second)
    }
  }

  @Test("what is more than the bound goes, but nothing that a retry may still ask for")
  func cutsByNumber() throws {
    let journal = try folder.open(retention: Retention(commits: 100))
    _ = try journal.begin(nowMicros: afternoon)
    try fill(journal, 1...300, at: afternoon)
    #expect(try maintain(journal, at: afternoon + 9 * minute) == 2)
    #expect(journal.statistics.outcomes == 300)
    try fill(journal, 301...310, at: afternoon + 10 * minute)
    _ = try maintain(journal, at: afternoon + 11 * minute)
    #expect(journal.statistics.commits < 100)
    let restored = try folder.copyOfNow().open().begin(nowMicros: afternoon + 11 * minute)
    #expect(restored.decided.map(\.record.outcome.revision) == Array(301...310))
    #expect(restored.scenes.map(\.commit.revision) == [310])
  }

  @Test("what is larger than the bound goes, and the disk gets its room back")
  func cutsBySize() throws {
    let journal = try folder.open(retention: Retention(bytes: 256 * 1024))
    _ = try journal.begin(nowMicros: afternoon)
    try fill(journal, 1...600, at: afternoon)
    let before = journal.statistics.bytes
    _ = try maintain(journal, at: afternoon + 11 * minute)
    #expect(journal.statistics.commits > 1)
    try journal.close()
    #expect(before > 1024 * 1024)
    #expect(journal.statistics.bytes <= 512 * 1024)
  }

  @Test("what is too large in bytes goes also while it is young, but no outcome that a retry may still ask for")
  func cutsByYouth() throws {
    let journal = try folder.open(retention: Retention(bytes: 1))
    _ = try journal.begin(nowMicros: afternoon)
    try fill(journal, 1...300, at: afternoon)
    try journal.commit((1...100).map { try acknowledged("way-\($0)") }, nowMicros: afternoon)
    _ = try maintain(journal, at: afternoon)
    #expect(journal.statistics.commits == 64)
    #expect(journal.statistics.outcomes == 200)
    let restored = try folder.copyOfNow().open().begin(nowMicros: afternoon)
    #expect(restored.decided.map(\.record.outcome.revision) == Array(101...300))
    #expect(restored.scenes.map(\.commit.revision) == [300])
    #expect(Set(restored.acknowledged.map(\.record.client)) == Set((1...100).map { "way-\($0)" }))
  }

  @Test("how far a client has acknowledged is known for as long as a late copy may come, also where its rows were cut")
  func keepsFloors() throws {
    let journal = try folder.open(retention: Retention(bytes: 1))
    _ = try journal.begin(nowMicros: afternoon)
    let client = "kiosk-0XTT8H3B4P4WVZGGJKB5BQXK9G"
    for sequence in 1...300 {
      var ended = try decided("\(client)-\(sequence)")
      ended.owner = 1000
      try journal.commit([.decided(ended)], nowMicros: afternoon + Int64(sequence) * second)
    }
    try journal.commit([acknowledged("\(client)-299", owner: 1000)], nowMicros: afternoon + 5 * minute)
    _ = try maintain(journal, at: afternoon + 5 * minute)
    #expect(journal.statistics.outcomes == 1)
    let young = try folder.copyOfNow().open().begin(nowMicros: afternoon + 14 * minute)
    let known = try #require(young.acknowledged.first)
    #expect(young.acknowledged.count == 1)
    #expect(known.record == AcknowledgedRecord(client: client, below: 300, owner: 1000))
    #expect(known.ageMs == 9 * 60_000)
    _ = try maintain(journal, at: afternoon + 16 * minute)
    #expect(try folder.copyOfNow().open().begin(nowMicros: afternoon + 16 * minute).acknowledged.isEmpty)
    #expect(try folder.count("floors") == 0)
  }

  @Test("a client's commands that end in another order are known up to the last one, as long as a copy of any may come")
  func keepsFloorsOfDisorder() throws {
    let journal = try folder.open(retention: Retention(bytes: 1))
    _ = try journal.begin(nowMicros: afternoon)
    let client = "kiosk-0XTT8H3B4P4WVZGGJKB5BQXK9G"
    for (sequence, minutes) in [(2, Int64(0)), (1, 5)] {
      try journal.commit([.decided(decided("\(client)-\(sequence)"))], nowMicros: afternoon + minutes * minute)
    }
    try journal.commit([acknowledged("\(client)-2")], nowMicros: afternoon + 6 * minute)
    _ = try maintain(journal, at: afternoon + 6 * minute)
    #expect(journal.statistics.outcomes == 0)
    let later = try folder.copyOfNow().open().begin(nowMicros: afternoon + 14 * minute)
    #expect(later.acknowledged.map(\.record.below) == [3])
    #expect(later.acknowledged.map(\.ageMs) == [8 * 60_000])
  }

  @Test("a client's floor is known also where a bite ends before all rows that it chose are gone")
  func keepsFloorsOfWhatStays() throws {
    let journal = try folder.open(retention: Retention(bytes: 1))
    _ = try journal.begin(nowMicros: afternoon)
    let client = "kiosk-0XTT8H3B4P4WVZGGJKB5BQXK9G"
    for sequence in 1...200 {
      var ended = try decided("\(client)-\(sequence)")
      ended.because = String(repeating: "x", count: 30_000)
      try journal.commit([.decided(ended)], nowMicros: afternoon)
    }
    try journal.commit([acknowledged("\(client)-200")], nowMicros: afternoon)
    #expect(try journal.maintain(nowMicros: afternoon))
    #expect(1..<200 ~= journal.statistics.outcomes)
    // The rows that are left say it too.
    let known = try folder.copyOfNow().open().begin(nowMicros: afternoon).acknowledged
    #expect(Set(known.map(\.record.below)) == [201])
    _ = try maintain(journal, at: afternoon)
    #expect(journal.statistics.outcomes == 0)
    #expect(try folder.copyOfNow().open().begin(nowMicros: afternoon).acknowledged.map(\.record.below) == [201])
  }

  @Test("outcomes that nobody acknowledges go for their age, also where others go for the bytes")
  func cutsUnacknowledged() throws {
    let journal = try folder.open(retention: Retention(bytes: 1))
    _ = try journal.begin(nowMicros: afternoon)
    for number in 1...1100 { try journal.commit([.decided(decided("left-\(number)"))], nowMicros: afternoon) }
    var revision: Revision = 400
    for revision in 1...revision { try journal.commit([.commit(commit(revision, "home"))], nowMicros: afternoon) }
    // As under a load: a bite cuts twice as many rows as have come, and there are always commits that may go.
    for bite in 0..<40 {
      let now = afternoon + 11 * minute + Int64(bite) * second
      for _ in 0..<Journal.biteRows / 4 {
        revision += 1
        let ended = try decided("way-\(revision)", revision: revision)
        try journal.commit([.commit(commit(revision, "home")), .decided(ended)], nowMicros: now)
        try journal.commit([acknowledged("way-\(revision)")], nowMicros: now)
      }
      _ = try journal.maintain(at: JournalTime(now), underLoad: true)
    }
    // Of the old ones fewer are left than a bite looks at; they go in a pause.
    #expect(journal.statistics.outcomes < 1024)
    #expect(journal.statistics.commits < Journal.biteRows)
    _ = try maintain(journal, at: afternoon + 12 * minute)
    #expect(journal.statistics.outcomes == 0)
  }

  @Test("of more floors than a bite looks at, all that are old go")
  func deletesFloors() throws {
    let journal = try folder.open(retention: Retention(bytes: 1))
    _ = try journal.begin(nowMicros: afternoon)
    let clients = (1...700).map { "way\($0)" }
    for client in clients { try journal.commit([.decided(decided(client))], nowMicros: afternoon) }
    try journal.commit(clients.map { try acknowledged($0) }, nowMicros: afternoon)
    _ = try maintain(journal, at: afternoon)
    #expect(try folder.count("floors") == 700)
    _ = try maintain(journal, at: afternoon + 11 * minute)
    #expect(try folder.count("floors") == 0)
  }

  @Test("the last commit of each scene and open commands stay, however old")
  func keepsWhatIsNeeded() throws {
    let restarted = Outcome.Kind.failed(who: .coordinator, .restarted, code: nil)
    let open = try decided("walk", restarted)
    let journal = try folder.open(retention: Retention(commits: 1, ageMs: 1, bytes: 1))
    _ = try journal.begin(nowMicros: afternoon)
    for number in 0..<300 {
      let scene = try #require(SceneName("scene-\(number)"))
      try journal.commit([.commit(commit(1, "home", in: scene))], nowMicros: afternoon)
    }
    try journal.commit([.open(OpenRecord(decided: open))], nowMicros: afternoon)
    try fill(journal, 1...700, at: afternoon)
    let muchLater = afternoon + 1_000_000 * minute
    _ = try maintain(journal, at: muchLater)
    #expect(journal.statistics.commits == 301)
    #expect(journal.statistics.outcomes == 1)
    let restored = try folder.copyOfNow().open().begin(nowMicros: muchLater)
    #expect(restored.scenes.count == 301)
    #expect(restored.decided.map(\.record) == [open])
  }

  @Test("rows from a clock that was ahead do not keep the journal from being cut")
  func cutsTheFuture() throws {
    let journal = try folder.open(retention: Retention(commits: 100))
    _ = try journal.begin(nowMicros: afternoon)
    for revision in 1...1500 as ClosedRange<Revision> {
      let ahead = JournalTime(wallMicros: afternoon + 1_000_000 * minute, bootMs: 3_600_000)
      try journal.commit([.commit(commit(revision, "home"))], at: ahead)
    }
    try fill(journal, 1501...1510, at: afternoon + 5 * minute)
    _ = try maintain(journal, at: afternoon + 11 * minute)
    #expect(journal.statistics.commits <= 100)
  }

  @Test("upkeep empties the log, and costs nothing where there is nothing to do")
  func checkpoints() throws {
    let journal = try folder.open()
    _ = try journal.begin(nowMicros: afternoon)
    try fill(journal, 1...50, at: afternoon)
    #expect(try maintain(journal, at: afternoon) == 2)
    // All of it is in the file now: a power cut that takes the log takes nothing.
    let left = try folder.copyOfNow()
    try left.write(Data(), Journal.fileName + "-wal")
    #expect(try left.open().begin(nowMicros: afternoon).scenes.map(\.commit.revision) == [50])
    let before = try folder.bytes()
    #expect(try !journal.maintain(nowMicros: afternoon))
    #expect(try folder.bytes() == before)
  }
}
