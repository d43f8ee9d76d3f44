// SPDX-License-Identifier: Apache-2.0

extension JSONValue: Codable {
  /// The value that a decoder of any format holds.
  public init(from decoder: any Decoder) throws {
    if let object = try? decoder.container(keyedBy: NamedKey.self) {
      self = .object(try object.allKeys.map { ($0.stringValue, try object.decode(JSONValue.self, forKey: $0)) })
      return
    }
    if var list = try? decoder.unkeyedContainer() {
      var items: [JSONValue] = []
      while !list.isAtEnd { items.append(try list.decodeNil() ? .null : list.decode(JSONValue.self)) }
      self = .array(items)
      return
    }
    let single = try decoder.singleValueContainer()
    if single.decodeNil() {
      self = .null
    } else if let value = try? single.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? single.decode(Int64.self) {
      self = .integer(value)
    } else if let value = try? single.decode(Double.self) {
      self = .number(value)
    } else {
      self = .string(try single.decode(String.self))
    }
  }

  /// Encodes the value in the format of any encoder.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .null: try single(encoder) { try $0.encodeNil() }
    case .bool(let value): try single(encoder) { try $0.encode(value) }
    case .integer(let value): try single(encoder) { try $0.encode(value) }
    case .double(let value): try single(encoder) { try $0.encode(value) }
    case .string(let text): try single(encoder) { try $0.encode(text) }
    case .array(let items):
      var list = encoder.unkeyedContainer()
      for item in items { try list.encode(item) }
    case .members(let members):
      var object = encoder.container(keyedBy: NamedKey.self)
      for member in members { try object.encode(member.value, forKey: NamedKey(stringValue: member.key)) }
    }
  }

  private func single(
    _ encoder: any Encoder, _ encode: (inout any SingleValueEncodingContainer) throws -> Void
  ) throws {
    var container = encoder.singleValueContainer()
    try encode(&container)
  }
}
