// SPDX-License-Identifier: Apache-2.0

import Waykeeper

/// The route plan, drawn.
struct PlanText {
  private let routes: [RouteReport]
  private let palette: Palette

  init(_ routes: [RouteReport], palette: Palette = .standard) {
    self.routes = routes
    self.palette = palette
  }

  /// What `way plan` prints.
  var lines: [Printed] {
    guard !routes.isEmpty else { return ["no worker declares routes: there is nowhere to drive to"] }
    var columns = Columns()
    columns.gap = 3
    var scene: SceneName?
    for route in routes {
      if route.scene != scene {
        if scene != nil { columns.add([""]) }
        scene = route.scene
        columns.add([.init(route.scene.rawValue, .strong)])
      }
      if route.parent == nil { add(route, head: "", tail: "", to: &columns) }
    }
    return columns.lines(palette)
  }

  private func add(_ route: RouteReport, head: String, tail: String, to columns: inout Columns) {
    let isPlain = route.screen.rawValue == route.route.rawValue
    columns.add([
      .init("\(head)\(route.route)" + (isPlain ? "" : " (\(route.screen))")), .init(members(of: route), .quiet),
      .init(
        (route.worker?.rawValue ?? "") + (route.isLive ? "" : ", not connected"), route.isLive ? .quiet : .bad),
      elements(of: route),
    ])
    let below = routes.filter { $0.scene == route.scene && $0.parent == route.route }
    for (index, child) in below.enumerated() {
      let isLast = index == below.count - 1
      add(child, head: tail + (isLast ? "└─ " : "├─ "), tail: tail + (isLast ? "   " : "│  "), to: &columns)
    }
  }

  private func members(of route: RouteReport) -> String {
    [("requires", route.requires), ("takes", route.takes)].filter { !$0.1.isEmpty }
      .map { "\($0) \($1.joined(separator: " "))" }.joined(separator: ", ")
  }

  private func elements(of route: RouteReport) -> Columns.Cell {
    let isTop = route.stands.contains(where: \.isTop)
    let texts = route.stands.map { stand in "\(stand.element)" + (stand.origin.map { " from \($0)" } ?? "") }
    return .init((isTop ? "● " : "") + texts.joined(separator: ", "), isTop ? .good : .plain)
  }
}
