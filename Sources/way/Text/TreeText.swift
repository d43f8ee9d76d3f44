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

  private let trees: [SceneTree]
  private let palette: Palette

  init(_ trees: [SceneTree], palette: Palette = .standard) {
    self.trees = trees
    self.palette = palette
  }

  /// What `way tree` prints.
  var lines: [Printed] {
    let trees = trees.filter { !$0.parts.isEmpty }
    guard !trees.isEmpty else { return ["no worker declares a tree: every path is allowed"] }
    var columns = Columns()
    columns.gap = 3
    for (index, tree) in trees.enumerated() {
      if index > 0 { columns.add([""]) }
      columns.add([.init(tree.scene.rawValue, .strong)])
      if !tree.parts.contains(where: { $0.part == nil }) {
        columns.add([.init("nobody declares what begins a path: every path is allowed", .notice)])
      }
      for part in tree.parts { add(trunk(part, tree), head: "", tail: "", to: &columns) }
    }
    return columns.lines(palette)
  }

  private func trunk(_ part: TreeNode.PartReport, _ tree: SceneTree) -> Branch {
    Branch(
      text: part.part.map { "→ \($0)" } ?? "paths begin", style: .quiet,
      note: part.worker.rawValue + (part.isLive ? "" : ", not connected"),
      noteStyle: part.isLive ? .quiet : .bad, branches: branches(part.tree, tree))
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
  private func branches(_ node: TreeNode, _ tree: SceneTree) -> [Branch] {
    switch node {
    case .empty: return []
    case .screen(let screen):
      let notes = (screen.isVirtual ? ["virtual"] : []) + (screen.onAppear == nil ? [] : ["onAppear"])
      return [
        Branch(
          text: screen.name.rawValue, note: notes.joined(separator: ", "), branches: branches(screen.nesting, tree))
      ]
    case .anyOf(let nodes): return nodes.flatMap { branches($0, tree) }
    case .conditional(let name, let then, let otherwise): return choice("if \(name)", then, otherwise, tree)
    case .dynamic(_, let then, let otherwise): return choice("?", then, otherwise, tree)
    case .wildcard(let screen, _) where node.buildsNothing:
      let note = "wildcard \(screen.text) has no `tree` that builds anything"
      return [Branch(text: "* nothing", note: note, noteStyle: .notice)]
    case .wildcard(let screen, let node):
      return [Branch(text: "* any, as \(screen.text)", branches: branches(node, tree))]
    case .remote(let name):
      let owner = tree.parts.first { $0.part == name }?.worker.rawValue
      return [
        Branch(
          text: "→ \(name)", note: owner ?? "missing: nobody declares it", noteStyle: owner == nil ? .bad : .quiet)
      ]
    case .onDismiss(_, let name, let node):
      return branches(node, tree).map { branch in
        var branch = branch
        let note = "onDismiss" + (name.map { " of \($0)" } ?? "")
        branch.note = [branch.note, note].filter { !$0.isEmpty }.joined(separator: ", ")
        return branch
      }
    }
  }

  private func choice(_ text: String, _ then: TreeNode, _ otherwise: TreeNode, _ tree: SceneTree) -> [Branch] {
    let first = Branch(text: text, note: text == "?" ? "its worker is asked" : "", branches: branches(then, tree))
    let others = branches(otherwise, tree)
    return [first] + (others.isEmpty ? [] : [Branch(text: "else", branches: others)])
  }
}

extension TreeNode {
  /// Whether it builds no element, whatever workers answer or declare.
  var buildsNothing: Bool {
    switch self {
    case .empty: true
    case .screen, .dynamic, .remote: false
    case .anyOf(let nodes): nodes.allSatisfy(\.buildsNothing)
    case .conditional(_, let then, let otherwise): then.buildsNothing && otherwise.buildsNothing
    case .wildcard(_, let node), .onDismiss(_, _, let node): node.buildsNothing
    }
  }
}
