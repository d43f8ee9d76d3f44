// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// Who registered what, by screen and root name; rebuilt whenever a registration changes.
struct Roster: Hashable, Sendable {
  private(set) var byScreen: [ScreenName: [WorkerName]] = [:]
  private(set) var byRoot: [ScreenName: [WorkerName]] = [:]
  private(set) var byPart: [PartName: [WorkerName]] = [:]
  private(set) var sensitive: Set<ScreenName> = []

  init() {}

  init(_ workers: [WorkerName: Worker]) {
    for (name, worker) in workers.sorted(by: { $0.key < $1.key }) {
      for (screen, routable) in worker.registration.routables {
        byScreen[screen, default: []].append(name)
        if routable.sensitive { sensitive.insert(screen) }
      }
      for screen in worker.registration.root { byRoot[screen, default: []].append(name) }
      for part in worker.registration.parts.keys { byPart[part, default: []].append(name) }
    }
  }
}

/// The registered routables as one scene sees them.
struct SceneRegistry: Registry {
  let scene: SceneName
  let workers: [WorkerName: Worker]
  let roster: Roster
  let routePlan: RoutePlan

  /// The worker that registered this screen for the scene, dead or alive, and what it registered.
  func routable(_ screen: ScreenName) -> (worker: WorkerName, routable: Routable)? {
    for name in roster.byScreen[screen] ?? [] {
      guard let worker = workers[name], worker.serves(scene), let routable = worker.registration.routables[screen]
      else { continue }
      return (name, routable)
    }
    return nil
  }

  /// The worker that installs this root name for the scene, dead or alive.
  func installer(_ screen: ScreenName) -> WorkerName? {
    roster.byRoot[screen]?.first { workers[$0]?.serves(scene) == true }
  }

  func answersRequests(_ name: ScreenName) -> Bool {
    routable(name)?.routable.handles.contains { !$0.kind.isStep } ?? false
  }

  func mayHandle(_ request: Request, screen: ScreenName) -> Bool {
    guard let routable = routable(screen)?.routable else { return false }
    return request == .back ? routable.back : routable.handles.contains { $0.matches(request) }
  }

  func presentation(of name: ScreenName) -> Presentation? { routable(name)?.routable.presentation }

  func declaredBranches(of name: ScreenName) -> Branches? { nil }
}

extension Coordinator {
  /// The registered routables as this scene sees them.
  func registry(_ scene: SceneName) -> SceneRegistry {
    SceneRegistry(scene: scene, workers: workers, roster: roster, routePlan: scenes[scene]?.plan ?? RoutePlan())
  }

  /// The live session of a worker.
  func session(of worker: WorkerName) -> Session? { workers[worker]?.connection.flatMap { sessions[$0] } }
}

extension Routable {
  /// The standing answer for a request: that of the most exact pattern.
  func standingAnswer(to request: Request) -> Instruction? {
    standing.filter { $0.key.matches(request) }
      .min { a, b in a.key.isExact && !b.key.isExact }?.value
  }
}
