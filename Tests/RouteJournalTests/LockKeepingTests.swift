// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteJournal
import RouteModel
import TestSupport
import Testing

@Suite("Locks that are kept between transactions", .enabled(if: Python.path != nil, "needs python3"))
struct LockKeepingTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A process that answers each word on its input by a line.
  private func other() throws -> Program {
    let script = """
      import sqlite3, sys
      db = sqlite3.connect(sys.argv[1], timeout=0, isolation_level=None)
      for word in sys.stdin:
          try:
              if word == "count\\n": print(db.execute("SELECT count(*) FROM commits").fetchone()[0], flush=True)
              else: db.execute(word); print("done", flush=True)
          except sqlite3.OperationalError as error: print(error, flush=True)
      """
    return try Program(Python.path ?? "", ["-c", script, folder.journalFile], environment: [:])
  }

  private func ask(_ program: Program, _ word: String) async throws -> String {
    try program.say(word)
    return try await program.output.next("an answer to \(word)")
  }

  private func end(_ program: Program) async throws {
    try program.sayNothingMore()
    #expect(try await program.end().code == 0)
  }

  @Test("let others read, and write only while the journal has nothing to do")
  func others() async throws {
    let journal = try folder.begun()
    let other = try other()
    for revision in 1...3 as ClosedRange<Revision> {
      try journal.commit([.commit(commit(revision, "home"))], nowMicros: afternoon)
      #expect(try await ask(other, "count") == "\(revision)")
      #expect(try await ask(other, "BEGIN IMMEDIATE") == "database is locked")
      _ = try journal.maintain(nowMicros: afternoon)
      #expect(try await ask(other, "BEGIN IMMEDIATE") == "done")
      #expect(try await ask(other, "ROLLBACK") == "done")
    }
    try journal.close()
    try await end(other)
  }

  @Test("leave a reader of another process its view while the log is moved and begins anew")
  func view() async throws {
    let journal = try folder.begun()
    let (long, short) = (try other(), try other())
    try journal.commit([.commit(commit(1, "home"))], nowMicros: afternoon)
    #expect(try await ask(long, "BEGIN") == "done")
    #expect(try await ask(long, "count") == "1")
    for revision in 2...40 as ClosedRange<Revision> {
      try journal.commit([.commit(commit(revision, "home"))], nowMicros: afternoon)
      if revision.isMultiple(of: 5) {
        while try journal.maintain(nowMicros: afternoon) {}
        #expect(try await ask(long, "count") == "1")
        #expect(try await ask(short, "count") == "\(revision)")
      }
    }
    #expect(try await ask(long, "COMMIT") == "done")
    #expect(try await ask(long, "count") == "40")
    try journal.close()
    for program in [long, short] { try await end(program) }
  }
}
