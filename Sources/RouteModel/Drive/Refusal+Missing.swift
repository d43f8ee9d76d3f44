// SPDX-License-Identifier: Apache-2.0

extension Refusal {
  /// Nobody is driven to the route without these.
  public static func missing(_ members: [String], of route: RouteID) -> Refusal {
    .rejected(.missingDependency, message: "route '\(route)' requires \(members.joined(separator: ", "))")
  }
}
