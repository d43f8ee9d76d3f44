// SPDX-License-Identifier: Apache-2.0

/// The place of an element: a path, and the index on it.
public struct Place: Hashable, Sendable {
  /// The path.
  public var address: Address
  /// The index on it; 0 is the first.
  public var index: Int

  /// A place.
  public init(_ address: Address, _ index: Int) {
    self.address = address
    self.index = index
  }
}
