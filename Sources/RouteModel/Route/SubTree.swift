// SPDX-License-Identifier: Apache-2.0

/// That an element begins a sub-tree of the plan: for whom stands there and above, the tree ends here, and what lies
/// beyond is where the drive came from. Its identity is that of its element, which is never given again.
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
