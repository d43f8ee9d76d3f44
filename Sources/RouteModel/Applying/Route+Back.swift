// SPDX-License-Identifier: Apache-2.0

extension Route {
  /// The route after Back if no screen handles it: drops the topmost element that is the last of its path and not the
  /// first. In a branch with one element, Back therefore acts outside its container. Without such an element the result
  /// is `unchanged(atRoot)`.
  package func goingBack() -> Result<Route, Refusal> {
    for placed in placedFocusedPath.reversed() where placed.place.index > 0 {
      guard placed.place.index + 1 == path(at: placed.place.address)?.elements.count else { continue }
      var route = self
      route.edit(placed.place.address) { $0.elements.removeLast() }
      return .success(route)
    }
    return .failure(.unchanged(.atRoot))
  }
}
