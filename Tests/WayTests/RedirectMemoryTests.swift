// SPDX-License-Identifier: Apache-2.0

import Coordination
import Testing
import Waykeeper

@testable import way

@Suite("Where a worker file redirects") struct RedirectMemoryTests {
  private static func ask(
    _ screen: ScreenName, _ element: UInt64, isDraft: Bool = false, command: String = "away", epoch: Epoch = 1
  ) throws -> Ask {
    Ask(
      token: Ask.Token(epoch: epoch, number: 1), command: try #require(CommandID(command)), scene: "main", revision: 3,
      question: .leave, screen: AnyScreen(screen), element: ElementID(element), isDraft: isDraft, route: Path([]),
      context: .null, animated: false, deadlineMs: 500, depth: 0)
  }

  @Test("A command passes each gate that has redirected it, however many stand in its way")
  func gates() throws {
    let memory = RedirectMemory()
    let (one, other) = (try Self.ask("list", 2), try Self.ask("exhibit", 1))
    #expect(memory.isFirst(one))
    #expect(!memory.isFirst(one))
    #expect(memory.isFirst(other))
    #expect(!memory.isFirst(one))
    #expect(!memory.isFirst(other))
    #expect(try memory.isFirst(Self.ask("list", 2, command: "other")))
  }

  @Test("Two elements of a screen are two gates; a draft is the same one each time it is planned")
  func elements() throws {
    let memory = RedirectMemory()
    #expect(try memory.isFirst(Self.ask("exhibit", 1)))
    #expect(try memory.isFirst(Self.ask("exhibit", 2)))
    #expect(try memory.isFirst(Self.ask("exhibit", 3, isDraft: true)))
    #expect(try !memory.isFirst(Self.ask("exhibit", 4, isDraft: true)))
  }

  @Test("In another epoch a command was not resumed: the coordinator that had parked it is gone")
  func epochs() throws {
    let memory = RedirectMemory()
    #expect(try memory.isFirst(Self.ask("list", 2)))
    #expect(try memory.isFirst(Self.ask("list", 2, epoch: 2)))
    #expect(try !memory.isFirst(Self.ask("list", 2, epoch: 2)))
  }

  @Test("Only the gates that were seen last are remembered")
  func bound() throws {
    let memory = RedirectMemory()
    let (old, kept) = (try Self.ask("old", 0), try Self.ask("kept", 0))
    #expect(memory.isFirst(old))
    #expect(memory.isFirst(kept))
    for number in 1..<64 {
      #expect(try memory.isFirst(Self.ask("list", UInt64(number))))
      #expect(!memory.isFirst(kept))
    }
    #expect(memory.isFirst(old))
  }
}
