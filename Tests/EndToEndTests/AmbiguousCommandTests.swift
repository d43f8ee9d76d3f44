// SPDX-License-Identifier: Apache-2.0

import Foundation
import RouteModel
import TestSupport
import Testing
import Waykeeper

extension EndToEnd {
  @Suite("An ending of two forgotten commands", .enabled(if: Python.path != nil, "needs python3"))
  struct AmbiguousCommandTests {
    private static func startCoordinator(_ stage: Stage) async throws -> Program {
      let daemon = try stage.start("waykeeperd", ["--hosting", "optional"])
      _ = try await daemon.errors.next("the start") { $0.contains("coordinator started") }
      return daemon
    }

    @Test("Whoever withdraws a command by an ending that two have is told so, also where only the journal knows them")
    func cancel() async throws {
      let ids = ["one", "two"].map { CommandID.client(name: $0, randomBits: 7, 7) + "-1" }
      try await Stage.empty { stage in
        let daemon = try await Self.startCoordinator(stage)
        let file = "\(stage.folder)/commands"
        let lines = ids.enumerated().map { #"{"verb":"replace","screens":["s\#($0)"],"commandId":"\#($1)"}"# }
        try lines.joined(separator: "\n").write(toFile: file, atomically: true, encoding: .utf8)
        let run = try await stage.way("run", file)
        #expect(run.code == 0, "\(run.all)")
        daemon.signal(SIGTERM)
        _ = try await daemon.end()
        // All that was written so far is older by eleven minutes.
        let script = """
          import sqlite3, sys; d = sqlite3.connect(sys.argv[1])
          d.execute('update boots set elapsed = elapsed + 660000'); d.commit()
          """
        let journal = "\(stage.folder)/state/journal.sqlite"
        let aged = try await stage.start(try #require(Python.path), ["-c", script, journal]).end()
        #expect(aged.code == 0, "\(aged.all)")
        _ = try await Self.startCoordinator(stage)

        let ending = String(ids[0].suffix(12))
        let cancelled = try await stage.way("cancel", ending)
        #expect(cancelled.code == 2, "\(cancelled.all)")
        #expect(cancelled.errors == ["way: more than one command ends in '\(ending)'; give more of it"])
        let whole = try await stage.way("cancel", ids[0])
        #expect(whole.code == 3 && whole.output.first?.hasPrefix("committed") == true, "\(whole.all)")
      }
    }
  }
}
