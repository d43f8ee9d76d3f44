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
  public init?(_ text: some StringProtocol) { self.init(String(text)) }

  /// The name that `text` spells, or nil where it is none.
  public init?(_ text: String) {
    var text = text
    guard text.withUTF8(isWord), Kind.self != NameKind.Screen.self || text != "sheet" else { return nil }
    rawValue = text
  }

  /// The longest name, in bytes.
  public static var lengthMax: Int { wordLengthMax }

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

/// The kinds of names; never instantiated.
public enum NameKind {
  /// Of a screen.
  public enum Screen {}
  /// Of a scene.
  public enum Scene {}
  /// Of a worker.
  public enum Worker {}
  /// Of a container's branch.
  public enum Branch {}
  /// Of a route of the plan.
  public enum Route {}
  /// Of a part of the navigation tree.
  public enum Part {}
}

/// What a screen is called: `home`, `exhibit`.
public typealias ScreenName = Name<NameKind.Screen>
/// What an independent route is called: `main` unless named.
public typealias SceneName = Name<NameKind.Scene>
/// What a worker is called.
public typealias WorkerName = Name<NameKind.Worker>
/// What a branch of a container is called.
public typealias BranchName = Name<NameKind.Branch>
/// What a route of the plan is called; often as its screen.
public typealias RouteID = Name<NameKind.Route>
/// What a part of the navigation tree is called, so that other parts can lead to it.
public typealias PartName = Name<NameKind.Part>

private let wordLengthMax = 64

/// Whether these bytes are a word on the wire. Not generic, for each name that is read comes here.
private func isWord(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
  guard let first = bytes.first, isLetter(first), bytes.count <= wordLengthMax else { return false }
  for byte in bytes where !isNameByte(byte) { return false }
  return true
}

private func isLetter(_ byte: UInt8) -> Bool {
  (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
}

func isNameByte(_ byte: UInt8) -> Bool {
  isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
    || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
}
