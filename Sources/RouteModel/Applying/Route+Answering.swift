// SPDX-License-Identifier: Apache-2.0

extension Route {
  /// The elements of the active path whose registration answers show, hide or change. Show, hide and navigate compare
  /// their names.
  package func answeringElements(in registry: some Registry) -> [Element] {
    activePath.filter { registry.answersRequests($0.screen.name) }
  }
}
