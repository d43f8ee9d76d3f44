// SPDX-License-Identifier: Apache-2.0

/// The mark that makes a screen of the tree a route of the plan: an id, and the members of a drive's input that concern
/// the route.
public struct RoutePoint: Hashable, Sendable {
  /// Unique in the plan.
  public var id: RouteID
  /// Members of the input without which a drive does not come here.
  public var requires: [String]
  /// Members of the input that the route takes if they are given.
  public var takes: [String]

  /// A route; it depends on nothing unless told otherwise.
  public init(_ id: RouteID, requires: [String] = [], takes: [String] = []) {
    self.id = id
    self.requires = requires
    self.takes = takes
  }
}
