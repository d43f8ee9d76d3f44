// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import TestSupport
import Testing
import Waykeeper

@Suite("How long a navigator waits for an outcome") struct WaitingTests {
  /// Writes down how long each command is waited for.
  private struct Backend: NavigatorBackend {
    let waited = Recorder<Duration>()

    func freshID() -> CommandID {
      guard let id = CommandID("a-test") else { preconditionFailure("an id") }
      return id
    }

    func perform(_ command: Command, _ waiting: Waiting) async throws(NavigatorError) -> Outcome {
      waited.add(waiting.timeout)
      return Outcome(
        id: command.id, kind: .committed, scene: command.scene, epoch: 1, revision: 1, path: PlacedPath(Path([])))
    }

    func queue(_ command: Command, _ waiting: Waiting) async throws(NavigatorError) -> CommandID {
      waited.add(waiting.timeout)
      return command.id
    }

    func ask(_ question: Message, _ waiting: Waiting) async throws(NavigatorError) -> Message { question }

    func close() async {}
  }

  private let backend = Backend()
  private var navigator: Navigator { Navigator(backend: backend) }

  @Test("Where nobody says how long, it waits longer than the command may take, and for a link that has to be parsed")
  func deadlines() async throws {
    for deadline in [.seconds(1), .seconds(20)] as [Duration] {
      try await navigator.deadline(deadline).show("list")
      _ = try await navigator.deadline(deadline).queue(.show("list"))
      try await navigator.deadline(deadline).open("museum://exhibit/7")
    }
    try await navigator.show("list")
    try await navigator.open("museum://exhibit/7")
    _ = try await navigator.queue(.open("museum://exhibit/7"))
    #expect(backend.waited.all == [5, 5, 15, 22, 22, 22, 5, 15, 15].map { .seconds($0) })
  }

  @Test("What the user says counts, whatever the deadline")
  func timeout() async throws {
    try await navigator.deadline(.seconds(20)).timeout(.seconds(4)).show("list")
    _ = try await navigator.timeout(.seconds(4)).deadline(.seconds(20)).queue(.show("list"))
    try await navigator.timeout(.seconds(4)).open("museum://exhibit/7")
    #expect(backend.waited.all == Array(repeating: .seconds(4), count: 3))
  }

  @Test("A deadline without end is waited for")
  func endless() async throws {
    try await navigator.deadline(.seconds(Int64.max)).show("list")
    #expect(backend.waited.all.allSatisfy { $0 > .seconds(1_000_000) })
  }
}
