// SPDX-License-Identifier: Apache-2.0

import Waykeeper

/// The navigation tree, drawn.
///
/// Alternatives stand below each other in the order in which they are tried; what may follow a screen stands in it.
struct TreeText {
  /// A line, and those in it.
  struct Branch {
    var text: String
    var style = Palette.Style.plain
    var note = ""
    var noteStyle = Palette.Style.quiet
    var branches: [Branch] = []
  }

  private let objects: [JSONValue]
  private let palette: Palette
  /// Who declares each part, by scene and part.
  private let declared: [String: String]

  init(_ objects: [JSONValue], palette: Palette = .standard) {
    self.objects = objects
    self.palette = palette
    declared = Dictionary(
      objects.compactMap { object in
        object["part"].map { _ in ("\(object.text("scene")) \(object.text("part"))", object.text("worker")) }
      }
    ) { first, _ in first }
  }

  /// What `way tree` prints.
  var lines: [String] {
    let parts = objects.filter { $0["worker"] != nil }
    guard !parts.isEmpty else { return ["no worker declares a tree: every path is allowed"] }
    var columns = Columns()
    columns.gap = 3
    var scene = ""
    for part in parts {
      if part.text("scene") != scene {
        if !scene.isEmpty { columns.add([""]) }
        scene = part.text("scene")
        columns.add([.init(scene, .strong)])
        if !parts.contains(where: { $0.text("scene") == scene && $0["part"] == nil }) {
          columns.add([.init("nobody declares what begins a path: every path is allowed", .notice)])
        }
      }
      add(trunk(part, scene), head: "", tail: "", to: &columns)
    }
    return columns.lines(palette)
  }

  private func trunk(_ part: JSONValue, _ scene: String) -> Branch {
    let isLive = part["live"] == .bool(true)
    let name = part["part"] == nil ? "paths begin" : "→ \(part.text("part"))"
    return Branch(
      text: name, style: .quiet, note: part.text("worker") + (isLive ? "" : ", not connected"),
      noteStyle: isLive ? .quiet : .bad, branches: branches(part["tree"], scene))
  }

  private func add(_ branch: Branch, head: String, tail: String, to columns: inout Columns) {
    let cell = Columns.Cell(head + branch.text, branch.style)
    columns.add(branch.note.isEmpty ? [cell] : [cell, .init(branch.note, branch.noteStyle)])
    for (index, inner) in branch.branches.enumerated() {
      let isLast = index == branch.branches.count - 1
      add(
        inner, head: tail + (isLast ? "└─ " : "├─ "), tail: tail + (isLast ? "   " : "│  "), to: &columns)
    }
  }

  /// The lines of a node.
  private func branches(_ node: JSONValue?, _ scene: String) -> [Branch] {
    switch node {
    case .array(let nodes)?: return nodes.flatMap { branches($0, scene) }
    case .string(let name)?: return [Branch(text: name)]
    case .members?: return branches(of: node ?? .null, scene)
    case .null?, .bool?, .integer?, .double?, nil: return []
    }
  }

  private func branches(of node: JSONValue, _ scene: String) -> [Branch] {
    if node["screen"] != nil {
      let notes = (node["virtual"] == .bool(true) ? ["virtual"] : []) + (node["onAppear"] == nil ? [] : ["onAppear"])
      return [
        Branch(
          text: node.text("screen"), note: notes.joined(separator: ", "), branches: branches(node["nesting"], scene))
      ]
    }
    if node["if"] != nil { return choice("if \(node.text("if"))", node, scene) }
    if node["dynamic"] != nil { return choice("?", node, scene) }
    if let screen = node["wildcard"] {
      let text = if case .string(let text) = screen { text } else { screen.json }
      return [Branch(text: "* any, as \(text)", branches: branches(node["tree"], scene))]
    }
    if node["remote"] != nil {
      let owner = declared["\(scene) \(node.text("remote"))"]
      return [
        Branch(
          text: "→ \(node.text("remote"))", note: owner ?? "missing: nobody declares it",
          noteStyle: owner == nil ? .bad : .quiet)
      ]
    }
    if node["onDismiss"] != nil {
      let of = node["of"] == nil ? "" : " of \(node.text("of"))"
      return branches(node["tree"], scene).map { branch in
        var branch = branch
        branch.note = [branch.note, "onDismiss\(of)"].filter { !$0.isEmpty }.joined(separator: ", ")
        return branch
      }
    }
    return branches(node["anyOf"], scene)
  }

  private func choice(_ text: String, _ node: JSONValue, _ scene: String) -> [Branch] {
    let then = Branch(
      text: text, note: text == "?" ? "its worker is asked" : "", branches: branches(node["then"], scene))
    let otherwise = branches(node["else"], scene)
    return [then] + (otherwise.isEmpty ? [] : [Branch(text: "else", branches: otherwise)])
  }
}
