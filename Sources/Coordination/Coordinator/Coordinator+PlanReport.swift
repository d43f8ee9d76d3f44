// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// The plan that drives walk on (specification, section "Reports").
extension Coordinator {
  /// One object a route, each before those below it.
  func planReport(of wanted: SceneName?) -> [JSONValue] {
    reportedScenes.filter { wanted == nil || wanted == $0 }.flatMap { name in
      let plan = RoutePlan(world.composition(of: name))
      let stands = scenes.slot(name).map { plan.stands(on: scenes[$0].stage.route) } ?? []
      return plan.nodes.indices.map { report(route: $0, of: plan, stands, in: name) }
    }
  }

  private func report(route index: Int, of plan: RoutePlan, _ stands: [RouteStand], in scene: SceneName) -> JSONValue {
    let node = plan.nodes[index]
    let elements = stands.filter { $0.node == index }.map { stand in
      let members: [(String, JSONValue)] = [
        ("element", Self.number(stand.element)), ("origin", stand.origin.map(Self.number) ?? .null),
        ("isTop", .bool(stand == stands.last)),
      ]
      return JSONValue.object(members)
    }
    let isLive = node.worker.map { world.isLive($0) } ?? false
    let members: [(String, JSONValue)] = [
      ("scene", .string(scene.rawValue)), ("route", .string(node.id.rawValue)),
      ("screen", .string(node.screen.rawValue)),
      ("parent", node.parent.map { .string(plan.nodes[$0].id.rawValue) } ?? .null),
      ("requires", .array(node.route.requires.map { .string($0) })),
      ("takes", .array(node.route.takes.map { .string($0) })),
      ("worker", node.worker.map { .string($0.rawValue) } ?? .null), ("live", .bool(isLive)),
      ("path", .string(node.screens.map(\.rawValue).joined(separator: "/"))), ("elements", .array(elements)),
    ]
    return .object(members)
  }

  private static func number(_ id: ElementID) -> JSONValue { .integer(Int64(clamping: id.rawValue)) }
}
