// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

extension AskToken: FormRecord {
  static let blank = AskToken(epoch: 0, number: 0)

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("epoch", 1, &epoch, .always)
    try visitor.member("number", 2, &number, .always)
  }

  init(json reader: inout JSONReader) throws(FormError) {
    guard case .string(let text) = reader.node.value, let token = AskToken(text) else {
      throw reader.node.unexpected("a token: a text EPOCH.NUMBER")
    }
    self = token
  }

  func write(json writer: inout JSONWriter) { writer.string(description) }

  static func schema(_ book: inout SchemaBook) -> JSONValue {
    book.text("token", pattern: "^[0-9]+\\.[0-9]+$", "EPOCH.NUMBER")
  }
}

extension CommandID: FormRecord {
  static let blank: CommandID = {
    guard let id = CommandID("blank") else { preconditionFailure("'blank' is a command id") }
    return id
  }()

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    var (client, sequence) = (client, sequence)
    try visitor.member("client", 1, &client, .always)
    try visitor.member("sequence", 2, &sequence, .always)
    guard Visitor.isReading else { return }
    let id = CommandID(client: client, sequence: sequence)
    try visitor.check(id != nil, "'\(client.clipped)', \(sequence) is no command id")
    if let id { self = id }
  }

  init(json reader: inout JSONReader) throws(FormError) {
    guard case .string(let text) = reader.node.value, let id = CommandID(text) else {
      throw reader.node.unexpected("a command id: NAME-CLIENT-SEQ, or up to 64 printable characters without spaces")
    }
    self = id
  }

  func write(json writer: inout JSONWriter) { writer.string(description) }

  static func schema(_ book: inout SchemaBook) -> JSONValue {
    book.text("commandId", pattern: "^[!-~]{1,111}$", "NAME-CLIENT-SEQ, or up to 64 printable characters")
  }
}

extension Incarnation {
  static let blank: Incarnation = {
    guard let incarnation = Incarnation("blank") else { preconditionFailure("'blank' is an incarnation") }
    return incarnation
  }()
}

extension Applied: FormRecord {
  static let blank = Applied(epoch: 0, revision: 0)

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("epoch", 2, &epoch, .required("a number"))
    try visitor.member("revision", 3, &revision, .required("a number"))
  }

  // In the binary encoding, its members stand beside the key of the table.
  init(entry reader: inout BinaryReader) throws(FormError) {
    self = .blank
    try form(&reader)
  }

  func write(entry writer: inout BinaryWriter) {
    var copy = self
    copy.form(&writer)
  }
}
