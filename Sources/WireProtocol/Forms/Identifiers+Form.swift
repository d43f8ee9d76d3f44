// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

extension Ask.Token: FormRecord {
  static let blank = Ask.Token(epoch: 0, number: 0)

  mutating func form<Visitor: FormVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.member("epoch", 1, &epoch, .always)
    try visitor.member("number", 2, &number, .always)
  }

  init(json reader: inout JSONReader) throws(FormError) {
    guard case .string(let text) = reader.node.value, let token = Ask.Token(text) else {
      throw reader.node.unexpected("a token: a text EPOCH.NUMBER")
    }
    self = token
  }

  func write(json writer: inout JSONWriter) { writer.string(String(epoch), Byte.point, number) }

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
      throw reader.node.unexpected(Self.rule)
    }
    self = id
  }

  func write(json writer: inout JSONWriter) {
    if isFree { writer.string(client) } else { writer.string(client, Byte.minus, sequence) }
  }

  private static let rule =
    "a command id: NAME-CLIENT-SEQ, where CLIENT is 26 digits of Crockford's base32 (no I, L, O, U) and SEQ begins with 1 "
    + "to 9, or up to 64 other printable characters without spaces"

  static func schema(_ book: inout SchemaBook) -> JSONValue {
    book.reference("commandId") { _ in
      let numbered = "^[!-~]{1,64}-[0-9A-HJKMNP-TV-Z]{26}-[1-9][0-9]{0,18}$"
      let free = "^(?!.+-[0-9A-Z]{26}-[0-9]+$)[!-~]{1,64}$"
      return .record([
        "type": .string("string"), "description": .string("NAME-CLIENT-SEQ, or up to 64 other printable characters"),
        "anyOf": .array([.record(["pattern": .string(numbered)]), .record(["pattern": .string(free)])]),
      ])
    }
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
