// SPDX-License-Identifier: Apache-2.0

/// The place of an element: a path, and the index on it.
package struct Place: Hashable, Sendable {
  /// The path.
  package var address: Address
  /// The index on it; 0 is the first.
  package var index: Int

  /// A place.
  package init(_ address: Address, _ index: Int) {
    self.address = address
    self.index = index
  }
}
