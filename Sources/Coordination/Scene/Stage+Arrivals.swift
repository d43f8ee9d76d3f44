// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// The post tasks of a destination, told once its route stands (specification, section "Destinations").
extension Stage {
  /// Tells the workers that registered them; one that is away hears nothing.
  func tellArrivals(_ tasks: [PostTask], of errand: Errand, in world: World, _ turn: inout Turn) {
    for task in tasks {
      guard let owner = world.workers.roster.owner(of: task.name, as: .postTask, in: name),
        let session = world.session(of: owner.slot), let element = route.element(task.element)
      else { continue }
      let arrival = Arrival(
        scene: name, revision: revision, command: errand.parkedID ?? errand.id, task: task.name, element: element.id,
        screen: world.redacted(element.screen, for: owner.slot, in: name),
        context: isWithheld(task, from: owner.slot, in: world) ? AnyScreen.redaction : task.context,
        arrived: task.arrived)
      turn.send(.arrival(arrival), to: session)
    }
  }

  /// Whether one of the screens that a task's context led to is for other workers alone: the context may repeat its content.
  private func isWithheld(_ task: PostTask, from worker: WorkerSlot, in world: World) -> Bool {
    guard !world.sensitive.isEmpty else { return false }
    return task.arrived.contains { id in
      guard let screen = route.element(id)?.screen else { return false }
      return world.redacted(screen, for: worker, in: name) != screen
    }
  }
}
