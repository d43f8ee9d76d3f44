// SPDX-License-Identifier: Apache-2.0

/// A word on the wire: a letter, then up to 63 of letters, digits, `-`, `_` and `.`, compared byte by byte.
///
/// The `Kind` keeps the names of screens, scenes, workers and branches apart at compile time. A name is validated once,
/// when text from outside becomes a `Name`; code that has a `Name` need not look again. No screen is called `sheet`,
/// because that word begins a layer in the path syntax. Rule: specification, section "Names".
///
/// Scenes, workers and screens are found by their names in every turn, so equality and hashing are inlinable: other
/// modules specialize their dictionaries for them.
public struct Name<Kind>: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The word itself, ASCII.
  public let rawValue: String

  /// The name that `text` spells, or nil where it is none.
  public init?(_ text: String) {
    var text = text
    // The text of a foreign string becomes contiguous once, instead of byte by byte.
    let isValid = text.withUTF8 { bytes in
      guard let first = bytes.first, isLetter(first), bytes.count <= Self.lengthMax else { return false }
      return bytes.allSatisfy(isNameByte)
    }
    guard isValid, Self.reservation(of: text) == nil else { return nil }
    rawValue = text
  }

  /// The name that `text` spells, or nil where it is none.
  public init?(_ text: some StringProtocol) { self.init(String(text)) }

  /// Why nothing of this kind has a name that is in use otherwise, for errors; nil for any other text.
  package static func reservation(of text: String) -> String? {
    guard Kind.self == NameKind.Screen.self, text == "sheet" else { return nil }
    return "no screen is named 'sheet': it begins a sheet in path syntax"
  }

  /// The longest name, in bytes.
  public static var lengthMax: Int { 64 }

  /// The word itself.
  public var description: String { rawValue }

  /// Equality by bytes: Unicode has no other spelling for ASCII.
  @inlinable
  public static func == (a: Self, b: Self) -> Bool { a.rawValue == b.rawValue }

  /// Consistent with `==`.
  @inlinable
  public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

  /// The same for tables, in fewer steps.
  @inlinable
  public func _rawHashValue(seed: Int) -> Int { KeyHash.of(ascii: rawValue, seed: seed) }

  /// Order by bytes, so that no listing depends on a locale.
  @inlinable
  public static func < (a: Self, b: Self) -> Bool {
    // The standard library compares ASCII by bytes, in words instead of one by one.
    a.rawValue < b.rawValue
  }
}

extension Name: ExpressibleByStringLiteral, ExpressibleByUnicodeScalarLiteral,
  ExpressibleByExtendedGraphemeClusterLiteral
{
  /// A name written in source code. A literal that is no name is a programmer's error and stops the program.
  public init(stringLiteral value: String) {
    guard let name = Self(value) else {
      preconditionFailure("'\(value)' is not a name: a letter, then up to 63 of letters, digits, '-', '_' and '.'")
    }
    self = name
  }
}

private func isLetter(_ byte: UInt8) -> Bool {
  (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
}

/// Whether a byte may stand in a name.
func isNameByte(_ byte: UInt8) -> Bool {
  isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
    || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
}
