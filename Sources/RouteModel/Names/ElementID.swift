// SPDX-License-Identifier: Apache-2.0

/// The identity of an element in its scene; a scene gives each id once. The id 0 is ``root``.
public struct ElementID: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The number, unique in its scene.
  public var rawValue: UInt64

  /// The id with this number.
  @inlinable
  public init(_ rawValue: UInt64) { self.rawValue = rawValue }

  /// The id of the first element of a scene's root path.
  public static var root: ElementID { ElementID(0) }

  /// As people write it: `@7`.
  public var description: String { "@\(rawValue)" }

  /// Equality of numbers.
  @inlinable
  public static func == (a: Self, b: Self) -> Bool { a.rawValue == b.rawValue }

  /// Consistent with `==`.
  @inlinable
  public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

  /// Order by number.
  @inlinable
  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}
