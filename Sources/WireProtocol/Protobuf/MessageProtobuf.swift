// SPDX-License-Identifier: Apache-2.0

import Coordination
import SwiftProtobuf

/// Binary bodies: the generated message of their kind.
enum MessageProtobuf {
  /// Messages in each other; what is deeper could exhaust the stack.
  private static let depthMax = 200

  static func decode(_ kind: Coordination.Message.Kind, _ body: [UInt8]) throws(FormError) -> Coordination.Message {
    do throws(FormError) {
      return try message(kind, body)
    } catch {
      throw FormError("\(kind.word): \(error.message)")
    }
  }

  private static func message(
    _ kind: Coordination.Message.Kind, _ body: [UInt8]
  ) throws(FormError) -> Coordination.Message {
    switch kind {
    case .command: .command(try read(body))
    case .query: .query(try read(body))
    case .cancel: .cancel(try read(body))
    case .resume: .resume(try read(body))
    case .snapshotRequest: .snapshotRequest(try read(body))
    case .inspect: .inspect(try read(body))
    case .accepted: .accepted(try read(body))
    case .outcome: .outcome(try read(body))
    case .status: .status(try read(body))
    case .snapshot: .snapshot(try read(body))
    case .report: .report(try read(body))
    case .error: .error(try read(body))
    case .hello: .hello(try read(body))
    case .register: .register(try read(body))
    case .answer: .answer(try read(body))
    case .working: .working(try read(body))
    case .abandoned: .abandoned(try read(body))
    case .appeared: .appeared(try read(body))
    case .cannotShow: .cannotShow(try read(body))
    case .pong: .pong(try read(body))
    case .bye: .bye(try read(body))
    case .welcome: .welcome(try read(body))
    case .who: try nothing(.who, body)
    case .registered: .registered(try read(body))
    case .ask: .ask(try read(body))
    case .settled: .settled(try read(body))
    case .workerState: .workerState(try read(body))
    case .ping: try nothing(.ping, body)
    case .treeEvent: .treeEvent(try read(body))
    case .state: .state(try read(body))
    case .update: .update(try read(body))
    case .presence: .presence(try read(body))
    case .keepalive: .keepalive(try read(body))
    }
  }

  static func encode(_ message: Coordination.Message) -> [UInt8] {
    switch message {
    case .command(let body): write(body)
    case .query(let body): write(body)
    case .cancel(let body): write(body)
    case .resume(let body): write(body)
    case .snapshotRequest(let body): write(body)
    case .inspect(let body): write(body)
    case .accepted(let body): write(body)
    case .outcome(let body): write(body)
    case .status(let body): write(body)
    case .snapshot(let body): write(body)
    case .report(let body): write(body)
    case .error(let body): write(body)
    case .hello(let body), .register(let body): write(body)
    case .answer(let body): write(body)
    case .working(let body): write(body)
    case .abandoned(let body): write(body)
    case .appeared(let body): write(body)
    case .cannotShow(let body): write(body)
    case .pong(let body): write(body)
    case .bye(let body): write(body)
    case .welcome(let body): write(body)
    case .registered(let body): write(body)
    case .ask(let body): write(body)
    case .settled(let body): write(body)
    case .workerState(let body): write(body)
    case .treeEvent(let body): write(body)
    case .state(let body): write(body)
    case .update(let body): write(body)
    case .presence(let body): write(body)
    case .keepalive(let body): write(body)
    case .who, .ping: []
    }
  }

  private static func read<Body: ProtobufForm>(_ bytes: [UInt8]) throws(FormError) -> Body {
    try Body(proto: try parse(bytes))
  }

  /// `message`, whose body has no fields.
  private static func nothing(
    _ message: Coordination.Message, _ bytes: [UInt8]
  ) throws(FormError) -> Coordination.Message {
    let _: ProtoNothing = try parse(bytes)
    return message
  }

  private static func parse<Proto: SwiftProtobuf.Message>(_ bytes: [UInt8]) throws(FormError) -> Proto {
    var options = BinaryDecodingOptions()
    options.messageDepthLimit = depthMax
    do {
      return try Proto(serializedBytes: bytes, options: options)
    } catch {
      throw FormError("the body is no message of its kind: \(error)")
    }
  }

  private static func write(_ body: some ProtobufForm) -> [UInt8] {
    do {
      // Deterministic, so that the same message always has the same bytes.
      var options = BinaryEncodingOptions()
      options.useDeterministicOrdering = true
      return try body.proto.serializedBytes(options: options)
    } catch {
      // Only a message above 2 GiB or with required fields cannot be written; version 1 has neither.
      preconditionFailure("no message can fail to be written: \(error)")
    }
  }
}
