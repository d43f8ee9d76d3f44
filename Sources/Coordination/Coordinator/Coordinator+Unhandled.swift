// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// What people read who asked for something that nobody does.
extension Coordinator {
  /// Why nobody handled a request, with the name that was probably meant.
  func unhandledMessage(_ request: Request, in name: SceneName) -> String {
    let text = "nobody handles '\(request)'"
    let registry = registry(name)
    switch request {
    case .show(let screen), .install(let screen), .change(_, let screen):
      if let elsewhere = installer(of: screen, besides: name) { return "\(text) in scene \(name); \(elsewhere)" }
      let served = workers.values.filter { $0.serves(name) }.map(\.registration)
      let roots = Set(served.flatMap(\.root)).sorted().map(\.rawValue)
      if case .install = request, registry.installer(screen) == nil {
        let hint = Spelling.nearest(to: screen.rawValue, among: roots).map { "; did you mean '\($0)'?" } ?? ""
        let list = roots.isEmpty ? "no worker installs a root here" : "roots: \(roots.joined(separator: " "))"
        return "\(text)\(hint) (\(list))"
      }
      guard registry.routable(screen) == nil else { return text }
      let named = served.flatMap { $0.routables.keys.map(\.rawValue) + $0.routables.values.flatMap(\.handledNames) }
      let others = Set(named + roots).filter { $0 != screen.rawValue }
      let hint = Spelling.nearest(to: screen.rawValue, among: others.sorted())
      return hint.map { "\(text); did you mean '\($0)'?" } ?? text
    case .hide, .back: return text
    case .toChild, .toParent, .toSelf: return "the walk ends at '\(request)', which is declined"
    }
  }

  /// Who installs a root in other scenes only.
  private func installer(of screen: ScreenName, besides name: SceneName) -> String? {
    guard registry(name).installer(screen) == nil,
      let worker = roster.byRoot[screen]?.first(where: { workers[$0]?.serves(name) == false }),
      let scenes = workers[worker]?.registration.scenes
    else { return nil }
    let list = scenes.map(\.rawValue).joined(separator: ", ")
    return "worker '\(worker)' installs '\(screen)', but serves \(list) only"
  }
}

extension Routable {
  /// The screens that it is asked to show.
  fileprivate var handledNames: [String] { handles.compactMap { $0.kind == .show ? $0.name?.rawValue : nil } }
}
