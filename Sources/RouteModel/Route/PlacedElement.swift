// SPDX-License-Identifier: Apache-2.0

/// An element with its place.
public struct PlacedElement: Hashable, Sendable {
  /// The place.
  public var place: Place
  /// The element.
  public var element: Element
}
