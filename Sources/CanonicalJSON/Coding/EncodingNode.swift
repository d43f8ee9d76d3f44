// SPDX-License-Identifier: Apache-2.0

/// A value while the containers of its type's `encode(to:)` fill it.
final class EncodingNode {
  /// A part of a node: finished, or still to be filled.
  enum Part {
    case finished(JSONValue)
    case node(EncodingNode)

    /// The canonical value; nil where nothing was encoded.
    var value: JSONValue? {
      switch self {
      case .finished(let value): value
      case .node(let node): node.value
      }
    }
  }

  private enum Content {
    case nothing
    case single(Part)
    case items([Part])
    case members([(key: String, part: Part)])
  }

  private var content = Content.nothing
  /// Whether it is a container in the container of the value above, as the values of an enum's case are.
  private let isNested: Bool
  /// Whether it is a case of an enum that leaves nothing behind.
  private var isLostCase = false

  init(isNested: Bool = false) { self.isNested = isNested }

  /// The canonical value; nil where nothing was encoded.
  var value: JSONValue? {
    switch content {
    case .nothing: nil
    case .single(let part): part.value
    // A part that encoded nothing is an empty object.
    case .items(let parts): .array(parts.map { $0.value ?? .null })
    case .members(let members): .object(members.map { ($0.key, $0.part.value ?? .null) })
    }
  }

  /// The first case of an enum in it that leaves nothing behind.
  var lostCase: LostCase? {
    switch content {
    case .nothing: nil
    case .single(let part): part.lostCase
    case .items(let parts):
      parts.indices.lazy.compactMap { parts[$0].lostCase?.under(NamedKey(index: $0).stringValue) }.first
    case .members(let members):
      isLostCase
        ? LostCase(keys: [], name: members.first?.key ?? "")
        : members.lazy.compactMap { $0.part.lostCase?.under($0.key) }.first
    }
  }

  /// Notes that the value is of an enum if it was encoded as Swift encodes a case, and nothing is left of that.
  private func noteLostCase(of value: some Encodable) {
    guard case .members(let members) = content, members.count == 1, case .node(let values) = members[0].part,
      values.isNested, values.value?.isNull ?? true
    else { return }
    isLostCase = Mirror(reflecting: value).displayStyle == .enum
  }

  /// The number of items so far.
  var itemCount: Int {
    if case .items(let parts) = content { parts.count } else { 0 }
  }

  /// Makes the node an object; it may be one already, as where a class and its superclass share their encoder.
  func becomeObject() {
    switch content {
    case .nothing: content = .members([])
    case .members: break
    case .single, .items: preconditionFailure("a value asks its encoder for containers of two kinds")
    }
  }

  /// Makes the node a list; it may be one already.
  func becomeList() {
    switch content {
    case .nothing: content = .items([])
    case .items: break
    case .single, .members: preconditionFailure("a value asks its encoder for containers of two kinds")
    }
  }

  /// Sets the only value of a node that is neither object nor list.
  func set(_ part: Part) {
    guard case .nothing = content else { preconditionFailure("a value encodes two values without a container") }
    content = .single(part)
  }

  func append(_ part: Part) {
    guard case .items(var parts) = content else { return }
    content = .nothing
    parts.append(part)
    content = .items(parts)
  }

  /// Adds a member; of a key that repeats the last counts.
  func append(_ part: Part, forKey key: String) {
    guard case .members(var members) = content else { return }
    content = .nothing
    members.append((key, part))
    content = .members(members)
  }
}

extension EncodingNode {
  /// Encodes a value of any type; `path` leads to it.
  static func encode<Value: Encodable>(_ value: Value, at path: [any CodingKey]) throws -> Part {
    if let scalar = value as? any JSONScalar {
      guard let encoded = scalar.scalar else {
        let reason = "no JSON number holds it exactly"
        throw EncodingError.invalidValue(value, EncodingError.Context(codingPath: path, debugDescription: reason))
      }
      return .finished(encoded)
    }
    if let json = value as? JSONValue { return .finished(json.canonical) }
    if let convertible = value as? any JSONValueConvertible {
      guard let encoded = convertible.jsonValue else {
        throw EncodingError.invalidValue(
          value, EncodingError.Context(codingPath: path, debugDescription: "it has no JSON form"))
      }
      return .finished(encoded.canonical)
    }
    guard path.count <= JSONValue.depthMax else { throw tooDeep(value, at: path) }
    let node = EncodingNode()
    try value.encode(to: ValueEncoder(node: node, codingPath: path))
    node.noteLostCase(of: value)
    return .node(node)
  }

  static func tooDeep(_ value: some Encodable, at path: [any CodingKey]) -> EncodingError {
    let reason = "it nests deeper than \(JSONValue.depthMax) levels"
    return .invalidValue(value, EncodingError.Context(codingPath: path, debugDescription: reason))
  }
}
