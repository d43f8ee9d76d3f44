// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

/// A value of a body while it is read: it knows where it stands, so that an error can say so.
struct JSONNode: Sendable {
  /// The value as written: not in canonical form, so that `{}` and `null` can be told apart.
  let value: JSONValue
  var place: Place
  /// Whether unknown members are errors (what people write) or ignored (what a newer version sends).
  let isStrict: Bool
  /// Whether lists, tables and texts have their limits. What the coordinator itself wrote is read without.
  let isBounded: Bool

  init(_ value: JSONValue, place: Place, isStrict: Bool = false, isBounded: Bool = true) {
    self.value = value
    self.place = place
    self.isStrict = isStrict
    self.isBounded = isBounded
  }

  /// What lies in it.
  private func inner(_ value: JSONValue, at place: Place) -> JSONNode {
    JSONNode(value, place: place, isStrict: isStrict, isBounded: isBounded)
  }

  /// An error here.
  func wrong(_ message: String) -> FormError { FormError(message, at: place) }

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
    return inner(member, at: .member(place, name))
  }

  /// The error that the member is missing; `wanted` says what belongs there.
  func missing(_ name: String, _ wanted: String) -> FormError { wrong("member '\(name)' is missing: \(wanted)") }

  /// Checks that this is an object, with no more members than an object may have, unknown ones counted.
  func object() throws(FormError) {
    switch value {
    case .members(let members):
      guard members.count <= Limits.listMax || !isBounded else {
        throw wrong("\(members.count) members; an object has at most \(Limits.listMax)")
      }
    case .null: return
    case .bool, .integer, .double, .string, .array: throw unexpected("an object")
    }
  }

  /// Checks that this object has no other members than `known`.
  func checkMembers(among known: [String]) throws(FormError) {
    guard case .members(let members) = value else { return }
    // A few words are found faster than a table of them is made; each member is one of them, or the last to be looked up.
    for member in members where !known.contains(member.key) {
      // A choice and what it chooses from may be called the same.
      let words = known.indices.filter { known.firstIndex(of: known[$0]) == $0 }.map { known[$0] }
      let list = words.joined(separator: ", ")
      let hint = Spelling.aside(member.key, among: known, otherwise: "; known are \(list)")
      throw wrong("unknown member '\(member.key.clipped)'\(hint)")
    }
  }

  /// The members of a table, whose keys are data, in the order of the text.
  func table(atMost limit: Int) throws(FormError) -> [(key: String, value: JSONNode)] {
    switch value {
    case .members(let members):
      guard members.count <= limit else {
        throw wrong("\(members.count) entries; at most \(limit) belong here")
      }
      return members.map { ($0.key, inner($0.value, at: .member(place, $0.key))) }
    case .null: return []
    case .bool, .integer, .double, .string, .array: throw unexpected("an object")
    }
  }

  /// The items of a list.
  func list(atMost limit: Int) throws(FormError) -> [JSONNode] {
    guard case .array(let items) = value else { throw unexpected("a list") }
    guard items.count <= limit else { throw wrong("\(items.count) items; at most \(limit) belong here") }
    return items.enumerated().map { inner($1, at: .item(place, $0)) }
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
    // Any value may stand here, however large: no more of it is looked at than this.
    let whole: Int64? =
      switch value {
      case .integer(let number): number
      case .double(let number): Int64(exactly: number)
      case .null, .bool, .string, .array, .members: nil
      }
    guard let number = whole, number >= 0 else { throw unexpected("a whole number from 0 to 2^63-1") }
    return UInt64(number)
  }

  func double() throws(FormError) -> Double {
    switch value {
    case .integer(let number): Double(number)
    case .double(let number): number
    case .null, .bool, .string, .array, .members: throw unexpected("a number")
    }
  }
}

extension JSONValue {
  /// The value for an error: enough to find it, never all of it.
  fileprivate var summary: String {
    switch self {
    case .null: "null"
    case .bool(let flag): "\(flag)"
    case .integer(let number): "\(number)"
    case .double(let number): "\(number)"
    case .string(let text): text.utf8.count <= 80 ? "'\(text)'" : "'\(text.prefix(77))…'"
    case .array: "a list"
    case .members: "an object"
    }
  }

  /// An object as it is to be written: members in this order, null ones kept.
  static func record(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
    .members(members.map { Member($0, $1) })
  }
}
