// SPDX-License-Identifier: Apache-2.0

// The coder goes from a typed value to a JSON value in one pass, without text between. It gives what Foundation's
// `JSONEncoder` gives by default, with these differences, all of which canonical form asks for:
//
// - An absent member, a null one and an empty object are the same. A property whose value is an empty object is
//   therefore read back from an absent member. A case without values of an enum whose coding Swift synthesizes is an
//   object without members and leaves nothing behind: give such an enum a raw type. ``JSONValue/init(encodingAllOf:)``
//   refuses it.
// - A number that JSON values cannot hold exactly (a `UInt64` above `Int64.max` that is no double) is refused instead
//   of rounded.
// - `Data`, `URL` and `Decimal` have a form of their own in Foundation's coders alone. The SDK gives them the same form
//   by ``JSONValueConvertible``; without it the coder sees their plain `Codable` form. A `Date` is the same number in
//   both.

extension JSONValue {
  /// The canonical value that `value` encodes as.
  ///
  /// - Throws: `EncodingError` for a number that is not finite or not exact, for nesting deeper than ``depthMax``, and
  ///   whatever the value's own `encode(to:)` throws.
  public init(encoding value: some Encodable) throws {
    try self.init(EncodingNode.encode(value, at: []), of: value)
  }

  /// The canonical value that `value` encodes as, if no case of an enum in it leaves nothing behind.
  ///
  /// - Throws: ``LostCase`` for one that does; else as ``init(encoding:)``.
  package init(encodingAllOf value: some Encodable) throws {
    let encoded = try EncodingNode.encode(value, at: [])
    if let lost = encoded.lostCase { throw lost }
    try self.init(encoded, of: value)
  }

  private init(_ part: EncodingNode.Part, of value: some Encodable) throws {
    let path: [any CodingKey] = []
    guard let encoded = part.value else {
      throw EncodingError.invalidValue(
        value, EncodingError.Context(codingPath: path, debugDescription: "it encodes nothing"))
    }
    guard !encoded.nests(deeperThan: Self.depthMax) else { throw EncodingNode.tooDeep(value, at: path) }
    self = encoded
  }

  /// The value of `type` that this one encodes.
  ///
  /// - Throws: `DecodingError` with the path to the member that does not fit, and whatever the type's own `init(from:)`
  ///   throws.
  public func decode<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
    try ValueDecoder(value: self, codingPath: []).decode(type)
  }
}

/// A type with a JSON form of its own, which ``JSONValue/init(encoding:)`` and ``JSONValue/decode(as:)`` prefer to its
/// `Codable` form.
package protocol JSONValueConvertible {
  /// The value that `jsonValue` stands for, or nil where it stands for none.
  init?(jsonValue: JSONValue)
  /// The JSON form; nil where the value has none.
  var jsonValue: JSONValue? { get }
}
