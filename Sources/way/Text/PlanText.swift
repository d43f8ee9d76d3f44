// SPDX-License-Identifier: Apache-2.0

import Waykeeper

/// The route plan, drawn.
struct PlanText {
  private let objects: [JSONValue]
  private let palette: Palette

  init(_ objects: [JSONValue], palette: Palette = .standard) {
    self.objects = objects
    self.palette = palette
  }

  /// What `way plan` prints.
  var lines: [String] {
    guard !objects.isEmpty else { return ["no worker declares routes: there is nowhere to drive to"] }
    var columns = Columns()
    columns.gap = 3
    var scene = ""
    for object in objects {
      if object.text("scene") != scene {
        if !scene.isEmpty { columns.add([""]) }
        scene = object.text("scene")
        columns.add([.init(scene, .strong)])
      }
      if object["parent"] == nil { add(object, head: "", tail: "", to: &columns) }
    }
    return columns.lines(palette)
  }

  private func add(_ route: JSONValue, head: String, tail: String, to columns: inout Columns) {
    let (id, screen) = (route.text("route"), route.text("screen"))
    let isLive = route["live"] == .bool(true)
    columns.add([
      .init(head + id + (screen == id ? "" : " (\(screen))")), .init(members(of: route), .quiet),
      .init(route.text("worker") + (isLive ? "" : ", not connected"), isLive ? .quiet : .bad), elements(of: route),
    ])
    let below = objects.filter { $0.text("scene") == route.text("scene") && $0["parent"] == .string(id) }
    for (index, child) in below.enumerated() {
      let isLast = index == below.count - 1
      add(child, head: tail + (isLast ? "└─ " : "├─ "), tail: tail + (isLast ? "   " : "│  "), to: &columns)
    }
  }

  private func members(of route: JSONValue) -> String {
    ["requires", "takes"].compactMap { key in
      let members = route.list(key).compactMap { if case .string(let text) = $0 { text } else { nil } }
      return members.isEmpty ? nil : "\(key) \(members.joined(separator: " "))"
    }.joined(separator: ", ")
  }

  private func elements(of route: JSONValue) -> Columns.Cell {
    let elements = route.list("elements")
    let isTop = elements.contains { $0["isTop"] == .bool(true) }
    let texts = elements.map { element in
      "@\(element.number("element") ?? 0)" + (element.number("origin").map { " from @\($0)" } ?? "")
    }
    return .init((isTop ? "● " : "") + texts.joined(separator: ", "), isTop ? .good : .plain)
  }
}
