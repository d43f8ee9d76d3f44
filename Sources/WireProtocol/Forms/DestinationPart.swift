// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

/// A part of a destination. In JSON it is written as its document, which the route model defines; the form reads it, and is
/// the whole of the binary encoding. Parts of a message are counted.
protocol DestinationPart: FormRecord {
  /// Its JSON form.
  var document: JSONValue { get }
  /// Reads it, counted already.
  init(part reader: inout JSONReader) throws(FormError)
}

extension DestinationPart {
  init(part reader: inout JSONReader) throws(FormError) {
    self = .blank
    try reader.object(&self)
  }

  init(json reader: inout JSONReader) throws(FormError) {
    try reader.countDestinationPart()
    try self.init(part: &reader)
  }

  init(binary reader: inout BinaryReader) throws(FormError) {
    try reader.countDestinationPart()
    let outer = try reader.enter()
    try self.init(message: &reader)
    reader.leave(outer)
  }

  func write(json writer: inout JSONWriter) { writer.value(document) }
}

extension Destination {
  /// The error of a message whose destinations have too many parts.
  static var tooMany: String { "more than \(partsMax) parts of destinations; a message has at most that many" }
}

extension JSONNode {
  /// The error that neither one of `words` nor an object with one of `members` stands here. It names the nearest one.
  func misfit(_ wanted: String, words: [String] = [], members keys: [String] = []) -> FormError {
    switch value {
    case .string(let text):
      return unexpected(wanted + Spelling.aside(text, among: words, otherwise: Self.known(words, keys)))
    case .members(let members):
      // Each member may be compared with each key, so only as many are as an object may have.
      do throws(FormError) { try object() } catch { return error }
      for member in members {
        guard let nearest = Spelling.nearest(to: member.key, among: keys), nearest != member.key else { continue }
        return wrong("unknown member '\(member.key.clipped)' (did you mean '\(nearest)'?)")
      }
      return wrong("this is not \(wanted)\(Self.known(words, keys))")
    case .null, .bool, .integer, .double, .array: return unexpected(wanted + Self.known(words, keys))
    }
  }

  private static func known(_ words: [String], _ keys: [String]) -> String {
    let objects = keys.isEmpty ? [] : ["an object with one of \(keys.joined(separator: ", "))"]
    let all = (words.isEmpty ? [] : ["one of \(words.joined(separator: ", "))"]) + objects
    return all.isEmpty ? "" : ": \(all.joined(separator: ", or "))"
  }

  /// Whether this object has one of the members.
  func has(oneOf keys: [String]) -> Bool { keys.contains { self[$0] != nil } }
}

/// What is there or not: `true` in JSON, an empty message in the binary encoding.
struct Present: FormValue {
  init() {}

  init(json reader: inout JSONReader) throws(FormError) {
    guard reader.node.value == .bool(true) else { throw reader.node.unexpected("true") }
  }
  func write(json writer: inout JSONWriter) { writer.literal("true") }
  static func schema(_ book: inout SchemaBook) -> JSONValue { .record(["const": .bool(true)]) }

  static func absent(_ rule: MemberRule) -> Present? { Present() }
  init(binary reader: inout BinaryReader) throws(FormError) { reader.leave(try reader.enter()) }
  func write(binary writer: inout BinaryWriter) { writer.leave(writer.enter()) }
}

extension SchemaBook {
  /// A schema that takes any of these.
  static func anyOf(_ schemas: [JSONValue], _ note: String? = nil) -> JSONValue {
    SchemaVisitor.noting(note, .record(["anyOf": .array(schemas)]))
  }

  /// A schema that takes one of these words.
  static func words(_ words: [String]) -> JSONValue { .record(["enum": .array(words.map(JSONValue.string))]) }
}
