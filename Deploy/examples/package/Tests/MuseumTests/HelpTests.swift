// SPDX-License-Identifier: Apache-2.0

import Testing
import Waykeeper
import WaykeeperTesting

@testable import museum

/// The help belongs to another process, so a script stands in for it.
@Suite("The museum and its help", .timeLimit(.minutes(20)))
struct HelpTests {
  private func withHelp(
    answering answer: @escaping @Sendable (Ask) async throws -> Answer?,
    _ test: (Sandbox, ScriptedWorker) async throws -> Void
  ) async throws {
    try await Sandbox.run(requiresHosts: true, holdsTime: true) { sandbox in
      let help = ScriptedWorker("help", showing: "help", at: sandbox.location, answer: answer)
      try await sandbox.run(museum(at: sandbox.location) { _ in }, help.worker) {
        try await sandbox.navigator.replace(path: Home(), Exhibit(id: 7))
        try await sandbox.navigator.show("help")
        try await test(sandbox, help)
      }
    }
  }

  @Test("Help comes over the exhibit, and is asked before it goes")
  func help() async throws {
    try await withHelp { _ in
      nil
    } _: { sandbox, help in
      try await sandbox.expectPath("home/exhibit?id=7/sheet!:help", appeared: true)
      try await sandbox.navigator.back()
      try await sandbox.expectPath("home/exhibit?id=7")
      #expect(help.asked == ["help: back", "help: leave"])
    }
  }

  @Test("A help that does not answer keeps nobody: after a second it goes all the same")
  func silentHelp() async throws {
    try await withHelp { ask in
      ask.question == .leave ? try await .silence : nil
    } _: { sandbox, _ in
      let back = try await sandbox.navigator.queue(.back)
      try await sandbox.expectPath("home/exhibit?id=7/sheet!:help")
      await sandbox.advance(by: .seconds(1))
      try await sandbox.expectPath("home/exhibit?id=7")
      #expect(try await sandbox.navigator.outcome(of: back).outcome?.isAsAsked == true)
    }
  }
}
