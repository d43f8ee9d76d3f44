// SPDX-License-Identifier: Apache-2.0

import Testing
import Waykeeper
import WaykeeperTesting

@Suite("What a test expects of a path", .timeLimit(.minutes(20)))
struct ExpectPathTests {
  @Test("A path that shows is as expected at once, in words and as screens; one that comes is waited for")
  func there() async throws {
    try await Sandbox.run { sandbox in
      try await sandbox.expectPath("")
      try await sandbox.navigator.replace(path: Home(), Exhibit(id: 7))
      try await sandbox.expectPath("home/exhibit?zoom=1&id=7", within: .zero)
      try await sandbox.expectPath(Home(), Exhibit(id: 7), within: .zero)
      async let expected: Void = sandbox.expectPath("lift", in: "cluster", within: .seconds(Int64.max))
      try await sandbox.navigator.scene("cluster").replace(path: AnyScreen("lift"))
      try await expected
    }
  }

  @Test("Whether it has appeared can be expected too")
  func appeared() async throws {
    try await Sandbox.run { sandbox in
      let (isDrawn, drawn) = AsyncStream<Void>.makeStream()
      let slow = ScreenWorker("slow", location: sandbox.location) {
        Hosts(Home.self) { screen in
          for await _ in isDrawn { screen.didAppear() }
        }
      }
      try await sandbox.run(slow) {
        try await sandbox.navigator.replace(path: Home())
        let error = await #expect(throws: UnexpectedPath.self) {
          try await sandbox.expectPath("home", appeared: true, within: .zero, file: "A/B.swift", line: 3)
        }
        #expect(
          error?.description == """
            A/B.swift:3: scene 'main' does not show what is expected
              expected  home, appeared
              shows     home, not appeared
            """)
        async let expected: Void = sandbox.expectPath("home", appeared: true, within: .seconds(50))
        drawn.yield()
        try await expected
      }
    }
  }

  @Test("Another path is told with the place where they part, and with what was refused before")
  func elsewhere() async throws {
    try await Sandbox.run { sandbox in
      let draft = ScriptedWorker("draft", showing: "exhibit", at: sandbox.location) { ask in
        ask.question == .leave ? .deny("unsaved notes") : nil
      }
      try await sandbox.run(draft.worker) {
        try await sandbox.navigator.replace(path: Home(), Exhibit(id: 7))
        _ = try await sandbox.navigator.attempt(.back)
        let error = await #expect(throws: UnexpectedPath.self) {
          try await sandbox.expectPath("home/exit", within: .zero, file: "A/B.swift", line: 3)
        }
        #expect(
          error?.description == """
            A/B.swift:3: scene 'main' does not show what is expected
              expected  home/exit
              shows     home/exhibit?id=7&zoom=1
                               ^ from here on
              before    back, sent by sandbox, ended vetoed (guard): unsaved notes
            """)
        #expect(error?.path.elements.count == 2 && error?.scene == "main" && error?.expected == "home/exit")
        let nothing = await #expect(throws: UnexpectedPath.self) {
          try await sandbox.expectPath("home", in: "attic", within: .zero, file: "A/B.swift", line: 3)
        }
        #expect(nothing?.description.hasSuffix("\n  shows     nothing") == true)
      }
    }
  }

  @Test("Where the coordinator does not answer, that is told soon")
  func unanswered() async throws {
    try await Sandbox.run { sandbox in
      await sandbox.pause()
      let start = ContinuousClock.now
      let error = await #expect(throws: UnexpectedPath.self) {
        try await sandbox.expectPath("home", within: .zero, file: "A/B.swift", line: 3)
      }
      // Before the minute that the sandbox's own navigator waits.
      #expect(ContinuousClock.now - start < .seconds(55))
      sandbox.resume()
      #expect(
        error?.description == """
          A/B.swift:3: scene 'main' does not show what is expected
            expected  home
            shows     unknown: the coordinator does not answer
          """)
    }
  }

  @Test("A path that nobody can write is an error of its own")
  func misspelled() async throws {
    try await Sandbox.run { sandbox in
      let error = await #expect(throws: Path.SyntaxError.self) { try await sandbox.expectPath("home//exhibit") }
      #expect(error != nil)
    }
  }
}
