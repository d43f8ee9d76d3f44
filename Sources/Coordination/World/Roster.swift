// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// A worker as its registrations name it. Shared, so that a look-up copies one reference.
final class Owner: Sendable {
  let slot: WorkerSlot
  let name: WorkerName
  /// The scenes that it serves; nil for all.
  let scenes: [SceneName]?
  /// The same, to look them up.
  private let served: Set<SceneName>?

  init(_ registration: Registration, _ slot: WorkerSlot) {
    self.slot = slot
    name = registration.worker
    scenes = registration.scenes
    served = registration.scenes.map { Set($0) }
  }

  func serves(_ scene: SceneName) -> Bool { served?.contains(scene) ?? true }

  /// Whether it serves one of these scenes; nil for all.
  func serves(anyOf scenes: [SceneName]?) -> Bool {
    guard let served, let scenes else { return true }
    return scenes.contains { served.contains($0) }
  }
}

/// What a worker registered for a screen. Shared, so that a look-up copies one reference.
final class RegisteredScreen: Sendable {
  let owner: Owner
  let routable: Routable

  init(_ routable: Routable, of owner: Owner) {
    self.owner = owner
    self.routable = routable
  }

  /// Whether this is the worker that shows the screen.
  func isHosted(by worker: WorkerSlot) -> Bool { owner.slot == worker && routable.hosts }

  /// Whether it counts rather than `other` for the same screen: that of a host does, then that of the first by name.
  fileprivate func comesBefore(_ other: RegisteredScreen) -> Bool {
    routable.hosts == other.routable.hosts ? owner.name < other.owner.name : routable.hosts
  }
}

/// A destination that a worker declares. Shared, so that a look-up copies one reference.
final class DeclaredDestination: Sendable {
  let owner: Owner
  let destination: Destination
  /// How much of it there is to check.
  let size: Int

  init(_ destination: Destination, of owner: Owner) {
    self.owner = owner
    self.destination = destination
    size = destination.size
  }
}

/// The registrations of all workers by screen, root name, part, destination and task. Where several workers registered the
/// same name, the first by name counts; for a screen its host counts before the others.
struct Roster: Sendable {
  private(set) var screens: [ScreenName: [RegisteredScreen]] = [:]
  private(set) var roots: [ScreenName: [Owner]] = [:]
  private(set) var parts: [PartName: [Owner]] = [:]
  private(set) var destinations: [DestinationName: [DeclaredDestination]] = [:]
  private(set) var tasks: [Destination.TaskKind: [TaskName: [Owner]]] = [:]
  /// The workers that want whole routes.
  private(set) var routeFollowers: [Owner] = []

  /// The registration of this screen for the scene; its worker may be dead.
  func registered(_ screen: ScreenName, in scene: SceneName) -> RegisteredScreen? {
    guard let registered = screens[screen] else { return nil }
    // By index: a loop over the registrations would count a reference to each.
    for index in registered.indices where registered[index].owner.serves(scene) { return registered[index] }
    return nil
  }

  /// The worker that installs this root name for the scene; it may be dead.
  func installer(_ screen: ScreenName, in scene: SceneName) -> Owner? { roots[screen]?.first { $0.serves(scene) } }

  /// The destination of this name for the scene; its worker may be dead.
  func destination(_ name: DestinationName, in scene: SceneName) -> DeclaredDestination? {
    destinations[name]?.first { $0.owner.serves(scene) }
  }

  /// The worker that does this for the scene; it may be dead.
  func owner(of name: TaskName, as task: Destination.TaskKind, in scene: SceneName) -> Owner? {
    tasks[task]?[name]?.first { $0.serves(scene) }
  }

  mutating func add(_ registration: Registration, of owner: Owner) {
    for (screen, routable) in registration.routables {
      let registered = RegisteredScreen(routable, of: owner)
      screens[screen, default: []].insert(registered) { $0.comesBefore($1) }
    }
    for screen in Set(registration.root) { roots[screen, default: []].insert(owner) { $0.name < $1.name } }
    for part in registration.parts.keys { parts[part, default: []].insert(owner) { $0.name < $1.name } }
    for (name, destination) in registration.destinations {
      let declared = DeclaredDestination(destination, of: owner)
      destinations[name, default: []].insert(declared) { $0.owner.name < $1.owner.name }
    }
    for (task, names) in registration.tasks {
      for name in Set(names) { tasks[task, default: [:]][name, default: []].insert(owner) { $0.name < $1.name } }
    }
    if registration.wantsRoutes { routeFollowers.insert(owner) { $0.name < $1.name } }
  }

  mutating func remove(_ registration: Registration, of owner: Owner) {
    let slot = owner.slot
    for screen in registration.routables.keys {
      screens[screen]?.removeAll { $0.owner.slot == slot }
      if screens[screen]?.isEmpty == true { screens[screen] = nil }
    }
    for screen in registration.root { Self.remove(slot, from: &roots[screen]) }
    for part in registration.parts.keys { Self.remove(slot, from: &parts[part]) }
    for name in registration.destinations.keys {
      destinations[name]?.removeAll { $0.owner.slot == slot }
      if destinations[name]?.isEmpty == true { destinations[name] = nil }
    }
    for (task, names) in registration.tasks {
      for name in names { Self.remove(slot, from: &tasks[task, default: [:]][name]) }
    }
    routeFollowers.removeAll { $0.slot == slot }
  }

  private static func remove(_ slot: WorkerSlot, from owners: inout [Owner]?) {
    owners?.removeAll { $0.slot == slot }
    if owners?.isEmpty == true { owners = nil }
  }
}

extension Array {
  /// Inserts an entry into a sorted list.
  fileprivate mutating func insert(_ entry: Element, by comesBefore: (Element, Element) -> Bool) {
    insert(entry, at: firstIndex { comesBefore(entry, $0) } ?? endIndex)
  }
}

/// The registered screens as the planners of one scene see them.
struct SceneRegistry: Registry {
  let scene: SceneName
  let roster: Roster
  let routePlan: RoutePlan
  /// The destinations of the configuration.
  let configured: [DestinationName: Destination]
  let destinationHooks: DestinationHooks

  private func registered(_ screen: ScreenName) -> RegisteredScreen? { roster.registered(screen, in: scene) }

  func answersRequests(_ name: ScreenName) -> Bool {
    guard let routable = registered(name)?.routable else { return false }
    return routable.handles.contains { !$0.kind.isStep } || routable.standing.keys.contains { !$0.kind.isStep }
  }

  func mayHandle(_ request: Request, screen: ScreenName) -> Bool {
    guard let registered = registered(screen) else { return false }
    if request == .back { return registered.routable.back }
    // By index: a loop over the patterns would copy each.
    if registered.routable.handles.indices.contains(where: { registered.routable.handles[$0].matches(request) }) {
      return true
    }
    let standing = registered.routable.standing
    return !standing.isEmpty && standing.keys.contains { $0.matches(request) }
  }

  func presentation(of name: ScreenName) -> Presentation? { registered(name)?.routable.presentation }

  func instanceMode(of name: ScreenName) -> AnyScreen.InstanceMode { registered(name)?.routable.instance ?? .standard }

  func declaredBranches(of name: ScreenName) -> Branches? { registered(name)?.routable.branches?.pattern }

  func destination(_ name: DestinationName) -> Destination? {
    configured[name] ?? roster.destination(name, in: scene)?.destination
  }

  var destinationNames: [DestinationName] {
    configured.keys + roster.destinations.keys.filter { roster.destination($0, in: scene) != nil }
  }
}

extension Routable {
  /// The standing answer for a request: that of the most exact pattern.
  func standingAnswer(to request: Request) -> Instruction? {
    standing.filter { $0.key.matches(request) }
      .min { a, b in a.key.isExact && !b.key.isExact }?.value
  }
}
