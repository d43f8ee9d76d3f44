// SPDX-License-Identifier: Apache-2.0

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
