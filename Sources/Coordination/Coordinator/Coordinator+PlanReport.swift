// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// The plan that drives walk on (specification, section "Reports").
extension Coordinator {
  /// One report for each route, before the routes below it.
  func planReport(of wanted: SceneName?) -> [RouteReport] {
    // The names of screens round the routes of a deep plan are long before they are many: what is over the size of an
    // answer is cut anyway.
    var names = 0
    return collect(from: wanted) { name, tree in
      let plan = tree.plan
      let stands = scenes.slot(name).map { plan.stands(on: scenes[$0].stage.route) } ?? []
      var reports: [RouteReport] = []
      for index in plan.nodes.indices where reports.count <= Limits.reportObjectsMax && names <= Self.reportNamesMax {
        let report = report(route: index, of: plan, stands, in: name)
        names += report.screens.count + report.requires.count + report.takes.count
        reports.append(report)
      }
      return reports
    }
  }

  /// Names that a report holds: as JSON, each takes 4 bytes at least.
  private static let reportNamesMax = 1 << 18

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
