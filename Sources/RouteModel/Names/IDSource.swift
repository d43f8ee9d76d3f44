// SPDX-License-Identifier: Apache-2.0

/// A source of element ids, which gives each id once.
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
