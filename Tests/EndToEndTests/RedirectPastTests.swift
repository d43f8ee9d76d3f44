// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing
import Waykeeper

extension EndToEnd {
  @Suite("What a gate brought, as the journal tells it") struct RedirectPastTests {
    @Test("why tells of it by the verb that the gate wanted, also when the command that the gate parked has ended")
    func why() async throws {
      try await Stage.run { stage in
        _ = try await stage.startWorker(
          "kiosk",
          """
          worker: kiosk
          screens:
            home: { handles: { show login: push } }
            list: { guard: { redirect: show login, within: 100s } }
            login: {}
          """)
        #expect(try await stage.outcome("replace", "home/list").isAsAsked)
        let replace = try stage.start("way", ["replace", "home"])
        let id = try await replace.parkedID()
        func redirect() async throws -> String? {
          try await stage.way("why").output.first { $0.contains("a gate redirected to") }
        }
        #expect(try await redirect()?.contains("show login") == true)
        _ = try await stage.way("cancel", id)
        #expect(try await replace.end().code == 3)
        let line = try #require(try await redirect())
        #expect(line.contains("show login") && !line.contains("replace home"), "\(line)")
      }
    }
  }
}
