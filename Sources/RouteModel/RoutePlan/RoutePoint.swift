// SPDX-License-Identifier: Apache-2.0

/// What makes a screen of the tree a route of the plan: an id, and what of a drive's input concerns it.
public struct RoutePoint: Hashable, Sendable {
  /// Unique in the plan.
  public var id: RouteID
  /// Members of the input without which nobody is driven here.
  public var requires: [String]
  /// Members of the input that are taken where they are given.
  public var takes: [String]

  /// A route; it depends on nothing unless told otherwise.
  public init(_ id: RouteID, requires: [String] = [], takes: [String] = []) {
    self.id = id
    self.requires = requires
    self.takes = takes
  }
}
