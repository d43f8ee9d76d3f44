// SPDX-License-Identifier: Apache-2.0

import Testing
import Waykeeper
import WaykeeperTesting

@testable import museum

/// A part that navigates is tested without any coordinator.
@Suite("The wall of pictures")
struct WallTests {
  @Test("A tap leads to the exhibit")
  func tap() async throws {
    let sent = SentCommands()
    #expect(try await Wall(navigator: .mock(recording: sent)).tapped(7))
    #expect(sent.verbs == [.go(to: Exhibit(id: 7), on: Home())])
  }

  @Test("Where a guard says no, the wall knows")
  func veto() async throws {
    let navigator = Navigator.mock { _ in .vetoed("the note is not sent") }
    #expect(try await Wall(navigator: navigator).tapped(8) == false)
  }

  @Test("Nothing navigates before the first tap")
  func untouched() {
    _ = Wall(navigator: .stub { Issue.record("\($0)") })
  }
}
