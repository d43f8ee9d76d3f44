// SPDX-License-Identifier: Apache-2.0

extension Refusal {
  /// A drive comes to the route only with these members.
  package static func missing(_ members: [String], of route: RouteID) -> Refusal {
    .rejected(.missingDependency, message: "route '\(route)' requires \(members.joined(separator: ", "))")
  }
}
