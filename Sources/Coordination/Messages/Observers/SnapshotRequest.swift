// SPDX-License-Identifier: Apache-2.0

package import RouteModel

/// SNAPSHOT?: what are these scenes now? For clients; observers subscribe.
package struct SnapshotRequest: Hashable, Sendable {
  /// Which scenes; empty for all.
  package var scenes: [SceneName]

  /// A request.
  package init(scenes: [SceneName] = []) { self.scenes = scenes }
}
