// SPDX-License-Identifier: Apache-2.0

package import RouteModel

/// ACTIVE: somebody does something in a scene, without a command. To a client answered by the report of the scene.
package struct Active: Hashable, Sendable {
  /// The scene.
  package var scene: SceneName

  /// Somebody does something in this scene.
  package init(scene: SceneName = "main") { self.scene = scene }
}
