// SPDX-License-Identifier: Apache-2.0

import Testing
import Waykeeper
import WaykeeperTesting

@testable import museum

/// The screens, with a coordinator of each test's own.
@Suite("The museum's screens", .timeLimit(.minutes(20)))
struct MuseumTests {
  /// Runs a test with the museum, in a coordinator whose time stands still.
  func inMuseum(_ test: (Sandbox) async throws -> Void) async throws {
    try await Sandbox.run(holdsTime: true) { sandbox in
      try await sandbox.run(museum(at: sandbox.location) { _ in }) {
        try await sandbox.navigator.start("home")
        try await test(sandbox)
      }
    }
  }

  @Test("A visitor looks at an exhibit, and goes back")
  func thereAndBack() async throws {
    try await inMuseum { sandbox in
      try await sandbox.navigator.show("exhibit", context: ["id": 7])
      try await sandbox.expectPath(Home(), Exhibit(id: 7), appeared: true)
      try await sandbox.navigator.back()
      try await sandbox.expectPath(Home())
    }
  }

  @Test("A note that is not sent keeps its exhibit")
  func unsentNote() async throws {
    try await inMuseum { sandbox in
      try await sandbox.navigator.replace(path: Home(), Exhibit(id: 7, note: "lovely"))
      let outcome = try await sandbox.navigator.attempt(.back)
      #expect(outcome.message == "the note is not sent")
      try await sandbox.expectPath("home/exhibit?id=7&note=lovely")
      try await sandbox.navigator.skippingGuards().back()
      try await sandbox.expectPath("home")
    }
  }

  @Test("A link leads to an exhibit, and Back out of it leads home")
  func link() async throws {
    try await inMuseum { sandbox in
      try await sandbox.navigator.open("museum://exhibit/7")
      try await sandbox.expectPath("home/exhibit?id=7")
      try await sandbox.navigator.back()
      try await sandbox.expectPath("home")
    }
  }

  @Test("No exhibit stands on another one")
  func tree() async throws {
    try await inMuseum { sandbox in
      let outcome = try await sandbox.navigator.attempt(.replace(path: Home(), Exhibit(id: 7), Exhibit(id: 8)))
      #expect(outcome.kind == .rejected(.notInTree))
      try await sandbox.expectPath("home")
    }
  }
}
