// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

/// The parts of a worker by screen, checked.
struct PartTable: Sendable {
  private var screens: [ScreenName: WorkerParts.Screen] = [:]
  private var installers: [ScreenName: WorkerParts.Handler] = [:]
  /// Its part of the navigation tree.
  private(set) var tree: TreeTable
  /// Its former declarations, newest first: elements that they built may still be shown, and dismissed.
  private var formerTrees: [TreeTable] = []
  /// Earlier tables, newest first, until the coordinator has taken this one: it may still count on them.
  private var earlier: [PartTable] = []
  /// The links that it reads.
  let links: LinkTable
  /// Its destinations, and what it does for them.
  private let tasks: TaskTable

  /// The declaration of a program that is asked itself.
  private let relay: WorkerParts.Relay?

  private static let formerTreesMax = 8
  private static let earlierMax = 8

  /// - Throws: ``NavigatorError/Code/refused`` where two parts are about the same screen, or one cannot be registered.
  init(_ parts: WorkerParts, of worker: WorkerName) throws(NavigatorError) {
    tree = TreeTable(
      worker, roots: parts.trees.filter { $0.part == nil }.map(\.shape),
      parts: parts.trees.compactMap { tree in tree.part.map { ($0, tree.shape) } })
    if let fault = tree.faults.first { throw NavigatorError(.refused, "the navigation tree: \(fault)") }
    links = try LinkTable(parts.links)
    tasks = try TaskTable(parts)
    relay = parts.relays.first
    for screen in parts.screens {
      if let fault = screen.faults.first { throw NavigatorError(.refused, "screen '\(screen.name)': \(fault)") }
      guard screens.updateValue(screen, forKey: screen.name) == nil else {
        throw NavigatorError(.refused, "two parts of the worker are about the screen '\(screen.name)'; make them one")
      }
    }
    for (name, handler) in parts.roots {
      guard installers.updateValue(handler, forKey: name) == nil else {
        throw NavigatorError(.refused, "two parts of the worker install the root '\(name)'; make them one")
      }
    }
  }

  /// This table, in the place of `former`, which answers where this one has nothing to say until the coordinator has taken this
  /// one (``taken()``).
  func following(_ former: PartTable) -> PartTable {
    var copy = self
    let trees = [former.tree] + former.formerTrees
    if let same = trees.first(where: { $0.stamp == tree.stamp }) { copy.tree = tree.following(same) }
    copy.formerTrees = Array(trees.prefix(Self.formerTreesMax))
    copy.earlier = [former.taken()] + former.earlier
    // The last one is what the coordinator has, where it has refused all others.
    if copy.earlier.count > Self.earlierMax { copy.earlier.remove(at: copy.earlier.count - 2) }
    return copy
  }

  /// This table once the coordinator has it: nobody counts on another one.
  func taken() -> PartTable {
    var copy = self
    copy.earlier = []
    return copy
  }

  /// The declaration that gave out `key`.
  private func tree(of key: TreeKeyText) -> TreeTable? { ([tree] + formerTrees).first { $0.stamp == key.stamp } }

  /// `registration` with all that this worker does.
  func complete(_ registration: Registration) -> Registration {
    var registration = registration
    registration.root = roots
    registration.routables = routables
    registration.tree = relay?.tree ?? tree.root
    registration.parts = relay?.parts ?? tree.parts
    registration.links = relay?.links ?? links.reading
    registration.destinations = tasks.destinations
    registration.tasks = tasks.tasks
    registration.wantsRoutes = relay?.wantsRoutes ?? false
    return registration
  }

  /// What is registered of it.
  var routables: [ScreenName: Routable] { screens.mapValues(\.routable) }

  /// The roots that are registered.
  var roots: [ScreenName] { installers.keys.sorted() }

  /// The life of an element of this name.
  func life(of name: ScreenName) -> (@Sendable (ElementLife) async throws -> Void)? {
    screens[name]?.life ?? earlier.lazy.compactMap { $0.screens[name]?.life }.first
  }

  /// The answer to an ask. Without a handler a request or a task is declined, and a leave or arrival is allowed.
  func answer(_ ask: OpenAsk) async throws -> Answer {
    if !handles(ask.ask), let former = earlier.first(where: { $0.handles(ask.ask) }) {
      return try await former.answer(ask)
    }
    switch ask.question {
    case .build(let key):
      if let relay { return try await relay.handler(ask) }
      return try await build(key, ask)
    case .parse(let url):
      if let relay { return try await relay.handler(ask) }
      return try await links.answer(url)
    case .handle: return try await handler(for: ask.ask)?(ask) ?? .declined
    case .leave, .host: return try await handler(for: ask.ask)?(ask) ?? .allow
    case .task(let question): return try await tasks.answer(question, ask)
    }
  }

  /// Whether it has more to say to an ask than what is said without a handler.
  private func handles(_ ask: Ask) -> Bool {
    switch ask.question {
    case .build(let key): relay != nil || TreeKeyText(key).flatMap(tree(of:)) != nil
    case .parse: relay != nil || links.reading != nil
    case .handle, .leave, .host: handler(for: ask) != nil
    case .task(let question): tasks.handles(question, of: ask.screen.name)
    }
  }

  /// Tells the post task that an arrival is for.
  func hear(_ arrival: Arrival) async throws {
    let table = ([self] + earlier).first { $0.tasks.hears(arrival.task) }
    try await table?.tasks.hear(arrival)
  }

  private func build(_ key: TreeKey, _ ask: OpenAsk) async throws -> Answer {
    if let answer = try await TreeKeyText(key).flatMap(tree(of:))?.build(key, ask) { return answer }
    return .fail("the worker does not know this node of its tree any more; try again", code: "replaced")
  }

  /// Tells the node of the tree that an event is about.
  func hear(_ event: TreeNode.Event) async throws {
    guard let key = TreeKeyText(event.key) else { return }
    var screens = Dictionary(event.route.elements.map { ($0.id, $0.screen) }) { $1 }
    screens[event.element] = event.screen
    switch (try await tree(of: key)?.handler(for: key, in: event.scene, screens: screens), event.kind) {
    case (.appear(let perform)?, .appeared(let isInitial)): try await perform(isInitial)
    case (.dismiss(let perform)?, .dismissed): try await perform(event.screen)
    case (.appear?, .dismissed), (.dismiss?, .appeared), (.decide?, _), (.gate?, _), (.expand?, _), (nil, _):
      break
    }
  }

  private func handler(for ask: Ask) -> WorkerParts.Handler? {
    let screen = screens[ask.screen.name]
    return switch ask.question {
    case .leave: screen?.guards
    case .host: screen?.prepares
    case .build, .parse, .task: nil
    case .handle(.install(let name)): installers[name]
    case .handle(.back): screen?.back
    case .handle(let request):
      // The one with a name before the wildcard.
      screen?.handlers.filter { $0.key.matches(request) }.max { !$0.key.isExact && $1.key.isExact }?.value
    }
  }
}
