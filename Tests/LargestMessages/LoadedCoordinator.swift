// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import WireProtocol

/// A coordinator that has as much to do with as peers can make it have: large scenes, many remembered commands, and a
/// worker with a tree.
package struct LoadedCoordinator {
  private static let scenes = 40
  private static let answerBytesMax = 1024 * 1024
  private static let worker = Peer(
    returnAddress: [1], connection: Connection(id: [1]), pid: 50, uid: 7, command: "worker")
  private static let client = Peer(returnAddress: [2], connection: nil, pid: 40, uid: 7, command: "client")

  private var coordinator: Coordinator
  private var now = Instant(microseconds: 1_000_000)
  private var hasSession = false

  /// The coordinator's answer to a message.
  package struct Answer {
    /// Whether it says that the message was too large.
    package var isRefusal: Bool
    /// What it says, for the table.
    package var words: String
  }

  /// - Parameter commands: The commands that it remembers.
  package init(commands: Int) {
    var settings = Settings()
    settings.requiresHosts = false
    coordinator = Coordinator(settings: settings, restored: Restored(epoch: 1), version: "1.0.0", at: now)
    _ = coordinator.start(at: now)
    for number in 0..<Self.scenes {
      let path = (0..<14).map { PathItem(AnyScreen(Names.screen($0), content: LargestMessage.content(15 * 1024))) }
      var command = Command(id: Names.command("begin\(number)"), verb: .navigator(.replace(path: path, in: nil)))
      command.scene = number == 0 ? "main" : Names.scene(number)
      feed(.command(command), from: Self.client)
    }
    for number in 0..<commands {
      let id = Names.command("x\(number)-alike")
      feed(.command(Command(id: id, verb: .navigator(.dismiss(.id(ElementID(999_999)))))), from: Self.client)
    }
  }

  /// Gives the worker a session, if it has none and the message needs one. A registration finds another one there, whose
  /// tree it has to fit.
  package mutating func prepare(for message: LargestMessage) {
    now = now.advanced(byMs: 1000)
    _ = coordinator.handle(.tick, at: now)
    guard message.isOfWorker, !hasSession else { return }
    var registration = Registration(worker: Names.worker(1), incarnation: Names.incarnation(1))
    registration.tree = .screen("home")
    feed(.hello(registration), from: Self.worker)
    hasSession = true
  }

  /// Takes a message as the coordinator's loop does: decodes it, hands it on, and encodes what is to be sent.
  package mutating func take(_ message: LargestMessage) -> Answer {
    let peer = message.isOfWorker ? Self.worker : Self.client
    switch WireCodec.decode(frames: message.frames) {
    case .failure(let fault):
      let actions = coordinator.handle(.garbage(fault.error, from: peer), at: now)
      _ = Self.perform(actions)
      return Answer(isRefusal: true, words: Self.cut("ERROR \(fault.error.code): \(fault.error.message)"))
    case .success(let inbound):
      if case .bye = inbound.message { hasSession = false }
      return Self.perform(coordinator.handle(.received(inbound.message, from: peer), at: now))
    }
  }

  private mutating func feed(_ message: Message, from peer: Peer) {
    _ = coordinator.handle(.received(message, from: peer), at: now)
  }

  private static func perform(_ actions: [Action]) -> Answer {
    var answer = Answer(isRefusal: false, words: "nothing")
    for action in actions {
      switch action {
      case .reply(let message, _):
        let frames = WireCodec.encode(
          answer: message, encoding: .json, epoch: 1, correlation: [], atMost: answerBytesMax)
        answer = Self.answer(message, frames[1])
      case .replyStatus(let status, _):
        let message = Message.report(Report(objects: [.status(status)]))
        let frames = WireCodec.encode(
          answer: message, encoding: .json, epoch: 1, correlation: [], atMost: answerBytesMax)
        answer = Self.answer(message, frames[1])
      case .send(let message, _): _ = WireCodec.encode(message, encoding: .json, epoch: 1)
      case .publish(let message, _):
        for encoding in Encoding.allCases { _ = WireCodec.encode(message, encoding: encoding, epoch: 1) }
      case .publishState(let state, _): _ = WireCodec.encode(.state(state), encoding: .json, epoch: 1)
      case .record, .publishKeepalive, .replyHistory, .sessionBegan, .sessionEnded, .tell: break
      }
    }
    return answer
  }

  private static func answer(_ message: Message, _ body: [UInt8]) -> Answer {
    let text = String(decoding: body.prefix(100), as: UTF8.self)
    if case .error(let error) = message {
      return Answer(isRefusal: error.code == .full || error.code == .malformed, words: cut("ERROR \(text)"))
    }
    if text.hasPrefix(#"{"code":"full""#) { return Answer(isRefusal: true, words: cut("ERROR \(text)")) }
    return Answer(isRefusal: false, words: cut("\(message.kind) of \(body.count) bytes: \(text)"))
  }

  private static func cut(_ text: String) -> String { String(text.prefix(110)).replacing("\n", with: " ") }
}
