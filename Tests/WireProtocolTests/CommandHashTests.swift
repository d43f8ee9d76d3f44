// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import TestSupport
import Testing

@Suite("A command's hash")
struct CommandHashTests {
  @Test("is the same in every process and release: the journal keeps it")
  func stable() {
    var command = Command(id: "a", verb: .navigator(.go(to: PathItem(GoldenMessages.exhibit), on: .id(.root))))
    command.expecting = .revision(8412)
    #expect(command.bodyHash == 661_015_622_707_868_331)
    let id: CommandID = "way-0123456789ABCDEFGHJKMNPQRS-7"
    #expect(id.stableHash == 4_837_437_008_414_136_857)
  }

  @Test("leaves out what copies of one command may say differently")
  func copies() {
    var copy = Command(id: "b", verb: .back)
    copy.ackedBelow = 9
    copy.wantsAccepted = true
    #expect(copy.bodyHash == Command(id: "a", verb: .back).bodyHash)
  }

  @Test("tells 2000 random commands apart")
  func distinct() {
    var random = SeededGenerator(seed: 3)
    var seen: [UInt64: Command] = [:]
    for _ in 0..<2000 {
      var command = random.command()
      command.id = "same"
      command.ackedBelow = 0
      command.wantsAccepted = false
      if let other = seen.updateValue(command, forKey: command.bodyHash) { #expect(other == command) }
    }
    #expect(seen.count > 1900)
  }

  @Test("changes with every member", arguments: changes.indices)
  func members(index: Int) {
    var command = Command(id: "a", verb: .show(["a", "b"]))
    let before = command.bodyHash
    Self.changes[index](&command)
    #expect(command.bodyHash != before)
  }

  private static let changes: [@Sendable (inout Command) -> Void] = [
    { $0.scene = "other" }, { $0.verb = .navigate(["a", "b"]) }, { $0.verb = .show(["ab"]) },
    { $0.context = .string("") }, { $0.animated = true }, { $0.expecting = .revision(0) },
    { $0.expecting = .top(.root) }, { $0.ifBusy = .reject }, { $0.until = .appeared }, { $0.deadlineMs = 0 },
    { $0.skipsGuards = true }, { $0.stepwise = true }, { $0.because = "b" },
    { $0.within = AskToken(epoch: 0, number: 0) }, { $0.depth = 1 },
    { $0.isDryRun = true }, { $0.verb = .open("a:b") },
  ]
}
