// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// Withholding the content of sensitive screens, and the words that it came in, from all but the workers that are asked
/// and the one that hosts the screen (specification, section "Sensitive content").
extension World {
  /// Whether the content of this screen is withheld.
  func isSensitive(_ screen: ScreenName) -> Bool { sensitive.contains(screen) }

  /// The screen as everybody may read it.
  func redacted(_ screen: AnyScreen) -> AnyScreen { isSensitive(screen.name) ? screen.redacted : screen }

  /// The path as everybody may read it.
  func redacted(_ path: Path) -> Path { sensitive.isEmpty ? path : path.mappingScreens(redacted) }

  /// The path as this worker may read it: it is told the content of the screens that it hosts.
  func redacted(_ path: Path, for worker: WorkerSlot, in scene: SceneName) -> Path {
    sensitive.isEmpty ? path : path.mappingScreens { redacted($0, for: worker, in: scene) }
  }

  /// The screen as this worker may read it.
  func redacted(_ screen: AnyScreen, for worker: WorkerSlot, in scene: SceneName) -> AnyScreen {
    isSensitive(screen.name) && !isHost(worker, of: screen.name, in: scene) ? screen.redacted : screen
  }

  /// The tree as everybody may read it.
  func redacted(_ node: TreeNode) -> TreeNode { sensitive.isEmpty ? node : node.mappingScreens(redacted) }

  /// The destination as everybody may read it. Nobody knows which screens a context in it is for.
  func redacted(_ destination: Destination) -> Destination {
    guard !sensitive.isEmpty else { return destination }
    return destination.mappingScreens(redacted) { $0.isNull ? $0 : AnyScreen.redaction }
  }

  /// What a command does, in words that everybody may read.
  func text(of command: Command, leadingTo end: LinkEnd?) -> String {
    // Most verbs are told as they are, and need no copy.
    if sensitive.isEmpty {
      if case .open = command.verb {} else { return command.verb.verbText }
    }
    return redacted(command.verb, leadingTo: end).verbText
  }

  /// The verb of an errand as everybody may read it.
  func redacted(_ verb: Verb, leadingTo end: LinkEnd?) -> Verb {
    if case .open(let url) = verb {
      let isSensitive: Bool
      switch end {
      case .path(let path) where !path.isEmpty: isSensitive = path.containsScreen(where: self.isSensitive)
      // Nobody knows which screens its context is for.
      case .destination: isSensitive = !sensitive.isEmpty
      case .path, nil: return .open(DeepLink.redacted(url, telling: .place))
      }
      return isSensitive ? .open(DeepLink.redacted(url, telling: .scheme)) : verb
    }
    return sensitive.isEmpty ? verb : verb.mappingScreens(redacted)
  }

  /// A worker's own words in its answer to an ask; nil where they could repeat what is withheld.
  func redacted(_ words: String?, of ask: Transition.OpenAsk, opening url: String?) -> String? {
    // Nobody knows which screens a destination's context is for.
    let isOfContext = ask.task != nil && !sensitive.isEmpty
    let isWithheld =
      isOfContext || isSensitive(ask.screen) || url.map { DeepLink.redacted($0, telling: .place) != $0 } ?? false
    return isWithheld ? nil : words
  }

  /// Whether an errand has to do with a sensitive screen: it names one, asked about one, or leads from one route to
  /// another that differs there. An element that is not there any more may have been one.
  func concernsSensitive(_ errand: Errand, asked: [Asked], on route: Route, since previous: Route? = nil) -> Bool {
    guard !sensitive.isEmpty else { return false }
    if errand.isSensitive || asked.contains(where: { isSensitive($0.screen) }) { return true }
    switch errand.leadsTo {
    case .destination: return true
    case .path(let path): if path.containsScreen(where: isSensitive) { return true }
    case nil: break
    }
    let isNamed = errand.command?.verb.concerns(
      screen: isSensitive, element: { id in route.element(id).map { isSensitive($0.screen.name) } ?? true })
    if isNamed == true { return true }
    guard let previous else { return false }
    return sensitiveElements(of: previous) != sensitiveElements(of: route)
  }

  private func sensitiveElements(of route: Route) -> [ElementID: AnyScreen] {
    let elements = route.allElements.filter { isSensitive($0.screen.name) }
    return Dictionary(elements.map { ($0.id, $0.screen) }) { first, _ in first }
  }
}
