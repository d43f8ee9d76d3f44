// SPDX-License-Identifier: Apache-2.0

extension Route {
  /// The line: those elements of the active path whose screen's registration answers show, hide or change. Their names
  /// are the route of names that show, hide and navigate compare.
  public func answeringElements(in registry: some Registry) -> [Element] {
    activePath.filter { registry.answersRequests($0.screen.name) }
  }
}
