// SPDX-License-Identifier: Apache-2.0

extension Route {
  /// The route after Back, where no screen handles it itself: the topmost element goes that is the last of its path and
  /// not the first, so that a branch with one element steps out to its container. None: `unchanged(atRoot)`.
  public func goingBack() -> Result<Route, Refusal> {
    for placed in placedFocusedPath.reversed() where placed.place.index > 0 {
      guard placed.place.index + 1 == path(at: placed.place.address)?.elements.count else { continue }
      var route = self
      route.edit(placed.place.address) { $0.elements.removeLast() }
      return .success(route)
    }
    return .failure(.unchanged(.atRoot))
  }
}
