// SPDX-License-Identifier: Apache-2.0

import RouteModel
import Waykeeper

/// Waits until workers are registered. The coordinator says when some came or went, and then who is there is asked.
struct WorkersWait {
  let workers: [WorkerName]
  /// The scene that they shall serve; nil where that is all the same.
  let scene: SceneName?
  let folder: String

  func run(_ progress: WaitProgress) async throws -> WaitReport.Reached {
    let location = CoordinatorLocation.runtimeFolder(folder)
    let navigator = try await Self.connect(location)
    // Watched before it is asked, so that nobody comes unseen between the two.
    var changes = WorkerChanges(at: location).makeAsyncIterator()
    var last: WorkerChanges.Sign?
    var missing: String?
    while true {
      var mayComeBack = false
      let all = try await Self.ask(navigator)
      if let all {
        guard let now = self.missing(of: all) else {
          await navigator.close()
          return .workers(all.filter { workers.contains($0.name) && $0.state == .live })
        }
        missing = now
        progress.set(now)
        mayComeBack = self.mayComeBack(all)
      } else if missing != nil {
        progress.set("the coordinator does not answer any more")
      }
      var next: WorkerChanges.Sign?
      repeat {
        next = await changes.next()
        if next == nil { throw CancellationError() }
        if next == .silence {
          last = .silence
          if let missing { progress.set(WaitProgress.silence + missing) }
        }
        // Who could not be asked before is asked with the next sign of life.
      } while next == .silence || all != nil && !mayComeBack && next == last
      last = next
    }
  }

  /// A way to the coordinator, which may end while it is looked for.
  private static func connect(_ location: CoordinatorLocation) async throws -> Navigator {
    while true {
      do {
        // Who may not watch is told so at once.
        _ = try location.resolve(.updates)
        return try Navigator.connect(location, name: "way")
      } catch {
        guard error.code == .noCoordinator else { throw error }
        for door in [CoordinatorLocation.Door.updates, .control] { _ = try await location.awaited(door) }
      }
    }
  }

  /// The workers; nil where the coordinator does not answer, or is gone.
  private static func ask(_ navigator: Navigator) async throws -> [WorkerStatus]? {
    do {
      return Array(try await navigator.workers())
    } catch {
      guard error.code == .noAnswer || error.code == .noCoordinator else { throw error }
      return nil
    }
  }

  /// Who is missing and why; nil where nobody is.
  func missing(of all: [WorkerStatus]) -> String? {
    let problems = workers.compactMap { name -> String? in
      // A refused process has a report of its own beside that of the process that holds the name.
      let reports = all.filter { $0.name == name }
      if reports.contains(where: { $0.state == .live && serves($0) }) { return nil }
      let others = all.map(\.name.rawValue).filter { other in !workers.contains { $0.rawValue == other } }
      return reports.last.map(problem) ?? "\(name) has not registered" + Spelling.aside(name.rawValue, among: others)
    }
    guard !problems.isEmpty else { return nil }
    // One that is silent is registered all the same.
    let registered = all.filter { $0.state == .live || $0.state == .suspect }.map(\.name.rawValue)
    let others = registered.isEmpty ? "nobody" : registered.listed(atMost: Self.namesMax)
    return problems.joined(separator: "; ") + " (registered: \(others))"
  }

  /// Whether one that is silent may answer again, which no session tells: then nobody comes and nobody goes.
  func mayComeBack(_ all: [WorkerStatus]) -> Bool {
    all.contains { $0.state == .suspect && workers.contains($0.name) }
  }

  private static let namesMax = 16

  private func serves(_ worker: WorkerStatus) -> Bool {
    guard let scene, let scenes = worker.scenes else { return true }
    return scenes.contains(scene)
  }

  private func problem(_ worker: WorkerStatus) -> String {
    switch worker.state {
    case .live: "\(worker.name) is registered, but not for scene \(scene.map(\.rawValue) ?? "")"
    case .suspect: "\(worker.name) is registered, and does not answer"
    case .leaving: "\(worker.name) restarts"
    case .gone: "\(worker.name) is gone"
    case .refused: "\(worker.name) was refused: \(worker.problem ?? "")"
    case .quarantined: worker.problem ?? "\(worker.name) is quarantined"
    }
  }
}
