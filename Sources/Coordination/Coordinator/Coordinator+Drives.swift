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

  /// One object a route, each before those below it.
  func planReport(of wanted: SceneName?) -> [JSONValue] {
    reportedScenes.filter { wanted == nil || wanted == $0 }.flatMap { name in
      let plan = RoutePlan(composition(of: name))
      let stands = scenes[name].map { plan.stands(on: $0.route) } ?? []
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
    let isLive = node.worker.flatMap { session(of: $0) } != nil
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
