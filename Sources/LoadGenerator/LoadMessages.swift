// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import WireProtocol

/// The messages of the ends, all in binary: written by the codec once, put together afterwards.
enum LoadMessages {
  /// A message as the codec writes it.
  static func frames(_ message: Message) -> (header: [UInt8], body: [UInt8]) {
    let frames = WireCodec.encode(message, encoding: .protobuf, epoch: 0)
    return (frames[0], frames[1])
  }

  /// What follows the first field of a body: the id of a command, or the token of an answer.
  static func tail(_ message: Message) -> [UInt8] {
    let body = frames(message).body
    var walk = FieldWalk(body)
    guard walk.next()?.number == 1 else { preconditionFailure("a message without its first field") }
    return Array(body[walk.position...])
  }

  /// Names a process of a load, and a client of it.
  static func client(_ number: Int) -> String {
    CommandID.client(
      name: "\(LoadPlan.prefix)\(number)", randomBits: .random(in: 0 ... .max), .random(in: 0 ... .max))
  }
}

/// The commands of a client: in each scene, one navigation takes back what the one before did.
struct CommandWriter {
  /// By scene: what follows the id.
  private let forth: [[UInt8]]
  private let back: [[UInt8]]
  private let client: [UInt8]

  init(_ plan: LoadPlan, client: String) {
    self.client = Array(client.utf8)
    let target = AnyScreen(LoadPlan.target, content: Self.content(plan.contentBytes))
    let verbs: (forth: Verb, back: Verb) =
      plan.asks == 0
      ? (.navigator(.go(to: PathItem(target), on: .screen(AnyScreen(plan.path.top)))), .back)
      : (.show([LoadPlan.target]), .hide(LoadPlan.target, atomic: false))
    func tails(_ verb: Verb, hasContext: Bool) -> [[UInt8]] {
      (0..<plan.scenes).map { scene in
        guard let id = CommandID(client: client, sequence: 1) else { preconditionFailure("'\(client)' is no client") }
        var command = Command(id: id, scene: LoadPlan.scene(scene), verb: verb)
        if hasContext { command.context = target.content }
        return LoadMessages.tail(.command(command))
      }
    }
    forth = tails(verbs.forth, hasContext: plan.asks > 0)
    back = tails(verbs.back, hasContext: false)
  }

  /// Content that takes so many octets as JSON.
  private static func content(_ bytes: Int) -> JSONValue {
    bytes == 0 ? .null : .string(String(repeating: "x", count: max(0, bytes - 2)))
  }

  /// Writes a command in place of the bytes.
  func write(_ sequence: UInt64, ackedBelow: UInt64, scene: Int, isBack: Bool, into body: inout [UInt8]) {
    body.removeAll(keepingCapacity: true)
    // The id: the client, which is shorter than 128 octets, and the sequence.
    let count = 2 + client.count + 1 + WireFields.count(of: sequence)
    WireFields.append(1 << 3 | 2, to: &body)
    WireFields.append(UInt64(count), to: &body)
    WireFields.append(field: 1, client, to: &body)
    WireFields.append(field: 2, sequence, to: &body)
    WireFields.append(field: 2, ackedBelow, to: &body)
    body.append(contentsOf: isBack ? back[scene] : forth[scene])
  }
}

extension [PathItem] {
  /// The name of the screen on top, in the branches that show.
  fileprivate var top: ScreenName {
    guard let last else { return LoadPlan.home }
    return last.branches.first?.path.top ?? last.screen.name
  }
}
