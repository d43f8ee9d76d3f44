// SPDX-License-Identifier: Apache-2.0

/// The name of a node that its worker chose for itself: 1 to 128 printable ASCII characters, which mean nothing to
/// others.
public struct TreeKey: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The text as its worker chose it.
  public let rawValue: String

  /// The key that `text` spells, or nil where it is none.
  public init?(_ text: some StringProtocol) {
    let bytes = text.utf8
    guard (1...Self.lengthMax).contains(bytes.count), bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      return nil
    }
    rawValue = String(text)
  }

  /// The longest key, in bytes.
  public static let lengthMax = 128

  /// The text.
  public var description: String { rawValue }

  /// Order by bytes.
  public static func < (a: Self, b: Self) -> Bool { a.rawValue.utf8.lexicographicallyPrecedes(b.rawValue.utf8) }
}

extension TreeKey: ExpressibleByStringLiteral, ExpressibleByUnicodeScalarLiteral,
  ExpressibleByExtendedGraphemeClusterLiteral
{
  /// A key written in source code. A literal that is no key is a programmer's error and stops the program.
  public init(stringLiteral value: String) {
    guard let key = Self(value) else { preconditionFailure("'\(value)' is not a key") }
    self = key
  }
}
