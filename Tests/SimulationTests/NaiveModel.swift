// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// What verbs do to a flat path, written down once more in the simplest way: screens in, screens out.
enum NaiveModel {
  private typealias Item = (id: ElementID, screen: AnyScreen)

  /// The screens that the verb leads to; nil for verbs of which this model knows nothing.
  static func screens(after verb: Verb, on route: Route, nextID: UInt64) -> [AnyScreen]? {
    guard !route.root.elements.contains(where: { $0.branches != nil }) else { return nil }
    var items: [Item] = route.root.elements.map { ($0.id, $0.screen) }
    var nextID = nextID
    switch verb {
    case .navigator(let verb): apply(verb, to: &items, &nextID)
    case .batch(let verbs):
      // Which ids a batch gives depends on those that drafts were told: who aims at one of them has guessed it.
      let known = Set(items.map(\.id))
      guard !verbs.contains(where: { $0.concerns(screen: { _ in false }, element: { !known.contains($0) }) }) else {
        return nil
      }
      for verb in verbs { apply(verb, to: &items, &nextID) }
    case .back, .start, .show, .hide, .navigate, .open, .drive, .route: return nil
    }
    return items.map(\.screen)
  }

  private static func apply(_ verb: NavigatorVerb, to items: inout [Item], _ nextID: inout UInt64) {
    switch verb {
    case .go(let literal, let target):
      guard let index = index(of: target, in: items) else { return }
      items = items[...index] + [(fresh(&nextID), literal.screen)]
    case .goPath(let literals, let target):
      guard let index = index(of: target, in: items) else { return }
      replace(from: index + 1, with: literals, in: &items, &nextID)
    case .goBack(let target), .dismissSuccessor(let target):
      guard let index = index(of: target, in: items) else { return }
      items = Array(items[...index])
    case .replace(let literals, _):
      if !literals.isEmpty { replace(from: 0, with: literals, in: &items, &nextID) }
    case .dismiss(let target):
      guard let index = index(of: target, in: items), index > 0 else { return }
      items = Array(items[..<index])
    case .replaceContent(let target, let screen):
      if let index = index(of: target, in: items) { items[index].screen = screen }
    case .replaceScreen(let old, let new):
      if let index = items.lastIndex(where: { $0.screen == old }) { items[index].screen = new }
    case .didAppear, .select, .insertBranch, .removeBranch, .replaceBranches: break
    }
  }

  private static func replace(
    from base: Int, with literals: [PathItem], in items: inout [Item], _ nextID: inout UInt64
  ) {
    let kept = zip(items[base...], literals).prefix { $0.screen == $1.screen }.count
    items = Array(items[..<(base + kept)])
    for literal in literals.dropFirst(kept) {
      // The first of a root path is always the root.
      items.append((items.isEmpty ? .root : fresh(&nextID), literal.screen))
    }
  }

  private static func fresh(_ nextID: inout UInt64) -> ElementID {
    defer { nextID += 1 }
    return ElementID(nextID)
  }

  private static func index(of target: Target, in items: [Item]) -> Int? {
    switch target {
    case .id(let id): items.lastIndex { $0.id == id }
    case .screen(let screen): items.lastIndex { $0.screen == screen }
    case .branch, .asked: nil
    }
  }
}
