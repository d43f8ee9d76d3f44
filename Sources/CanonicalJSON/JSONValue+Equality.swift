// SPDX-License-Identifier: Apache-2.0

extension JSONValue: Hashable {
  /// Equality of the canonical form; strings are compared by bytes.
  public static func == (a: JSONValue, b: JSONValue) -> Bool {
    switch (a, b) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.integer(let a), .integer(let b)): a == b
    case (.double(let a), .double(let b)): a == b
    case (.string(let a), .string(let b)): a.hasSameBytes(as: b)
    case (.array(let a), .array(let b)): a == b
    case (.members(let a), .members(let b)): a == b
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
    case .string(let text): text.hashBytes(into: &hasher)
    case .array(let items): hasher.combine(items)
    case .members(let members): hasher.combine(members)
    }
  }
}

extension JSONValue.Member: Hashable {
  /// Equality of keys by bytes, and of values.
  public static func == (a: Self, b: Self) -> Bool { a.key.hasSameBytes(as: b.key) && a.value == b.value }

  /// Consistent with `==`.
  public func hash(into hasher: inout Hasher) {
    key.hashBytes(into: &hasher)
    hasher.combine(value)
  }
}

extension String {
  /// Equality by bytes. `==` of the standard library also takes texts for equal that are only equivalent Unicode.
  package func hasSameBytes(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    let isSame = utf8.withContiguousStorageIfAvailable { one in
      other.utf8.withContiguousStorageIfAvailable { one.elementsEqual($0) } ?? one.elementsEqual(other.utf8)
    }
    return isSame ?? utf8.elementsEqual(other.utf8)
  }

  /// Order by bytes, in which canonical objects hold their members.
  func precedes(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }

  fileprivate func hashBytes(into hasher: inout Hasher) {
    hasher.combine(utf8.count)
    let isHashed: Void? = utf8.withContiguousStorageIfAvailable { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    if isHashed == nil { for byte in utf8 { hasher.combine(byte) } }
  }
}
