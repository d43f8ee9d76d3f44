// SPDX-License-Identifier: Apache-2.0

/// A source of element ids, which gives each id once.
package struct IDSource: Hashable, Sendable {
  /// The number that the next id gets.
  package var next: UInt64

  /// A source whose first id is `next`; 0 belongs to ``ElementID/root``.
  package init(next: UInt64 = 1) { self.next = next }

  /// A fresh id.
  package mutating func fresh() -> ElementID {
    defer { next += 1 }
    return ElementID(next)
  }
}
