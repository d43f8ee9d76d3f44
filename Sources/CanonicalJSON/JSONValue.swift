// SPDX-License-Identifier: Apache-2.0

/// A JSON value in canonical form: what a screen's content is, and what equality of screens compares.
///
/// Foundation's JSON cannot take its place. It loses the order of members and repeated keys, which the parser refuses; it
/// reads `9007199254740993` as a double; its errors name no byte; it writes no canonical text; and the core imports no
/// Foundation.
///
/// Canonical (specification, section "Content"): an object without members is null, a null member is absent, members
/// are sorted by the bytes of their keys, a number without fraction that fits `Int64` is an integer (7.0 is 7), any
/// other number a double; strings are kept as given and compared by bytes, never by Unicode equivalence.
public enum JSONValue: Sendable {
  /// `null`, and also `{}`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number without a fraction that fits.
  case integer(Int64)
  /// Any other finite number.
  case double(Double)
  /// Text as given.
  case string(String)
  /// Items in order.
  case array([JSONValue])
  /// At least one member, none of them null, sorted by key. Make one with `JSONValue.object(_:)`.
  case members([Member])

  /// One member of an object.
  public struct Member: Sendable {
    /// Its key.
    public var key: String
    /// Its value, never null.
    public var value: JSONValue

    /// A member as it stands; canonical only as part of ``JSONValue/object(_:)``.
    public init(_ key: String, _ value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  /// The canonical object of `members`; the last of a repeated key counts (text with repeated keys is refused by the
  /// parser before it comes here).
  public static func object(_ members: some Sequence<(String, JSONValue)>) -> JSONValue {
    // Keyed by bytes: two keys that are only canonically equivalent Unicode are two keys.
    var values: [[UInt8]: JSONValue] = [:]
    for (key, value) in members { values[Array(key.utf8)] = value.canonical }
    let sorted = values.filter { !$0.value.isNull }
      .sorted { $0.key.lexicographicallyPrecedes($1.key) }
      .map { Member(String(decoding: $0.key, as: UTF8.self), $0.value) }
    return sorted.isEmpty ? .null : .members(sorted)
  }

  /// The canonical number for `value`: an integer where it is one and fits.
  public static func number(_ value: Double) -> JSONValue {
    if let integer = Int64(exactly: value) { return .integer(integer) }
    return .double(value)
  }

  /// The same value in canonical form.
  public var canonical: JSONValue {
    switch self {
    case .null, .bool, .integer, .string: self
    case .double(let value): .number(value)
    case .array(let items): .array(items.map(\.canonical))
    case .members(let members): .object(members.map { ($0.key, $0.value) })
    }
  }

  /// Whether lists and objects nest deeper than `limit`.
  public func nests(deeperThan limit: Int) -> Bool {
    switch self {
    case .null, .bool, .integer, .double, .string: false
    case .array(let items): limit < 1 || items.contains { $0.nests(deeperThan: limit - 1) }
    case .members(let members): limit < 1 || members.contains { $0.value.nests(deeperThan: limit - 1) }
    }
  }

  /// Whether this is `null`.
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// The value of an object's member, or nil where there is none or this is no object.
  public subscript(key: String) -> JSONValue? {
    guard case .members(let members) = self else { return nil }
    return members.first { $0.key.utf8.elementsEqual(key.utf8) }?.value
  }
}

extension JSONValue: Hashable {
  /// Equality of the canonical form, strings by bytes.
  public static func == (a: JSONValue, b: JSONValue) -> Bool {
    switch (a, b) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.integer(let a), .integer(let b)): a == b
    case (.double(let a), .double(let b)): a == b
    case (.string(let a), .string(let b)): a.utf8.elementsEqual(b.utf8)
    case (.array(let a), .array(let b)): a == b
    case (.members(let a), .members(let b)):
      a.count == b.count
        && zip(a, b).allSatisfy { $0.key.utf8.elementsEqual($1.key.utf8) && $0.value == $1.value }
    default: false
    }
  }

  /// Consistent with `==`.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .integer(let value): hasher.combine(value)
    case .double(let value): hasher.combine(value)
    case .string(let value): for byte in value.utf8 { hasher.combine(byte) }
    case .array(let items): hasher.combine(items)
    case .members(let members):
      for member in members {
        for byte in member.key.utf8 { hasher.combine(byte) }
        hasher.combine(member.value)
      }
    }
  }
}
