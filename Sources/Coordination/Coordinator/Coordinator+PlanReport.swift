// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// The plan that drives walk on (specification, section "Reports").
extension Coordinator {
  /// One report for each route, before the routes below it.
  func planReport(of wanted: SceneName?) -> [RouteReport] {
    reportedScenes.filter { wanted == nil || wanted == $0 }.flatMap { name in
      let plan = RoutePlan(world.composition(of: name))
      let stands = scenes.slot(name).map { plan.stands(on: scenes[$0].stage.route) } ?? []
      return plan.nodes.indices.map { report(route: $0, of: plan, stands, in: name) }
    }
  }

  private func report(route index: Int, of plan: RoutePlan, _ stands: [RouteStand], in scene: SceneName) -> RouteReport
  {
    let node = plan.nodes[index]
    var report = RouteReport(
      node.id, screen: node.screen, parent: node.parent.map { plan.nodes[$0].id }, scene: scene, worker: node.worker,
      isLive: node.worker.map { world.isLive($0) } ?? false)
    (report.requires, report.takes, report.screens) = (node.route.requires, node.route.takes, node.screens)
    report.stands = stands.filter { $0.node == index }.map { stand in
      RouteReport.Stand(stand.element, origin: stand.origin, isTop: stand == stands.last)
    }
    return report
  }
}
