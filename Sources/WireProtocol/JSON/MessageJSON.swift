// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

/// JSON bodies: the object of their kind (specification, section "Messages").
enum MessageJSON {
  static func decode(_ kind: Message.Kind, _ body: [UInt8]) throws(FormError) -> Message {
    let value: JSONValue
    do { value = try JSONValue.asWritten(body) } catch {
      throw FormError("\(kind.word): the body is no JSON: \(error)")
    }
    return try Message(kind, JSONNode(value, place: .root(kind.word)))
  }

  static func encode(_ message: Message) -> [UInt8] { message.form.jsonBytes }
}

extension Message {
  /// The message of this kind that `node` holds.
  init(_ kind: Kind, _ node: JSONNode) throws(FormError) {
    self =
      switch kind {
      case .command: .command(try node.value())
      case .query: .query(try node.value())
      case .cancel: .cancel(try node.value())
      case .resume: .resume(try node.value())
      case .snapshotRequest: .snapshotRequest(try node.value())
      case .inspect: .inspect(try node.value())
      case .accepted: .accepted(try node.value())
      case .outcome: .outcome(try node.value())
      case .status: .status(try node.value())
      case .snapshot: .snapshot(try node.value())
      case .report: .report(try node.value())
      case .error: .error(try node.value())
      case .hello: .hello(try node.value())
      case .register: .register(try node.value())
      case .answer: .answer(try node.value())
      case .working: .working(try node.value())
      case .abandoned: .abandoned(try node.value())
      case .appeared: .appeared(try node.value())
      case .cannotShow: .cannotShow(try node.value())
      case .pong: .pong(try node.value())
      case .bye: .bye(try node.value())
      case .welcome: .welcome(try node.value())
      case .who: try node.nothing(.who)
      case .registered: .registered(try node.value())
      case .ask: .ask(try node.value())
      case .settled: .settled(try node.value())
      case .workerState: .workerState(try node.value())
      case .ping: try node.nothing(.ping)
      case .treeEvent: .treeEvent(try node.value())
      case .state: .state(try node.value())
      case .update: .update(try node.value())
      case .presence: .presence(try node.value())
      case .keepalive: .keepalive(try node.value())
      }
  }

  /// The object of its kind.
  var form: JSONValue {
    switch self {
    case .command(let body): body.form
    case .query(let body): body.form
    case .cancel(let body): body.form
    case .resume(let body): body.form
    case .snapshotRequest(let body): body.form
    case .inspect(let body): body.form
    case .accepted(let body): body.form
    case .outcome(let body): body.form
    case .status(let body): body.form
    case .snapshot(let body): body.form
    case .report(let body): body.form
    case .error(let body): body.form
    case .hello(let body), .register(let body): body.form
    case .answer(let body): body.form
    case .working(let body): body.form
    case .abandoned(let body): body.form
    case .appeared(let body): body.form
    case .cannotShow(let body): body.form
    case .pong(let body): body.form
    case .bye(let body): body.form
    case .welcome(let body): body.form
    case .registered(let body): body.form
    case .ask(let body): body.form
    case .settled(let body): body.form
    case .workerState(let body): body.form
    case .treeEvent(let body): body.form
    case .state(let body): body.form
    case .update(let body): body.form
    case .presence(let body): body.form
    case .keepalive(let body): body.form
    case .who, .ping: .record([:])
    }
  }
}

extension Message.Kind {
  /// What the kind is called in JSON lines and in errors.
  var word: String {
    switch self {
    case .command: "command"
    case .query: "query"
    case .cancel: "cancel"
    case .resume: "resume"
    case .snapshotRequest: "snapshotRequest"
    case .inspect: "inspect"
    case .accepted: "accepted"
    case .outcome: "outcome"
    case .status: "status"
    case .snapshot: "snapshot"
    case .report: "report"
    case .error: "error"
    case .hello: "hello"
    case .register: "register"
    case .answer: "answer"
    case .working: "working"
    case .abandoned: "abandoned"
    case .appeared: "appeared"
    case .cannotShow: "cannotShow"
    case .pong: "pong"
    case .bye: "bye"
    case .welcome: "welcome"
    case .who: "who"
    case .registered: "registered"
    case .ask: "ask"
    case .settled: "settled"
    case .workerState, .state: "state"
    case .ping: "ping"
    case .treeEvent: "treeEvent"
    case .update: "update"
    case .presence: "presence"
    case .keepalive: "keepalive"
    }
  }
}

extension JSONNode {
  /// `message`, whose body is an object without members.
  fileprivate func nothing(_ message: Message) throws(FormError) -> Message {
    try object([])
    return message
  }
}
