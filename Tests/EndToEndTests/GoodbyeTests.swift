// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// The program of the package to begin with, whose only line is `runOrExit()`.
@Suite("A program of screens that a signal ends", .timeLimit(.minutes(20)))
struct GoodbyeTests {
  @Test("It says goodbye and that it will be back, ends well, and has not died", arguments: [SIGTERM, SIGINT])
  func goodbye(_ signal: Int32) async throws {
    try await Stage.run { stage in
      let museum = try stage.start("museum", [], adding: ["WAYKEEPER_RESTARTING_MS": "7000"])
      #expect(try await stage.way("wait", "--workers", "museum", "--timeout", "60s").code == 0)
      #expect(try await stage.way("start", "home").code == 0)
      let watch = try await stage.startWatch()
      museum.signal(signal)
      let line = try await watch.output.next("what becomes of its element") {
        $0.contains(#""leaving""#) || $0.contains(#""unattended""#)
      }
      #expect(line.contains(#""leaving""#) && line.contains("7000"), "\(line)")
      #expect(try await museum.end().code == 0)
      let workers = try await stage.way("workers", "--format", "json")
      #expect(workers.output.joined().contains(#""deaths":0"#), "\(workers.all)")
    }
  }

  @Test("It ends well where it has not found its coordinator yet")
  func nobody() async throws {
    try await Stage.empty { stage in
      let museum = try stage.start("museum", [])
      _ = try await museum.errors.next("the wait for a coordinator") { $0.contains("waits for a coordinator") }
      museum.signal(SIGTERM)
      #expect(try await museum.end().code == 0)
    }
  }
}
