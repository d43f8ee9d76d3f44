// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// Messages for people whose command nobody carries out.
extension World {
  /// What an ending says to people.
  func message(of ending: Ending, in scene: SceneName) -> String? {
    ending.message ?? ending.lacking.map { noHostMessage($0, in: scene) }
  }

  /// Why no live worker hosts an arriving screen, with the name that was probably meant.
  private func noHostMessage(_ screen: ScreenName, in scene: SceneName) -> String {
    if let registered = registered(screen, in: scene), registered.routable.hosts {
      if let quarantine = workers[registered.owner.slot].quarantine {
        return "nobody shows '\(screen)': \(quarantine.message(for: registered.owner.name))"
      }
      return "'\(screen)' is hosted by worker '\(registered.owner.name)', which is not connected"
    }
    if let registered = registered(screen, in: scene) {
      return
        "no worker hosts '\(screen)' in scene \(scene): worker '\(registered.owner.name)' registers it with hosts: false"
    }
    if let elsewhere = workers.roster.screens[screen]?.first(where: \.routable.hosts)?.owner,
      let scenes = elsewhere.scenes
    {
      return
        "no worker hosts '\(screen)' in scene \(scene); worker '\(elsewhere.name)' hosts it, but \(Self.serving(scenes))"
    }
    let hosted = workers.roster.screens.filter { $0.value.contains { $0.routable.hosts && $0.owner.serves(scene) } }
      .keys.map(\.rawValue).sorted()
    let hint = Spelling.nearest(to: screen.rawValue, among: hosted).map { ". Did you mean '\($0)'?" } ?? ""
    let list =
      hosted.isEmpty ? "no screen is hosted; with hosting optional none needs to be" : "hosted: \(hosted.listed())"
    return "no worker hosts '\(screen)' in scene \(scene)\(hint) (\(list))"
  }

  /// Why nobody handled a request: who was asked and gave no answer, or the name that was probably meant.
  ///
  /// - Parameter asked: The trace since the command was planned for the last time.
  func unhandledMessage(_ request: Request, asked: ArraySlice<Asked>, in scene: SceneName) -> String {
    // What nobody handles may be installed.
    let installing = if case .show(let screen) = request { Request.install(screen) } else { request }
    let rows = asked.filter { $0.request == request.description || $0.request == installing.description }
    let troubles = rows.compactMap(\.trouble)
    if !troubles.isEmpty {
      let deed = if case .install(let root) = request { "installs '\(root)'" } else { "handles '\(request)'" }
      return "\(troubles.listed(atMost: 3, separator: ", ")), and nobody else \(deed)"
    }
    if case .install(let root) = installing,
      let installer = rows.last(where: { $0.request == installing.description && $0.answer == .declined })?.worker
    {
      let declined = "worker '\(installer)' declined to install '\(root)'"
      return request == installing ? declined : "nobody handles '\(request)', and \(declined)"
    }
    let text =
      if case .install(let root) = request { "no worker installs '\(root)'" } else { "nobody handles '\(request)'" }
    switch request {
    case .show(let screen), .install(let screen), .change(_, let screen):
      if let elsewhere = installer(of: screen, besides: scene) { return "\(text) in scene \(scene); \(elsewhere)" }
      let served = workers.inOrder.map { workers[$0] }.filter { $0.serves(scene) }.map(\.registration)
      let roots = Set(served.flatMap(\.root)).sorted().map(\.rawValue)
      if case .install = request, workers.roster.installer(screen, in: scene) == nil {
        let hint = Spelling.hint(screen.rawValue, among: roots)
        let list = roots.isEmpty ? "no worker installs a root here" : "roots: \(roots.listed())"
        return "\(text)\(hint) (\(list))"
      }
      guard registered(screen, in: scene) == nil else { return text }
      let named = served.flatMap { $0.routables.keys.map(\.rawValue) + $0.routables.values.flatMap(\.handledNames) }
      let others = Set(named + roots).filter { $0 != screen.rawValue }
      return text + Spelling.hint(screen.rawValue, among: others.sorted())
    case .hide, .back: return text
    case .toChild, .toParent, .toSelf: return "the walk ends at '\(request)', which is declined"
    }
  }

  /// Why the target of a verb is not on the route, with the name that was probably meant; nil where it has none.
  func targetNotFoundMessage(_ verb: Verb, on route: Route, in scene: SceneName) -> String? {
    switch verb {
    case .hide(let name, _): Self.notFound(name, among: route.activePath)
    case .navigator(let verb): notFound(verb, on: route, in: scene)
    case .batch(let verbs): verbs.lazy.compactMap { notFound($0, on: route, in: scene) }.first
    case .drive(let drive): drive.start.flatMap { notFound($0, on: route, in: scene) }
    case .back, .start, .show, .navigate, .open, .route: nil
    }
  }

  private func notFound(_ verb: NavigatorVerb, on route: Route, in scene: SceneName) -> String? {
    guard let target = verb.target else { return nil }
    if let text = notFound(target, on: route, in: scene) { return text }
    guard let branch = verb.branch, let element = Self.element(target, on: route) else { return nil }
    return notFound(branch, of: element, in: scene)
  }

  private func notFound(_ target: Target, on route: Route, in scene: SceneName) -> String? {
    switch target {
    case .id(let id): route.element(id) == nil ? "there is no element \(id)" : nil
    case .screen(let screen):
      route.allElements.contains { $0.screen == screen } ? nil : Self.notFound(screen.name, among: route.allElements)
    case .branch(let id, let branch):
      route.element(id).map { notFound(branch, of: $0, in: scene) } ?? "there is no element \(id)"
    case .asked: nil
    }
  }

  private static func element(_ target: Target, on route: Route) -> Element? {
    switch target {
    case .id(let id): route.element(id)
    case .screen(let screen): route.allElements.last { $0.screen == screen }
    case .branch, .asked: nil
    }
  }

  private func notFound(_ branch: BranchName, of element: Element, in scene: SceneName) -> String? {
    guard let branches = element.branches else {
      let name = element.screen.name
      guard registered(name, in: scene)?.routable.branches?.branches.contains(where: { $0.name == branch }) == true
      else { return "'\(name)' is no container, so it has no branch '\(branch)'" }
      return "this '\(name)' came before the worker that declares its branch '\(branch)'; take it away and show it anew"
    }
    guard branches.index(of: branch) == nil else { return nil }
    let names = branches.branches.map(\.name.rawValue)
    let hint = Spelling.hint(branch.rawValue, among: names)
    return "'\(element.screen.name)' has no branch '\(branch)'"
      + (hint.isEmpty ? "; it has \(names.joined(separator: ", "))" : hint)
  }

  private static func notFound(_ name: ScreenName, among elements: [Element]) -> String {
    if let element = elements.last(where: { $0.screen.name == name }) {
      return "'\(name)' is on the route with other content or presentation, as \(element.id)"
    }
    let names = Set(elements.map(\.screen.name.rawValue)).sorted()
    return "nothing on the route is '\(name)'" + Spelling.hint(name.rawValue, among: names)
  }

  /// The worker that installs a root in other scenes only, in words.
  private func installer(of screen: ScreenName, besides scene: SceneName) -> String? {
    guard workers.roster.installer(screen, in: scene) == nil, let owner = workers.roster.roots[screen]?.first,
      let scenes = owner.scenes
    else { return nil }
    return "worker '\(owner.name)' installs '\(screen)', but \(Self.serving(scenes))"
  }

  /// Which scenes a worker serves that does not serve all.
  private static func serving(_ scenes: [SceneName]) -> String {
    scenes.isEmpty ? "serves no scene" : "serves \(scenes.map(\.rawValue).joined(separator: ", ")) only"
  }
}

extension Routable {
  /// The screens that it is asked to show.
  fileprivate var handledNames: [String] { handles.compactMap { $0.kind == .show ? $0.name?.rawValue : nil } }
}

extension NavigatorVerb {
  /// The element or branch that it acts on, if it names one.
  fileprivate var target: Target? {
    switch self {
    case .go(_, let target), .goPath(_, let target), .goBack(let target), .dismiss(let target),
      .dismissSuccessor(let target), .replaceContent(let target, _), .didAppear(let target), .select(_, let target),
      .insertBranch(_, _, _, let target), .removeBranch(_, let target), .replaceBranches(let target, _, _):
      target
    case .replace(_, let target): target
    case .replaceScreen(let screen, _): .screen(screen)
    }
  }

  /// The branch of its target that it acts on, if it names one.
  fileprivate var branch: BranchName? {
    switch self {
    case .select(let branch, _), .removeBranch(let branch, _): branch
    case .go, .goPath, .goBack, .dismiss, .dismissSuccessor, .replaceContent, .didAppear, .insertBranch,
      .replaceBranches, .replace, .replaceScreen:
      nil
    }
  }
}
