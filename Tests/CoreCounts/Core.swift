// SPDX-License-Identifier: Apache-2.0

import Coordination
import WireProtocol

/// A coordinator with its codec: what lies between the sockets.
struct Core {
  /// A message as it comes by a socket.
  struct Incoming {
    var frames: [[UInt8]]
    var peer: Peer
  }

  /// What a message led to.
  struct Sent {
    var octets = 0
    var asks: [Ask] = []
    var outcomes: [Outcome] = []
  }

  private var coordinator: Coordinator
  private var encoder = WireEncoder()
  private var outgoing = OutgoingFrames()
  private var actions: [Action] = []
  private var now = Instant(microseconds: 1_000_000)

  init() {
    var settings = Settings()
    settings.requiresHosts = false
    coordinator = Coordinator(settings: settings, restored: Restored(epoch: 1), version: "1.0.0", at: now)
    _ = coordinator.start(at: now)
  }

  /// Takes a message as the coordinator's loop does: decodes it, hands it on, and encodes what is to be sent. Observers get
  /// the binary encoding.
  mutating func take(_ message: Incoming) -> Sent {
    now = now.advanced(byMs: 1)
    guard case .success(let inbound) = WireCodec.decode(frames: message.frames, atCoordinator: true) else {
      preconditionFailure("a message that is none")
    }
    let event = Event.received(inbound.message, from: message.peer)
    coordinator.handle(event, at: now, addingTo: &actions)
    var sent = Sent()
    for index in actions.indices { perform(actions[index], &sent) }
    actions.removeAll(keepingCapacity: true)
    return sent
  }

  private mutating func perform(_ action: Action, _ sent: inout Sent) {
    switch action {
    case .reply(let message, _):
      encode(message, &sent)
      if case .outcome(let outcome) = message { sent.outcomes.append(outcome) }
    case .send(let message, _):
      encode(message, &sent)
      if case .ask(let ask) = message { sent.asks.append(ask) }
    case .publish(let message, _): encode(message, &sent)
    case .record, .publishState, .publishKeepalive, .replyStatus, .replyHistory, .sessionBegan, .sessionEnded, .tell:
      break
    }
  }

  private mutating func encode(_ message: Message, _ sent: inout Sent) {
    encoder.encode(message, encoding: .protobuf, epoch: 1, into: &outgoing)
    sent.octets += outgoing.header.count + outgoing.body.count
  }
}
