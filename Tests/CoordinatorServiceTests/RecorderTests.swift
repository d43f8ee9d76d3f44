// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import Glibc
import RouteJournal
import RouteModel
import Testing

@testable import CoordinatorService

@Suite("The journal as the loop uses it") struct RecorderTests {
  let folder: ServiceFolder

  init() throws { folder = try ServiceFolder() }

  private var state: String { "\(folder.path)/state" }

  @Test("a gap that began under continue is written at the end, but not the turn that ends it under refuse")
  func gapOfContinue() throws {
    mkdir(state, 0o700)
    do {
      let journal = try Journal.open(in: state, durability: .normal, retention: Retention())
      _ = try journal.begin(at: .now)
      var recorder = Recorder(journal, failure: .continue, logger: silentLogger)
      let first = try recorder.record([commit(1)])
      #expect(first == .recorded)
      try FileManager.default.removeItem(atPath: "\(state)/journal.sqlite")
      let second = try recorder.record([commit(2)])
      #expect(second == .lost(isNew: true))
      recorder.failure = .refuse
      let error = #expect(throws: ServiceError.self) { try recorder.record([commit(3)]) }
      #expect(error?.exitCode == 74)
      recorder.close()
    }
    let journal = try Journal.open(in: state, durability: .normal, retention: Retention())
    let restored = try journal.begin(at: .now)
    #expect(restored.scenes.map(\.commit.revision) == [2])
    try journal.close()
  }

  private func commit(_ revision: Revision) -> JournalRecord {
    .commit(
      CommitRecord(
        scene: "main", revision: revision, majorRevision: revision, isMinor: false,
        route: Route(root: Path([Element(id: .root, screen: AnyScreen("home"))])), nextID: 10, epoch: 1,
        cause: Cause(kind: .command, verb: "replace home", origin: Origin(name: "way"))))
  }
}
