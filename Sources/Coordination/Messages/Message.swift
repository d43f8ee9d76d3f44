// SPDX-License-Identifier: Apache-2.0

package import RouteModel

/// Every message of the protocol (specification, section "Messages"). The large ones lie apart: a message is handed on
/// through events and actions many times, and read once.
package enum Message: Hashable, Sendable {
  // client → coordinator
  indirect case command(Command)
  case query(Query)
  case cancel(Cancel)
  case resume(Resume)
  case snapshotRequest(SnapshotRequest)
  indirect case inspect(Inspect)
  case clear(Clear)
  case active(Active)
  // coordinator → client
  case accepted(Accepted)
  indirect case outcome(Outcome)
  case status(Status)
  case snapshot(Snapshot)
  indirect case report(Report)
  case error(ProtocolError)
  // worker → coordinator
  indirect case hello(Registration)
  indirect case register(Registration)
  indirect case answer(AnswerMessage)
  case working(Working)
  case abandoned(Abandoned)
  case appeared(Appeared)
  indirect case cannotShow(CannotShow)
  case pong(Pong)
  case bye(Bye)
  // coordinator → worker
  case welcome(Welcome)
  case who
  case registered(Registered)
  indirect case ask(Ask)
  case settled(Settled)
  case workerState(WorkerState)
  case ping
  indirect case treeEvent(TreeNode.Event)
  indirect case arrival(Arrival)
  // coordinator → observers
  case state(SceneState)
  indirect case update(Update)
  indirect case presence(Presence.Change)
  case keepalive(Keepalive)

  /// The kinds on the wire; the number is the header's octet. A number is never used again for another kind.
  package enum Kind: UInt8, Hashable, Sendable, CaseIterable {
    case command = 0x01
    case query = 0x02
    case cancel = 0x03
    case resume = 0x04
    case snapshotRequest = 0x05
    case inspect = 0x06
    case clear = 0x07
    case active = 0x08
    case accepted = 0x11
    case outcome = 0x12
    case status = 0x13
    case snapshot = 0x14
    case report = 0x15
    case error = 0x1F
    case hello = 0x21
    case register = 0x22
    case answer = 0x23
    case working = 0x24
    case abandoned = 0x25
    case appeared = 0x26
    case cannotShow = 0x27
    case pong = 0x28
    case bye = 0x29
    case welcome = 0x31
    case who = 0x32
    case registered = 0x33
    case ask = 0x34
    case settled = 0x35
    case workerState = 0x36
    case ping = 0x37
    case treeEvent = 0x38
    case arrival = 0x39
    case state = 0x41
    case update = 0x42
    case presence = 0x43
    case keepalive = 0x44

    /// Whether clients and workers send it to the coordinator.
    package var isForCoordinator: Bool {
      switch self {
      case .command, .query, .cancel, .resume, .snapshotRequest, .inspect, .clear, .active, .hello, .register, .answer,
        .working, .abandoned, .appeared, .cannotShow, .pong, .bye:
        true
      case .accepted, .outcome, .status, .snapshot, .report, .error, .welcome, .who, .registered, .ask, .settled,
        .workerState, .ping, .treeEvent, .arrival, .state, .update, .presence, .keepalive:
        false
      }
    }
  }

  /// The kind of this message: the one that is called like its case. Found by that name, for errors and tests; the codec
  /// does not need it.
  package var kind: Kind {
    let name = Mirror(reflecting: self).children.first?.label ?? "\(self)"
    guard let kind = Kind.allCases.first(where: { "\($0)" == name }) else {
      preconditionFailure("no kind is called \(name)")
    }
    return kind
  }
}
