// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// INSPECT `destinations`: those of the configuration and of all workers, by name.
extension Coordinator {
  /// One object for each destination of a scene; of `main` where none is asked for.
  func destinationReport(of scene: SceneName?) -> [Destination.Report] {
    let scene = scene ?? "main"
    let registry = world.registry(of: scene)
    let names = Set(registry.destinationNames).sorted()
    var vocabulary = vocabulary(of: scene, naming: names, in: registry)
    return names.compactMap { name in
      guard let destination = registry.destination(name) else { return nil }
      let owner =
        world.settings.destinations[name] == nil
        ? world.workers.roster.destination(name, in: scene)?.owner : nil
      let problems = DestinationCheck.problems(
        of: destination.completed, named: name, among: vocabulary, in: registry)
      if !problems.isEmpty { vocabulary.hintsLeft = 0 }
      return Destination.Report(
        name, world.redacted(destination), scene: scene,
        worker: owner?.name, isLive: owner.map { world.isLive($0.slot) } ?? true,
        missing: problems.prefix(Limits.circleNamesMax).map(\.description))
    }
  }

  /// Everything that the workers of a scene have registered.
  private func vocabulary(
    of scene: SceneName, naming names: [DestinationName], in registry: SceneRegistry
  ) -> DestinationVocabulary {
    let roster = world.workers.roster
    var tasks: [Destination.TaskKind: Set<TaskName>] = [:]
    for task in Destination.TaskKind.allCases {
      tasks[task] = Set((roster.tasks[task] ?? [:]).filter { $0.value.contains { $0.serves(scene) } }.keys)
    }
    let screens = Set(roster.screens.filter { $0.value.contains { $0.owner.serves(scene) } }.keys)
    return DestinationVocabulary(
      // With hosting optional a screen that nobody registers can be shown, too.
      screens: world.settings.requiresHosts ? screens : nil,
      destinations: Dictionary(
        uniqueKeysWithValues: names.compactMap { name in registry.destination(name).map { (name, $0) } }),
      tasks: tasks)
  }
}
