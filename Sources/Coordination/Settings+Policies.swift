// SPDX-License-Identifier: Apache-2.0

package import RouteModel

extension Settings {
  /// What becomes of a scene in which nobody does anything (specification, section "Idle").
  package struct Idle: Hashable, Sendable {
    /// How long nobody has to do anything, in ms.
    package var afterMs: Int64
    /// The path that replaces the route then.
    package var replace: [PathItem]
    /// As long as one of these screens is on top, nothing happens.
    package var unless: Set<ScreenName>

    /// A rule.
    package init(afterMs: Int64 = 0, replace: [PathItem] = [], unless: Set<ScreenName> = []) {
      (self.afterMs, self.replace, self.unless) = (afterMs, replace, unless)
    }
  }

  /// The screens that a scene is locked to (specification, section "Lock").
  package struct Lock: Hashable, Sendable {
    /// The screens that may stand anywhere.
    package var allow: Set<ScreenName>
    /// The way out: above an element of this screen every screen may stand. It may stand anywhere itself.
    package var out: ScreenName?

    /// A lock.
    package init(allow: Set<ScreenName> = [], out: ScreenName? = nil) { (self.allow, self.out) = (allow, out) }

    /// The first screen of a path that the lock keeps out; nil where each may stand.
    package func keepsOut(of path: Path) -> ScreenName? {
      for element in path.elements {
        let name = element.screen.name
        if name == out { return nil }
        guard allow.contains(name) else { return name }
        for branch in element.branches?.branches ?? [] {
          if let name = keepsOut(of: branch.path) { return name }
        }
      }
      return nil
    }

    /// The same of a path that nobody has built yet.
    package func keepsOut(of path: [PathItem]) -> ScreenName? {
      for item in path {
        if item.screen.name == out { return nil }
        guard allow.contains(item.screen.name) else { return item.screen.name }
        for branch in item.branches {
          if let name = keepsOut(of: branch.path) { return name }
        }
      }
      return nil
    }
  }
}
