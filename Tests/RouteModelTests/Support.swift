// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// Registrations as a test wants them.
struct TestRegistry: Registry {
  /// The names on the line; nil for all.
  var routables: Set<ScreenName>?
  /// Who may handle what; nil for all.
  var handles: [ScreenName: [Request]]?
  var presentations: [ScreenName: Presentation] = [:]
  var branches: [ScreenName: Branches] = [:]
  var modes: [ScreenName: AnyScreen.InstanceMode] = [:]
  var routePlan = RoutePlan()

  func answersRequests(_ name: ScreenName) -> Bool { routables?.contains(name) ?? true }
  func mayHandle(_ request: Request, screen: ScreenName) -> Bool {
    guard request == .back || request.isStep || answersRequests(screen) else { return false }
    return handles.map { $0[screen]?.contains(request) ?? false } ?? true
  }
  func presentation(of name: ScreenName) -> Presentation? { presentations[name] }
  func instanceMode(of name: ScreenName) -> AnyScreen.InstanceMode { modes[name] ?? .standard }
  func declaredBranches(of name: ScreenName) -> Branches? { branches[name] }
}

extension Route {
  /// The route of a path in path syntax, made by `replace`, and where its ids stopped.
  static func made(
    _ text: String, in registry: TestRegistry = TestRegistry()
  ) throws -> (route: Route, ids: IDSource) {
    var ids = IDSource()
    let path = try PathItem.path(parsing: text)
    let route = try Route().applying(.replace(path: path, in: nil), ids: &ids, in: registry).get()
    return (route, ids)
  }

  /// Each element as `@id screen`, `!` behind those that have appeared; branches in braces, the selected with `*`.
  var story: String { root.story }
}

extension Path {
  fileprivate var story: String {
    elements.map { element in
      let branches = element.branches?.branches.map { branch in
        (branch.name == element.branches?.selected ? "*" : "") + "\(branch.name): \(branch.path.story)"
      }
      return "\(element.id) \(element.screen)\(element.hasAppeared ? "!" : "")"
        + (branches.map { " {\($0.joined(separator: ", "))}" } ?? "")
    }.joined(separator: " / ")
  }
}

/// Tabs `tabs` with the branches a (one `x`), b (one `y`) and c (empty); split `split` with left (`l`) and right (empty);
/// `cockpit` of rules of its own: the branch dock (`media`) shows beside app (`map`), and a screen that is shown there leaves
/// the selection alone.
let containers = TestRegistry(branches: [
  "tabs": Branches(
    kind: .tabs,
    branches: [.init("a", path: .sketch("x")), .init("b", path: .sketch("y")), .init("c")], selected: "a"),
  "split": Branches(
    kind: .split, branches: [.init("left", path: .sketch("l")), .init("right")], selected: "left"),
  "cockpit": Branches(
    kind: .tabs, branches: [.init("dock", path: .sketch("media")), .init("app", path: .sketch("map"))],
    selected: "app", alwaysShown: ["dock"], keepsSelection: true),
])

extension Path {
  /// Screens as a declaration has them: their ids mean nothing.
  static func sketch(_ names: ScreenName...) -> Path {
    Path(names.map { Element(id: ElementID(99), screen: AnyScreen($0)) })
  }
}
