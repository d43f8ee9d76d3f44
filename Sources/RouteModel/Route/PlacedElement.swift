// SPDX-License-Identifier: Apache-2.0

/// An element with its place.
public struct PlacedElement: Hashable, Sendable {
  /// Where it is.
  public var place: Place
  /// What is there.
  public var element: Element
}
