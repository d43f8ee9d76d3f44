// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import TestSupport
import Testing
import WireProtocol

@Suite("A command's hash")
struct CommandHashTests {
  @Test("is the same in every process and release: the journal keeps it")
  func stable() {
    var command = Command(id: "a", verb: .navigator(.go(to: PathItem(GoldenMessages.exhibit), on: .id(.root))))
    command.expecting = .revision(8412)
    #expect(command.bodyHash == 661_015_622_707_868_331)
    #expect(command.outlineHash != command.outline.bodyHash && command.outlineHash == command.outline.outlineHash)
    #expect(command.outlineHash == 3_907_020_260_173_670_505)
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

  /// The members that copies may say differently.
  private static let exempt: Set<String> = ["id", "ackedBelow", "wantsAccepted"]

  @Test("changes with every member of a command")
  func members() throws {
    let all = Set(Mirror(reflecting: Command(id: "a", verb: .back)).children.compactMap(\.label))
    var unseen = all.subtracting(Self.exempt)
    #expect(all.count > 10 && all.isSuperset(of: Self.exempt))
    for seed in UInt64(0)..<200 {
      var random = SeededGenerator(seed: seed)
      let command = random.command()
      let frames = WireCodec.encode(.command(command), encoding: .json, epoch: 1)
      guard case .members(let members) = try JSONValue.asWritten(frames[1]) else { continue }
      // Without one of its members, it is another command.
      for index in members.indices {
        var fewer = members
        fewer.remove(at: index)
        let body = JSONValue.members(fewer).jsonBytes
        guard case .success(let inbound) = WireCodec.decode(frames: [frames[0], body]),
          case .command(let other) = inbound.message
        else { continue }
        // An empty note hashes as none.
        guard command.because != "" || members[index].key != "because" else { continue }
        let changed = Self.differences(command, other).subtracting(Self.exempt)
        unseen.subtract(changed)
        #expect(changed.isEmpty == (other.bodyHash == command.bodyHash), "\(members[index].key): \(command)")
      }
    }
    #expect(unseen.isEmpty, "these never changed")
  }

  @Test("changes with every verb, in every part of it")
  func verbs() {
    var random = SeededGenerator(seed: 5)
    var seen: [UInt64: Verb] = [:]
    for _ in 0..<5000 {
      let command = Command(id: "a", verb: random.verb())
      if let other = seen.updateValue(command.verb, forKey: command.bodyHash) { #expect(other == command.verb) }
    }
    let cases = Set(seen.values.compactMap { Mirror(reflecting: $0).children.first?.label ?? "\($0)" })
    #expect(
      cases.isSuperset(of: [
        "navigator", "batch", "back", "start", "show", "hide", "navigate", "open", "drive", "route",
      ]))
  }

  /// The stored members in which two commands differ, by their names.
  private static func differences(_ a: Command, _ b: Command) -> Set<String> {
    var names: Set<String> = []
    for (one, other) in zip(Mirror(reflecting: a).children, Mirror(reflecting: b).children)
    where "\(one.value)" != "\(other.value)" {
      names.insert(one.label ?? "")
    }
    return names
  }
}
