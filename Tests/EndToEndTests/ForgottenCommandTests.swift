// SPDX-License-Identifier: Apache-2.0

import Glibc
import RouteModel
import TestSupport
import Testing
import Waykeeper

extension EndToEnd {
  @Suite("Commands that the coordinator has forgotten") struct ForgottenCommandTests {
    /// The id of a command that nobody has sent.
    private static let unsent = CommandID.client(name: "way", randomBits: 7, 7) + "-1"

    private static func startCoordinator(_ stage: Stage, _ words: [String] = []) async throws -> Program {
      let daemon = try stage.start("waykeeperd", ["--hosting", "optional"] + words)
      _ = try await daemon.errors.next("the start") { $0.contains("coordinator started") }
      return daemon
    }

    /// A command that was committed, behind a start of the coordinator for which that was long ago.
    private func forgotten(_ stage: Stage) async throws -> Outcome {
      let daemon = try await Self.startCoordinator(stage)
      let outcome = try await stage.outcome("replace", "home/list")
      daemon.signal(SIGTERM)
      _ = try await daemon.end()
      // All that was written so far is older by eleven minutes.
      let script = """
        import sqlite3, sys; d = sqlite3.connect(sys.argv[1])
        d.execute('update boots set elapsed = elapsed + 660000'); d.commit()
        """
      let python = try #require(Python.path)
      let end = try await stage.start(python, ["-c", script, "\(stage.folder)/state/journal.sqlite"]).end()
      #expect(end.code == 0, "\(end.all)")
      _ = try await Self.startCoordinator(stage)
      return outcome
    }

    @Test(
      "The journal tells how one ended, and neither a seal nor a withdrawal ends it again",
      .enabled(if: Python.path != nil, "needs python3"))
    func ended() async throws {
      try await Stage.empty { stage in
        let outcome = try await forgotten(stage)
        let id = outcome.id.description
        #expect(outcome.kind == .committed)
        for words in [
          ["outcome", id], ["outcome", id, "--seal"], ["outcome", String(id.suffix(12))], ["cancel", id],
          ["cancel", String(id.suffix(12))], ["outcome", outcome.id.client, "--seal"],
        ] {
          let json = try await stage.start("way", words + ["--format", "json"]).end()
          let told = try JSONLine.outcome(try #require(json.output.first, "\(json.all)"))
          #expect(told.id == outcome.id && told.kind == .committed, "\(json.all)")
          #expect(told.revision == outcome.revision && told.path.path == outcome.path.path, "\(json.all)")
          let text = try await stage.start("way", words).end()
          #expect(text.output.first?.hasPrefix("committed") == true, "\(text.all)")
          #expect([json.code, text.code] == (words[0] == "cancel" ? [3, 3] : [0, 0]), "\(json.all)\n\(text.all)")
        }
        let late = try await stage.way("cancel", id)
        #expect(late.errors == ["way: nothing was cancelled: the command had ended as above"], "\(late.all)")
        let past = try await stage.way("history", "--format", "json")
        let kinds = try past.output.filter { $0.contains(id) }.map { try JSONLine.outcome($0).kind }
        #expect(kinds == [.committed], "\(past.all)")
      }
    }

    @Test(
      "Of one that nobody knows it is told what that can mean; it can be sealed, and withdrawn",
      arguments: [[], ["--journal", "none"]] as [[String]])
    func unknown(words: [String]) async throws {
      try await Stage.empty { stage in
        _ = try await Self.startCoordinator(stage, words)
        let asked = try await stage.way("outcome", Self.unsent)
        #expect(asked.code == 5, "\(asked.all)")
        #expect(asked.output.joined().contains("it was never seen, or ended more than 10 minutes ago"), "\(asked.all)")
        let ending = try await stage.way("outcome", "QQQQQQ-9")
        #expect(ending.code == 5 && ending.all.contains("no command that is known ends so"), "\(ending.all)")
        let json = try await stage.way("outcome", Self.unsent, "--format", "json")
        #expect(try JSONValue(json: json.output.joined()).at("status", "state") == .string("notSeen"), "\(json.all)")
        let sealed = try await stage.way("outcome", Self.unsent, "--seal")
        #expect(sealed.code == 3 && sealed.output.first?.hasPrefix("failed (lost)") == true, "\(sealed.all)")
        let other = CommandID.client(name: "way", randomBits: 8, 8) + "-1"
        let withdrawn = try await stage.way("cancel", other)
        #expect(withdrawn.code == 0 && withdrawn.output.first?.hasPrefix("cancelled") == true, "\(withdrawn.all)")
      }
    }
  }
}
