// SPDX-License-Identifier: Apache-2.0

import Coordination
import GRDB
import RouteJournal
import RouteModel
import TestSupport

extension TemporaryFolder {
  /// A journal of so many turns, as a coordinator writes it. In each, `main` gets an exhibit on top of its list, which appears
  /// then, and `second` gets one of its own.
  @discardableResult
  func fill(turns: UInt64) throws -> Journal {
    let journal = try open()
    _ = try journal.begin(nowMicros: afternoon)
    try journal.commit([.worker(WorkerRecord("kiosk", uid: 1000), isRegistered: true)], nowMicros: afternoon)
    for turn in 1...turns {
      let (main, second) = (CommitRecord(main: turn), CommitRecord(second: turn))
      try journal.commit(
        [
          .commit(main), .commit(CommitRecord(appearedIn: main)), .decided(try ended(2 * turn - 1, main)),
          .commit(second), .decided(try ended(2 * turn, second)),
        ], nowMicros: afternoon + Int64(turn) * RouteJournalTests.second)
    }
    return journal
  }

  /// The end of the command that made a commit.
  private func ended(_ sequence: UInt64, _ commit: CommitRecord) throws -> DecidedRecord {
    var ended = try decided("way-\(sequence)", scene: commit.scene, revision: commit.revision)
    ended.outcome.path = PlacedPath(commit.route.root)
    return ended
  }

  /// Changes a journal as a person with sqlite3 would.
  func change(_ sql: String) throws {
    let database = try DatabaseQueue(path: journalFile)
    try database.inDatabase { try $0.execute(sql: sql) }
    try database.close()
  }
}

extension CommitRecord {
  /// What a turn commits first in `main`: a major revision.
  init(main turn: UInt64) { self.init("main", 2 * turn - 1, exhibit: 10 + turn, 2 * turn - 1) }

  /// The only commit of a turn in `second`.
  init(second turn: UInt64) { self.init("second", turn, exhibit: 8 * turn, turn) }

  /// The minor commit behind another one: the last element has appeared.
  init(appearedIn commit: CommitRecord) {
    self = commit
    revision += 1
    isMinor = true
    route.root.elements[2].hasAppeared = true
    cause = Cause(kind: .appeared, verb: "appeared")
  }

  private init(_ scene: SceneName, _ revision: Revision, exhibit id: UInt64, _ major: Revision) {
    let exhibit = AnyScreen("exhibit", content: .object([("id", .integer(Int64(clamping: id)))]))
    self.init(
      scene: scene, revision: revision, majorRevision: major, isMinor: false,
      route: Route(
        root: Path([
          Element(id: .root, screen: AnyScreen("home"), hasAppeared: true),
          Element(id: ElementID(1), screen: AnyScreen("list"), hasAppeared: true),
          Element(id: ElementID(id), screen: exhibit),
        ])),
      nextID: id + 1, epoch: 7,
      cause: Cause(
        kind: .command, verb: "show exhibit", origin: Origin(name: "way", pid: 12, uid: 1000, command: "way")))
  }
}
