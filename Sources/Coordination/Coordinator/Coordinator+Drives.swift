// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// Drives that are not driven, and the plan that they walk on (specification, sections "Drive" and "Reports").
extension Coordinator {
  /// A drive's dry run: tells its steps, and who would be asked, and asks nobody.
  mutating func tellWalk(of drive: Drive, in name: SceneName) {
    let registry = registry(name)
    switch drive.outline(on: self[scene: name].route, in: registry) {
    case .failure(let refusal): end(refusal.outcome.kind, message: refusal.outcome.message, in: name)
    case .success(let steps):
      let walk = steps.map { step in
        var step = step
        step.worker = registry.routable(step.origin)?.worker
        return step
      }
      let lacking = walk.first { !$0.missing.isEmpty }.map { Refusal.missing($0.missing, of: $0.route).outcome }
      end(lacking?.kind ?? .unchanged(.dryRun), message: lacking?.message, walk: walk, in: name)
    }
  }

  /// One report for each route, before the routes below it.
  func planReport(of wanted: SceneName?) -> [RouteReport] {
    reportedScenes.filter { wanted == nil || wanted == $0 }.flatMap { name in
      let plan = RoutePlan(composition(of: name))
      let stands = scenes[name].map { plan.stands(on: $0.route) } ?? []
      return plan.nodes.indices.map { report(route: $0, of: plan, stands, in: name) }
    }
  }

  private func report(route index: Int, of plan: RoutePlan, _ stands: [RouteStand], in scene: SceneName) -> RouteReport
  {
    let node = plan.nodes[index]
    var report = RouteReport(
      node.id, screen: node.screen, parent: node.parent.map { plan.nodes[$0].id }, scene: scene, worker: node.worker,
      isLive: node.worker.flatMap { session(of: $0) } != nil)
    (report.requires, report.takes, report.screens) = (node.route.requires, node.route.takes, node.screens)
    report.stands = stands.filter { $0.node == index }.map { stand in
      RouteReport.Stand(stand.element, origin: stand.origin, isTop: stand == stands.last)
    }
    return report
  }
}
