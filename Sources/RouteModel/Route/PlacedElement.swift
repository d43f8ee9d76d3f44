// SPDX-License-Identifier: Apache-2.0

/// An element with its place.
package struct PlacedElement: Hashable, Sendable {
  /// The place.
  package var place: Place
  /// The element.
  package var element: Element
}
