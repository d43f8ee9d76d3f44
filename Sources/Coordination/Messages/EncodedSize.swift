// SPDX-License-Identifier: Apache-2.0

public import RouteModel

extension JSONValue {
  /// The length of its canonical text, in bytes; what the limit of a screen's content counts.
  public var encodedByteCount: Int {
    switch self {
    case .null: 4
    case .bool(let value): value ? 4 : 5
    case .integer(let value): value.description.utf8.count
    case .double(let value): value.description.utf8.count
    case .string(let text): Self.encodedByteCount(of: text)
    case .array(let items): items.reduce(2 + max(0, items.count - 1)) { $0 + $1.encodedByteCount }
    case .members(let members):
      members.reduce(2 + max(0, members.count - 1)) {
        $0 + Self.encodedByteCount(of: $1.key) + 1 + $1.value.encodedByteCount
      }
    }
  }

  /// A quoted text: two escapes take two bytes more than printed, the other control characters six bytes.
  private static func encodedByteCount(of text: String) -> Int {
    text.utf8.reduce(2) { count, byte in
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x08, 0x09, 0x0A, 0x0C, 0x0D: count + 2
      case 0x00..<0x20: count + 6
      default: count + 1
      }
    }
  }
}

extension Route {
  /// An upper bound of its length in either encoding, in bytes, with the host of each element; what the limit of a route
  /// counts (specification, section "Constants"). JSON is the longer one.
  public var encodedByteCount: Int { root.encodedByteCount }
}

extension Path {
  /// The longest that an element can be without its content and branches: the words, a 20-digit id, a screen name, the
  /// longest presentation and presence and a worker name.
  private static let elementBytesMax = 272
  /// The same of a container's branches, and of each branch, without what they hold.
  private static let branchBytesMax = 128

  fileprivate var encodedByteCount: Int {
    elements.reduce(2) { count, element in
      var count = count + Self.elementBytesMax + element.screen.content.encodedByteCount
      if let branches = element.branches {
        count += Self.branchBytesMax
        for branch in branches.branches { count += Self.branchBytesMax + branch.path.encodedByteCount }
      }
      return count
    }
  }
}
