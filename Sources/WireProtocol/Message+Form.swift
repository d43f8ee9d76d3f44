// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

/// How a kind of message is read and written in both encodings.
struct MessageForm: Sendable {
  let kind: Message.Kind
  let readJSON: @Sendable (inout JSONReader) throws(FormError) -> Message
  let readBinary: @Sendable ([UInt8]) throws(FormError) -> Message
  /// Writes the body of a message in place of the bytes; false where it is of another kind. One that is longer than the
  /// number of bytes ends early.
  let writeJSON: @Sendable (Message, inout PathMemory?, Int, inout [UInt8]) -> Bool
  let writeBinary: @Sendable (Message, inout PathMemory?, Int, inout [UInt8]) -> Bool
  /// The JSON Schema of the body.
  let schema: @Sendable (inout SchemaBook) -> JSONValue

  private init<Body: FormRecord>(
    _ kind: Message.Kind, _ message: @escaping @Sendable (consuming Body) -> Message,
    _ body: @escaping @Sendable (Message) -> Body?
  ) {
    self.kind = kind
    readJSON = { (reader) throws(FormError) in message(try Body(json: &reader)) }
    readBinary = { (bytes) throws(FormError) in
      message(
        try BinaryReader.read(bytes) { (reader: inout BinaryReader) throws(FormError) in
          try Body(message: &reader)
        })
    }
    writeJSON = { message, memory, bytesMax, bytes in
      guard let body = body(message) else { return false }
      JSONWriter.write(body, &memory, atMost: bytesMax, into: &bytes)
      return true
    }
    writeBinary = { message, memory, bytesMax, bytes in
      guard let body = body(message) else { return false }
      BinaryWriter.write(body, &memory, atMost: bytesMax, into: &bytes)
      return true
    }
    schema = { book in Body.objectSchema(&book) }
  }

  /// Of each kind one.
  static let all: [MessageForm] = [
    MessageForm(.update, Message.update) { if case .update(let body) = $0 { body } else { nil } },
    MessageForm(.ask, Message.ask) { if case .ask(let body) = $0 { body } else { nil } },
    MessageForm(.settled, Message.settled) { if case .settled(let body) = $0 { body } else { nil } },
    MessageForm(.outcome, Message.outcome) { if case .outcome(let body) = $0 { body } else { nil } },
    MessageForm(.command, Message.command) { if case .command(let body) = $0 { body } else { nil } },
    MessageForm(.answer, Message.answer) { if case .answer(let body) = $0 { body } else { nil } },
    MessageForm(.workerState, Message.workerState) { if case .workerState(let body) = $0 { body } else { nil } },
    MessageForm(.query, Message.query) { if case .query(let body) = $0 { body } else { nil } },
    MessageForm(.cancel, Message.cancel) { if case .cancel(let body) = $0 { body } else { nil } },
    MessageForm(.resume, Message.resume) { if case .resume(let body) = $0 { body } else { nil } },
    MessageForm(.snapshotRequest, Message.snapshotRequest) {
      if case .snapshotRequest(let body) = $0 { body } else { nil }
    },
    MessageForm(.inspect, Message.inspect) { if case .inspect(let body) = $0 { body } else { nil } },
    MessageForm(.clear, Message.clear) { if case .clear(let body) = $0 { body } else { nil } },
    MessageForm(.active, Message.active) { if case .active(let body) = $0 { body } else { nil } },
    MessageForm(.accepted, Message.accepted) { if case .accepted(let body) = $0 { body } else { nil } },
    MessageForm(.status, Message.status) { if case .status(let body) = $0 { body } else { nil } },
    MessageForm(.snapshot, Message.snapshot) { if case .snapshot(let body) = $0 { body } else { nil } },
    MessageForm(.report, Message.report) { if case .report(let body) = $0 { body } else { nil } },
    MessageForm(.error, Message.error) { if case .error(let body) = $0 { body } else { nil } },
    MessageForm(.hello, Message.hello) { if case .hello(let body) = $0 { body } else { nil } },
    MessageForm(.register, Message.register) { if case .register(let body) = $0 { body } else { nil } },
    MessageForm(.working, Message.working) { if case .working(let body) = $0 { body } else { nil } },
    MessageForm(.abandoned, Message.abandoned) { if case .abandoned(let body) = $0 { body } else { nil } },
    MessageForm(.appeared, Message.appeared) { if case .appeared(let body) = $0 { body } else { nil } },
    MessageForm(.cannotShow, Message.cannotShow) { if case .cannotShow(let body) = $0 { body } else { nil } },
    MessageForm(.pong, Message.pong) { if case .pong(let body) = $0 { body } else { nil } },
    MessageForm(.bye, Message.bye) { if case .bye(let body) = $0 { body } else { nil } },
    MessageForm(.welcome, Message.welcome) { if case .welcome(let body) = $0 { body } else { nil } },
    MessageForm(.who, { (_: Nothing) in .who }) { if case .who = $0 { Nothing() } else { nil } },
    MessageForm(.registered, Message.registered) { if case .registered(let body) = $0 { body } else { nil } },
    MessageForm(.ping, { (_: Nothing) in .ping }) { if case .ping = $0 { Nothing() } else { nil } },
    MessageForm(.treeEvent, Message.treeEvent) { if case .treeEvent(let body) = $0 { body } else { nil } },
    MessageForm(.arrival, Message.arrival) { if case .arrival(let body) = $0 { body } else { nil } },
    MessageForm(.state, Message.state) { if case .state(let body) = $0 { body } else { nil } },
    MessageForm(.presence, Message.presence) { if case .presence(let body) = $0 { body } else { nil } },
    MessageForm(.keepalive, Message.keepalive) { if case .keepalive(let body) = $0 { body } else { nil } },
  ]
}

extension Message.Kind {
  /// The word for the kind in JSON lines and in errors.
  var word: String { self == .workerState ? "state" : "\(self)" }

  /// How it is read and written.
  var form: MessageForm {
    guard let form = MessageForm.byOctet[Int(rawValue)] else { preconditionFailure("no form of \(self)") }
    return form
  }
}

extension MessageForm {
  fileprivate static let byOctet: [MessageForm?] = {
    var forms = [MessageForm?](repeating: nil, count: 256)
    for form in all { forms[Int(form.kind.rawValue)] = form }
    return forms
  }()

  /// The message that this object holds.
  static func read(_ kind: Message.Kind, _ node: JSONNode) throws(FormError) -> Message {
    var reader = JSONReader(node)
    try node.object()
    return try kind.form.readJSON(&reader)
  }

  /// The message whose body this is.
  static func decode(_ kind: Message.Kind, _ body: [UInt8], _ encoding: Encoding) throws(FormError) -> Message {
    switch encoding {
    case .json:
      let value: JSONValue
      do { value = try JSONValue.asWritten(body) } catch {
        throw FormError("\(kind.word): the body is no JSON: \(error)")
      }
      return try read(kind, JSONNode(value, place: .root(kind.word)))
    case .protobuf:
      do throws(FormError) { return try kind.form.readBinary(body) } catch { throw error.under(kind.word) }
    }
  }

  /// Writes the body of a message in place of the bytes, and returns its kind. One that is longer than `bytesMax` ends early,
  /// at more than that; then nothing may be remembered.
  static func encode(
    _ message: Message, _ encoding: Encoding, _ memory: inout PathMemory?, atMost bytesMax: Int = .max,
    into body: inout [UInt8]
  ) -> Message.Kind {
    // By index: a loop over the elements would copy all that a form holds.
    for index in all.indices {
      let isWritten =
        encoding == .json
        ? all[index].writeJSON(message, &memory, bytesMax, &body)
        : all[index].writeBinary(message, &memory, bytesMax, &body)
      if isWritten { return all[index].kind }
    }
    preconditionFailure("no form of \(message.kind)")
  }
}

/// A body without members.
private struct Nothing: FormRecord {
  static let blank = Nothing()

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {}
}
