// SPDX-License-Identifier: Apache-2.0

/// Encodes one value into a node. Its containers write into the same node or into nodes below it.
struct ValueEncoder: Encoder {
  let node: EncodingNode
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    node.becomeObject()
    return KeyedEncodingContainer(ObjectEncoding(node: node, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    node.becomeList()
    return ListEncoding(node: node, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SingleEncoding(node: node, codingPath: codingPath)
  }
}

/// The members of an object. Its generic `encode` serves all types, so that the scalars have one place.
private struct ObjectEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let node: EncodingNode
  let codingPath: [any CodingKey]

  func encodeNil(forKey key: Key) { node.append(.finished(.null), forKey: key.stringValue) }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    node.append(try EncodingNode.encode(value, at: codingPath + [key]), forKey: key.stringValue)
  }

  func nestedContainer<Inner: CodingKey>(keyedBy type: Inner.Type, forKey key: Key) -> KeyedEncodingContainer<Inner> {
    encoder(for: key, isNested: true).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { encoder(for: key).unkeyedContainer() }

  func superEncoder() -> any Encoder { encoder(for: NamedKey.super) }

  func superEncoder(forKey key: Key) -> any Encoder { encoder(for: key) }

  private func encoder(for key: some CodingKey, isNested: Bool = false) -> ValueEncoder {
    let inner = EncodingNode(isNested: isNested)
    node.append(.node(inner), forKey: key.stringValue)
    return ValueEncoder(node: inner, codingPath: codingPath + [key])
  }
}

/// The items of a list.
private struct ListEncoding: UnkeyedEncodingContainer {
  let node: EncodingNode
  let codingPath: [any CodingKey]
  var count: Int { node.itemCount }

  func encodeNil() { node.append(.finished(.null)) }

  func encode<Value: Encodable>(_ value: Value) throws {
    node.append(try EncodingNode.encode(value, at: codingPath + [NamedKey(index: count)]))
  }

  func nestedContainer<Inner: CodingKey>(keyedBy type: Inner.Type) -> KeyedEncodingContainer<Inner> {
    encoder().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder().unkeyedContainer() }

  func superEncoder() -> any Encoder { encoder() }

  private func encoder() -> ValueEncoder {
    let path = codingPath + [NamedKey(index: count)]
    let inner = EncodingNode()
    node.append(.node(inner))
    return ValueEncoder(node: inner, codingPath: path)
  }
}

/// A value without members or items.
private struct SingleEncoding: SingleValueEncodingContainer {
  let node: EncodingNode
  let codingPath: [any CodingKey]

  func encodeNil() { node.set(.finished(.null)) }

  func encode<Value: Encodable>(_ value: Value) throws { node.set(try EncodingNode.encode(value, at: codingPath)) }
}
