// SPDX-License-Identifier: Apache-2.0

/// The mark of an element that begins a sub-tree of the plan. For this element and those above it the tree ends here, and
/// the way up leads to the element that the drive came from. The sub-tree's identity is the id of its element.
public struct SubTree: Hashable, Sendable {
  /// The route that it begins with.
  public var route: RouteID
  /// The element that it was driven from.
  public var origin: ElementID

  /// A sub-tree.
  public init(_ route: RouteID, from origin: ElementID) {
    self.route = route
    self.origin = origin
  }
}
