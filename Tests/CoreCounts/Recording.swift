// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import WireProtocol

/// The messages of a client and a worker that navigate in many scenes in turn, where every other navigation takes back what
/// the one before did: `show list`, which the worker of `home` answers by a push, and `hide list`, answered by a pop.
struct Recording {
  /// CMD and ANSWER.
  static let messagesOfNavigation = 2
  private static let scenes = 64
  private static let client = "counts-0000000000000000000000000C"

  /// What has to be taken before: a HELLO, and a command that begins each scene.
  private(set) var preparations: [Core.Incoming] = []
  private(set) var messages: [Core.Incoming] = []

  private let worker = Peer(
    returnAddress: [1, 0], connection: Connection(id: [0, 1, 2, 3, 4]), pid: 50, uid: 7, command: "worker")
  private let person = Peer(returnAddress: [1, 0, 9], connection: nil, pid: 40, uid: 7, command: "client")

  init(navigations: Int) {
    var core = Core()
    var registration = Registration(worker: "w1", incarnation: Incarnation(randomBits: 1, 2), scenes: nil)
    let handles = [RequestPattern(.show, "list"), RequestPattern(.hide, "list")]
    registration.routables = ["home": Routable(handles: handles, hosts: false), "list": Routable(hosts: false)]
    add(.hello(registration), from: worker, to: \.preparations, &core)
    var sequence: UInt64 = 0
    for scene in 0..<Self.scenes {
      let begin = Verb.navigator(.replace(path: [PathItem(AnyScreen("home"))], in: nil))
      add(command(begin, scene, &sequence), from: person, to: \.preparations, &core)
    }
    for number in 0..<navigations {
      let isBack = number / Self.scenes % 2 == 1
      let verb: Verb = isBack ? .hide("list", atomic: false) : .show(["list"])
      let asked = add(command(verb, number % Self.scenes, &sequence), from: person, to: \.messages, &core)
      guard let ask = asked.asks.first else { preconditionFailure("nobody was asked for \(verb)") }
      let answer = AnswerMessage(token: ask.token, answer: .instruction(isBack ? .pop : .push(nil)))
      let ended = add(.answer(answer), from: worker, to: \.messages, &core)
      guard ended.outcomes.first?.kind == .committed else { preconditionFailure("\(verb) was not committed") }
    }
  }

  @discardableResult
  private mutating func add(
    _ message: Message, from peer: Peer, to list: WritableKeyPath<Recording, [Core.Incoming]>, _ core: inout Core
  ) -> Core.Sent {
    let incoming = Core.Incoming(frames: WireCodec.encode(message, encoding: .protobuf, epoch: 0), peer: peer)
    self[keyPath: list].append(incoming)
    return core.take(incoming)
  }

  /// A command for a scene that acknowledges what the client has seen.
  private func command(_ verb: Verb, _ scene: Int, _ sequence: inout UInt64) -> Message {
    sequence += 1
    guard let id = CommandID(client: Self.client, sequence: sequence), let name = SceneName("scene\(scene)") else {
      preconditionFailure("no id with \(sequence)")
    }
    var command = Command(id: id, scene: name, verb: verb)
    command.ackedBelow = sequence
    return .command(command)
  }
}
