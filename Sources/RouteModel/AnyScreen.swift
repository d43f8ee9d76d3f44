// SPDX-License-Identifier: Apache-2.0

/// How a screen comes: as the next of its layer, or as the first of a new one.
public enum Presentation: Hashable, Sendable {
  /// The next element of the layer beneath.
  case push
  /// The first element of a new layer, which takes pushes or not.
  case sheet(allowsPush: Bool)

  /// Whether this starts a layer.
  public var isSheet: Bool { self != .push }
}

/// A screen of any type, as a value: name, content and presentation. Equal iff all three are equal
/// (Composable Navigator compares type, value and presentation style alike).
public struct AnyScreen: Hashable, Sendable {
  /// The word on the wire.
  public var name: ScreenName
  /// Its arguments, canonical; null for none.
  public var content: JSONValue
  /// How it comes.
  public var presentation: Presentation

  /// A screen; `content` is brought into canonical form.
  public init(_ name: ScreenName, content: JSONValue = .null, presentation: Presentation = .push) {
    self.name = name
    self.content = content.canonical
    self.presentation = presentation
  }
}

/// The identity of an element in its scene; never given again. 0 is ``root``.
public struct ElementID: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The number, unique in its scene.
  public var rawValue: UInt64

  /// The id with this number.
  public init(_ rawValue: UInt64) { self.rawValue = rawValue }

  /// The id of the first element of a scene's root path.
  public static let root = ElementID(0)

  /// As people write it: `@7`.
  public var description: String { "@\(rawValue)" }

  /// Order by number.
  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// Gives out element ids, each once.
public struct IDSource: Hashable, Sendable {
  /// The number that the next id gets.
  public var next: UInt64

  /// A source whose first id is `next`; 0 belongs to ``ElementID/root``.
  public init(next: UInt64 = 1) { self.next = next }

  /// A fresh id.
  public mutating func fresh() -> ElementID {
    defer { next += 1 }
    return ElementID(next)
  }
}
