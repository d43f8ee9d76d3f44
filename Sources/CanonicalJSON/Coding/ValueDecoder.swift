// SPDX-License-Identifier: Apache-2.0

/// Decodes one value.
struct ValueDecoder: Decoder {
  let value: JSONValue
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    switch value {
    case .members(let members): KeyedDecodingContainer(ObjectDecoding(members, codingPath: codingPath))
    // In canonical form an object without members is null.
    case .null: KeyedDecodingContainer(ObjectDecoding([], codingPath: codingPath))
    case .bool, .integer, .double, .string, .array: throw mismatch([String: Any].self)
    }
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let items) = value else { throw mismatch([Any].self) }
    return ListDecoding(items: items, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { SingleDecoding(decoder: self) }

  /// The value as one of `type`.
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if let scalar = type as? any JSONScalar.Type {
      do throws(ScalarMisfit) {
        if let result = try scalar.read(value) as? Value { return result }
      } catch {
        switch error {
        case .type: throw mismatch(type)
        case .range: throw DecodingError.dataCorrupted(context("the number \(value) does not fit \(type)"))
        }
      }
    }
    if let result = value as? Value { return result }
    if let convertible = type as? any JSONValueConvertible.Type {
      guard let result = convertible.init(jsonValue: value) as? Value else { throw mismatch(type) }
      return result
    }
    return try type.init(from: self)
  }

  private func mismatch(_ type: Any.Type) -> DecodingError {
    value.isNull
      ? .valueNotFound(type, context("a value of \(type) is expected, and there is none"))
      : .typeMismatch(type, context("a value of \(type) is expected, not \(value)"))
  }

  private func context(_ description: String) -> DecodingError.Context {
    DecodingError.Context(codingPath: codingPath, debugDescription: description)
  }
}

/// The members of an object. Its generic `decode` serves all types.
private struct ObjectDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let codingPath: [any CodingKey]
  private let members: [JSONValue.Member]
  /// Whether the members are many and sorted, as in every large canonical object; then the search halves.
  private let halves: Bool

  init(_ members: [JSONValue.Member], codingPath: [any CodingKey]) {
    self.codingPath = codingPath
    self.members = members
    halves = members.count > 16 && zip(members, members.dropFirst()).allSatisfy { $0.key.precedes($1.key) }
  }

  var allKeys: [Key] { members.compactMap { Key(stringValue: $0.key) } }

  func contains(_ key: Key) -> Bool { member(key) != nil }

  func decodeNil(forKey key: Key) -> Bool { member(key)?.isNull ?? true }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    if member(key) == nil {
      // An empty object leaves no member behind. A type that is at home with that is decoded; the depth has a bound
      // because a class can require another of its own kind without end.
      if !(type is any JSONScalar.Type), codingPath.count < JSONValue.depthMax,
        let value = try? decoder(for: key).decode(type)
      {
        return value
      }
      let reason = "there is no member '\(key.stringValue)'"
      throw DecodingError.keyNotFound(
        key, DecodingError.Context(codingPath: codingPath, debugDescription: reason))
    }
    return try decoder(for: key).decode(type)
  }

  func nestedContainer<Inner: CodingKey>(
    keyedBy type: Inner.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Inner> {
    try decoder(for: key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(for: key).unkeyedContainer()
  }

  func superDecoder() -> any Decoder { decoder(for: NamedKey.super) }

  func superDecoder(forKey key: Key) -> any Decoder { decoder(for: key) }

  private func decoder(for key: some CodingKey) -> ValueDecoder {
    ValueDecoder(value: member(key) ?? .null, codingPath: codingPath + [key])
  }

  private func member(_ key: some CodingKey) -> JSONValue? {
    let key = key.stringValue
    guard halves else { return members.first { $0.key.hasSameBytes(as: key) }?.value }
    var range = members.indices
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      let member = members[middle]
      if member.key.hasSameBytes(as: key) { return member.value }
      range = member.key.precedes(key) ? (middle + 1)..<range.upperBound : range.lowerBound..<middle
    }
    return nil
  }
}

/// The items of a list.
private struct ListDecoding: UnkeyedDecodingContainer {
  let items: [JSONValue]
  let codingPath: [any CodingKey]
  private(set) var currentIndex = 0

  init(items: [JSONValue], codingPath: [any CodingKey]) {
    self.items = items
    self.codingPath = codingPath
  }

  var count: Int? { items.count }
  var isAtEnd: Bool { currentIndex == items.count }

  mutating func decodeNil() throws -> Bool {
    guard try next(Any?.self).value.isNull else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let value = try next(type).decode(type)
    currentIndex += 1
    return value
  }

  mutating func nestedContainer<Inner: CodingKey>(keyedBy type: Inner.Type) throws -> KeyedDecodingContainer<Inner> {
    let container = try next([String: Any].self).container(keyedBy: type)
    currentIndex += 1
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try next([Any].self).unkeyedContainer()
    currentIndex += 1
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = try next((any Decoder).self)
    currentIndex += 1
    return decoder
  }

  /// A decoder of the next item, which counts as read only when its value was taken.
  private func next(_ type: Any.Type) throws -> ValueDecoder {
    let path = codingPath + [NamedKey(index: currentIndex)]
    guard currentIndex < items.count else {
      throw DecodingError.valueNotFound(
        type, DecodingError.Context(codingPath: path, debugDescription: "the list has \(items.count) items"))
    }
    return ValueDecoder(value: items[currentIndex], codingPath: path)
  }
}

/// A value without members or items.
private struct SingleDecoding: SingleValueDecodingContainer {
  let decoder: ValueDecoder
  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool { decoder.value.isNull }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.decode(type) }
}
