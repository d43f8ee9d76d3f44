// SPDX-License-Identifier: Apache-2.0

package import RouteModel

/// APPEARED: these elements of the worker are on the screen.
package struct Appeared: Hashable, Sendable {
  /// The scene.
  package var scene: SceneName
  /// Which elements.
  package var elements: [ElementID]
  /// The revision of the last state of this epoch that the worker had taken when it said so; nil where it does not tell.
  package var revision: Revision?

  /// A report.
  package init(scene: SceneName, elements: [ElementID], revision: Revision? = nil) {
    self.scene = scene
    self.elements = elements
    self.revision = revision
  }
}
