// SPDX-License-Identifier: Apache-2.0

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
