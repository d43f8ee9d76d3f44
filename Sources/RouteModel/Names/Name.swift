// SPDX-License-Identifier: Apache-2.0

/// A word on the wire: a letter, then up to 63 of letters, digits, `-`, `_` and `.`, compared byte by byte.
///
/// The `Kind` keeps screens, scenes, workers and branches apart at compile time. Validated once, at the border: whoever
/// holds a `Name` need not look again. No screen is called `sheet`: paths begin a layer with that word. Rule:
/// specification, section "Names".
public struct Name<Kind>: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The word itself, ASCII.
  public let rawValue: String

  /// The name that `text` spells, or nil where it is none.
  public init?(_ text: some StringProtocol) {
    let bytes = text.utf8
    guard let first = bytes.first, isLetter(first), bytes.count <= Self.lengthMax,
      bytes.dropFirst().allSatisfy(isNameByte), Kind.self != NameKind.Screen.self || text != "sheet"
    else { return nil }
    rawValue = String(text)
  }

  /// The longest name, in bytes.
  public static var lengthMax: Int { 64 }

  /// The word itself.
  public var description: String { rawValue }

  /// Order by bytes, so that no listing depends on a locale.
  public static func < (a: Self, b: Self) -> Bool { a.rawValue.utf8.lexicographicallyPrecedes(b.rawValue.utf8) }
}

extension Name: ExpressibleByStringLiteral, ExpressibleByUnicodeScalarLiteral,
  ExpressibleByExtendedGraphemeClusterLiteral
{
  /// A name written in source code. A literal that is no name is a programmer's error and stops the program.
  public init(stringLiteral value: String) {
    guard let name = Self(value) else { preconditionFailure("'\(value)' is not a name") }
    self = name
  }
}

private func isLetter(_ byte: UInt8) -> Bool {
  (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
}

func isNameByte(_ byte: UInt8) -> Bool {
  isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
    || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
}
