// SPDX-License-Identifier: Apache-2.0

package import Coordination
import RouteModel
import WireProtocol

/// Navigations through a coordinator and its codec at so many a second, of which no time passes: an hour is over as soon as they
/// are done. Sockets and journal are left out.
package struct SimulatedDay {
  private static let scenes = 4
  private static let target: ScreenName = "list"
  private static let client = "day-0000000000000000000000000D"

  /// Navigations so far.
  package private(set) var navigations = 0
  /// Between two of them, in ms.
  private let intervalMs: Int64
  /// Whether the client says which outcomes it has seen; else they are kept for their time.
  private let acknowledges: Bool
  private var coordinator: Coordinator
  private var encoder = WireEncoder()
  private var outgoing = OutgoingFrames()
  private var now = Instant(microseconds: 1_000_000)
  private var sequence: UInt64 = 0
  private var asks: [Ask] = []
  private var outcomes: [Outcome] = []
  private var status: CoordinatorStatus?
  private let worker = Peer(
    returnAddress: [1, 0], connection: Connection(id: [0, 1, 2, 3, 4]), pid: 50, uid: 7, command: "worker")
  private let person = Peer(returnAddress: [1, 0, 9], connection: nil, pid: 40, uid: 7, command: "client")

  /// A day that begins.
  ///
  /// - Parameters:
  ///   - intervalMs: The time between two navigations.
  ///   - acknowledges: Whether the client says which outcomes it has seen.
  package init(intervalMs: Int64, acknowledges: Bool) {
    (self.intervalMs, self.acknowledges) = (intervalMs, acknowledges)
    var settings = Settings()
    settings.requiresHosts = false
    coordinator = Coordinator(settings: settings, restored: Restored(epoch: 1), version: "1.0.0", at: now)
    _ = coordinator.start(at: now)
    var registration = Registration(worker: "kiosk", incarnation: Incarnation(randomBits: 1, 2), scenes: nil)
    let handles = [RequestPattern(.show, Self.target), RequestPattern(.hide, Self.target)]
    registration.routables = ["home": Routable(handles: handles, hosts: false), Self.target: Routable(hosts: false)]
    take(.hello(registration), from: worker)
    for scene in 0..<Self.scenes {
      command(.navigator(.replace(path: [PathItem(AnyScreen("home"))], in: nil)), in: scene)
    }
  }

  /// Navigates so often, and lets the time pass in which that would happen. Returns how many of them were committed.
  package mutating func navigate(_ count: Int) -> Int {
    var committed = 0
    for _ in 0..<count {
      now = now.advanced(byMs: intervalMs)
      feed(.tick)
      let isBack = navigations / Self.scenes % 2 == 1
      let verb: Verb = isBack ? .hide(Self.target, atomic: false) : .show([Self.target])
      outcomes.removeAll(keepingCapacity: true)
      command(verb, in: navigations % Self.scenes)
      while let ask = asks.popLast() {
        take(.answer(AnswerMessage(token: ask.token, answer: .instruction(isBack ? .pop : .push(nil)))), from: worker)
      }
      navigations += 1
      committed += outcomes.count { $0.kind == .committed }
    }
    return committed
  }

  /// What the coordinator holds of its users.
  package mutating func held() -> CoordinatorStatus.UserShare {
    take(.inspect(Inspect(.status)), from: person)
    let users = status?.users ?? []
    return users.reduce(into: CoordinatorStatus.UserShare()) { sum, user in
      sum.outcomes += user.outcomes
      sum.outcomeBytes += user.outcomeBytes
      sum.waiting += user.waiting
      sum.scenes += user.scenes
      sum.workers += user.workers
    }
  }

  private mutating func command(_ verb: Verb, in scene: Int) {
    sequence += 1
    guard let id = CommandID(client: Self.client, sequence: sequence), let name = SceneName("scene\(scene)") else {
      preconditionFailure("no id with \(sequence)")
    }
    var command = Command(id: id, scene: name, verb: verb)
    if acknowledges { command.ackedBelow = sequence }
    take(.command(command), from: person)
  }

  /// Takes a message as it comes by a socket.
  private mutating func take(_ message: Message, from peer: Peer) {
    let frames = WireCodec.encode(message, encoding: .protobuf, epoch: 1)
    guard case .success(let inbound) = WireCodec.decode(frames: frames, atCoordinator: true) else {
      preconditionFailure("a message that is none")
    }
    feed(.received(inbound.message, from: peer))
  }

  private mutating func feed(_ event: Event) {
    for action in coordinator.handle(event, at: now) {
      switch action {
      case .reply(let message, _):
        encode(message)
        if case .outcome(let outcome) = message { outcomes.append(outcome) }
      case .send(let message, _):
        encode(message)
        if case .ask(let ask) = message { asks.append(ask) }
        if case .ping = message { take(.pong(Pong(applied: [:])), from: worker) }
      case .publish(let message, _): encode(message)
      case .replyStatus(let status, _): self.status = status
      case .record, .publishState, .publishKeepalive, .replyHistory, .sessionBegan, .sessionEnded, .tell: break
      }
    }
  }

  private mutating func encode(_ message: Message) {
    encoder.encode(message, encoding: .protobuf, epoch: 1, into: &outgoing)
  }
}
