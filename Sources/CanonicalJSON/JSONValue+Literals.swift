// SPDX-License-Identifier: Apache-2.0

// Literals give canonical values: `["id": 7.0, "note": .null]` is `{"id":7}`, and `[:]` is null.
//
// `nil` is no literal of a JSON value. If it were, `isKnown ? JSONValue.string(text) : nil` would be `.null` where an
// optional value is expected, instead of nil.

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  /// The string that is written.
  public init(stringLiteral value: String) { self = .string(value) }
}

extension JSONValue: ExpressibleByIntegerLiteral {
  /// The integer that is written.
  public init(integerLiteral value: Int64) { self = .integer(value) }
}

extension JSONValue: ExpressibleByFloatLiteral {
  /// The number that is written; an integer where it has no fraction.
  public init(floatLiteral value: Double) { self = .number(value) }
}

extension JSONValue: ExpressibleByBooleanLiteral {
  /// `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSONValue: ExpressibleByArrayLiteral {
  /// The items that are written.
  public init(arrayLiteral items: JSONValue...) { self = .array(items.map(\.canonical)) }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
  /// The object of the members that are written: sorted, without those that are null. The last of a repeated key counts.
  public init(dictionaryLiteral members: (String, JSONValue)...) { self = .object(members) }
}
