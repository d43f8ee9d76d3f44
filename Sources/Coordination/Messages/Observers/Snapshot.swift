// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// SNAPSHOT: the scenes asked for, those that exist.
package struct Snapshot: Hashable, Sendable {
  /// Sorted by name.
  package var scenes: [SceneState]

  /// A snapshot.
  package init(scenes: [SceneState]) { self.scenes = scenes }
}
