// SPDX-License-Identifier: Apache-2.0

package import RouteModel

/// CANNOT_SHOW: the worker cannot show this element.
package struct CannotShow: Hashable, Sendable {
  /// The scene.
  package var scene: SceneName
  /// Which element.
  package var element: ElementID
  /// The worker's own code.
  package var code: String?
  /// For people.
  package var message: String?
  /// The revision of the last state of this epoch that the worker had taken when it said so; nil where it does not tell.
  package var revision: Revision?

  /// A report.
  package init(
    scene: SceneName, element: ElementID, code: String? = nil, message: String? = nil, revision: Revision? = nil
  ) {
    self.scene = scene
    self.element = element
    self.code = code
    self.message = message
    self.revision = revision
  }
}
