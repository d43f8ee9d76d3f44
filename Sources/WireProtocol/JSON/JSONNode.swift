// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// A value of a body while it is read: it knows where it stands, so that an error can say so.
struct JSONNode: Sendable {
  /// The value as written: not in canonical form, so that `{}` and `null` can be told apart.
  let value: JSONValue
  var place: Place
  /// Whether unknown members are errors (what people write) or ignored (what a newer version sends).
  let isStrict: Bool

  init(_ value: JSONValue, place: Place, isStrict: Bool = false) {
    self.value = value
    self.place = place
    self.isStrict = isStrict
  }

  /// An error here.
  func wrong(_ message: String) -> FormError { FormError("\(place.text): \(message)") }

  /// An error that says what stands here and what belongs here.
  func unexpected(_ wanted: String) -> FormError { wrong("\(value.summary) is not \(wanted)") }

  /// Content in canonical form, no deeper than every peer reads it in either encoding.
  func content() throws(FormError) -> JSONValue {
    guard !value.nests(deeperThan: JSONValue.depthMax) else {
      throw wrong("at most \(JSONValue.depthMax) lists and objects lie in each other here")
    }
    return value.canonical
  }

  // ── members ────────────────────────────────────────────────────────────────────────────────────

  /// The member, or nil where it is absent or null.
  subscript(name: String) -> JSONNode? {
    guard let member = value[name], !member.isNull else { return nil }
    return JSONNode(member, place: .member(place, name), isStrict: isStrict)
  }

  /// The member; `wanted` says what belongs there.
  func required(_ name: String, _ wanted: String) throws(FormError) -> JSONNode {
    guard let member = self[name] else { throw wrong("member '\(name)' is missing: \(wanted)") }
    return member
  }

  /// Checks that this is an object; read strictly, that it has no other members than `known`.
  func object(_ known: [String]) throws(FormError) {
    switch value {
    case .members(let members):
      guard isStrict else { return }
      for member in members where !known.contains(member.key) {
        let nearest = Spelling.nearest(to: member.key, among: known)
        let hint = nearest.map { " (did you mean '\($0)'?)" } ?? "; known are \(known.joined(separator: ", "))"
        throw wrong("unknown member '\(member.key)'\(hint)")
      }
    case .null: return
    case .bool, .integer, .double, .string, .array: throw unexpected("an object")
    }
  }

  /// The members of a table, whose keys are data, in the order of the text.
  func table() throws(FormError) -> [(key: String, value: JSONNode)] {
    switch value {
    case .members(let members):
      members.map { ($0.key, JSONNode($0.value, place: .member(place, $0.key), isStrict: isStrict)) }
    case .null: []
    case .bool, .integer, .double, .string, .array: throw unexpected("an object")
    }
  }

  /// The items of a list.
  func list() throws(FormError) -> [JSONNode] {
    guard case .array(let items) = value else { throw unexpected("a list") }
    return items.enumerated().map { JSONNode($1, place: .item(place, $0), isStrict: isStrict) }
  }

  // ── simple values ──────────────────────────────────────────────────────────────────────────────

  func string() throws(FormError) -> String {
    guard case .string(let text) = value else { throw unexpected("a text") }
    return text
  }

  func bool() throws(FormError) -> Bool {
    guard case .bool(let flag) = value else { throw unexpected("true or false") }
    return flag
  }

  /// A number without fraction, from 0 to 2⁶³ - 1. 7.0 is 7.
  func count() throws(FormError) -> UInt64 {
    guard case .integer(let number) = value.canonical, number >= 0 else {
      throw unexpected("a number from 0 to 2^63-1")
    }
    return UInt64(number)
  }

  /// A time in ms, or another number that fits `Int64`.
  func milliseconds() throws(FormError) -> Int64 { Int64(try count()) }

  /// A number of things that are held in memory.
  func int() throws(FormError) -> Int { Int(try count()) }

  func double() throws(FormError) -> Double {
    switch value {
    case .integer(let number): Double(number)
    case .double(let number): number
    case .null, .bool, .string, .array, .members: throw unexpected("a number")
    }
  }

  /// One of the words of a closed list.
  func word<Word>(_: Word.Type = Word.self) throws(FormError) -> Word
  where Word: RawRepresentable & CaseIterable, Word.RawValue == String {
    guard case .string(let text) = value, let word = Word(rawValue: text) else {
      throw unexpected("one of \(Word.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return word
  }

  func name<Kind>(_: Name<Kind>.Type = Name<Kind>.self) throws(FormError) -> Name<Kind> {
    guard case .string(let text) = value, let name = Name<Kind>(text) else { throw unexpected(Name<Kind>.rule) }
    return name
  }
}

extension JSONNode {
  /// The optional member, read by `read`.
  func optional<Value>(
    _ name: String, _ read: (JSONNode) throws(FormError) -> Value
  ) throws(FormError) -> Value? {
    guard let member = self[name] else { return nil }
    return try read(member)
  }

  /// The list under `name`, each item read by `read`; empty where it is absent.
  func list<Value>(
    _ name: String, _ read: (JSONNode) throws(FormError) -> Value
  ) throws(FormError) -> [Value] {
    guard let member = self[name] else { return [] }
    return try member.items(read)
  }

  /// The items of this list, each read by `read`.
  func items<Value>(_ read: (JSONNode) throws(FormError) -> Value) throws(FormError) -> [Value] {
    var values: [Value] = []
    for item in try list() { values.append(try read(item)) }
    return values
  }

  /// The flag under `name`, false where it is absent.
  func flag(_ name: String, default absent: Bool = false) throws(FormError) -> Bool {
    try self[name]?.bool() ?? absent
  }

  /// A text of people or programs under `name`, cut to what the protocol carries.
  func note(_ name: String) throws(FormError) -> String? {
    try self[name]?.string().clipped
  }
}

extension Name {
  /// What a name is, for errors.
  static var rule: String { "a name: a letter, then up to 63 letters, digits, '-', '_' or '.'" }
}

extension JSONValue {
  /// What an error says about a value: enough to find it, never all of it.
  fileprivate var summary: String {
    switch self {
    case .null: "null"
    case .bool(let flag): "\(flag)"
    case .integer(let number): "\(number)"
    case .double(let number): "\(number)"
    case .string(let text): text.count <= 80 ? "'\(text)'" : "'\(text.prefix(77))…'"
    case .array: "a list"
    case .members: "an object"
    }
  }

  /// An object as it is to be written: members in this order, null ones kept.
  static func record(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
    .members(members.map { Member($0, $1) })
  }

  /// An object as it is to be written, without the members that are nil.
  static func sparse(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    .members(members.compactMap { key, value in value.map { Member(key, $0) } })
  }

  /// A number that is never negative.
  static func count(_ number: UInt64) -> JSONValue { .integer(Int64(clamping: number)) }

  /// The text, or null.
  static func text(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }

  /// The name, or null.
  static func name<Kind>(_ name: Name<Kind>?) -> JSONValue { .text(name?.rawValue) }

  /// This object with the members of another at its end. A literal of members is not meant: it keeps their order.
  @_disfavoredOverload
  func adding(_ other: JSONValue) -> JSONValue {
    guard case .members(let own) = self, case .members(let members) = other else { return self }
    return .members(own + members)
  }

  /// This object with further members at its end, without those that are nil.
  func adding(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    guard case .members(let own) = self else { return self }
    return .members(own + members.compactMap { key, value in value.map { Member(key, $0) } })
  }
}

extension String {
  /// The longest note that the protocol carries, in bytes: messages, codes and reasons that people wrote.
  static let noteBytesMax = 1024

  /// Cut to ``noteBytesMax`` at a character.
  var clipped: String {
    if utf8.count <= Self.noteBytesMax { return self }
    var text = ""
    var count = 0
    for character in self {
      count += character.utf8.count
      if count > Self.noteBytesMax { break }
      text.append(character)
    }
    return text
  }
}
