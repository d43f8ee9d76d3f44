// SPDX-License-Identifier: Apache-2.0

import RouteModel
import Testing

/// A tree of one worker, tried on paths.
struct Orchard {
  var composition: TreeComposition
  /// What workers say about dynamic nodes, by key; left out: declined.
  var answers: [TreeKey: BuildAnswer] = [:]

  init(_ tree: TreeNode, parts: [PartName: TreeNode] = [:], answers: [TreeKey: BuildAnswer] = [:]) {
    composition = TreeComposition(
      [TreePart(tree, of: "kiosk")] + parts.map { TreePart($0.value, named: $0.key, of: "kiosk") })
    self.answers = answers
  }

  /// What became of the path, in words: the path as it is built, or where it stops.
  func build(_ text: String) -> String {
    var build = PathBuild(path(text), by: composition)
    finish(&build)
    guard let stop = build.stop else { return build.path.description }
    let allowed = stop.allowed.map(\.rawValue).joined(separator: " ")
    let missing = stop.missing.isEmpty ? "" : ", missing \(stop.missing.map(\.rawValue).joined(separator: " "))"
    return "stops at \(stop.index): \(stop.screen); allowed: \(allowed)\(missing)"
  }

  /// Runs a build to its end and returns what was asked, as `KEY SCREEN after PATH`.
  @discardableResult
  func finish(_ build: inout PathBuild) -> [String] {
    var asked: [String] = []
    var step = build.begin()
    while case .ask(let ask) = step {
      asked.append("\(ask.key) \(ask.element.screen) after \(Path(ask.before))")
      step = build.answer(answers[ask.key] ?? .declined)
    }
    return asked
  }
}

/// The elements of a path that the text spells, ids counted from 0.
func path(_ text: String) -> Path {
  do {
    return Path(
      try PathItem.path(parsing: text).enumerated().map { Element(id: ElementID(UInt64($0)), screen: $1.screen) })
  } catch {
    preconditionFailure("\(text): \(error)")
  }
}
