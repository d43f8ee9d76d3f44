// SPDX-License-Identifier: Apache-2.0

import Waykeeper

/// The wall of pictures on the first screen: a part of the program that navigates.
struct Wall {
  var navigator: Navigator

  /// A visitor taps a picture. Whether the exhibit shows; false where something else did not let the visitor go.
  func tapped(_ id: Int) async throws -> Bool {
    let outcome = try await navigator.attempt(.go(to: Exhibit(id: id), on: Home()))
    return outcome.isAsAsked
  }
}
