// SPDX-License-Identifier: Apache-2.0

package import RouteModel

/// APPEARED: these elements of the worker are on the screen.
package struct Appeared: Hashable, Sendable {
  /// The scene.
  package var scene: SceneName
  /// Which elements.
  package var elements: [ElementID]

  /// A report.
  package init(scene: SceneName, elements: [ElementID]) {
    self.scene = scene
    self.elements = elements
  }
}
