// SPDX-License-Identifier: Apache-2.0

/// Where an element is: on which path, and how far from its first element.
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
