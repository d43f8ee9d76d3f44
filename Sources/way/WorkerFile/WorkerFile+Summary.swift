// SPDX-License-Identifier: Apache-2.0

import RouteModel
import Waykeeper

extension WorkerFile {
  /// What was understood, as `--check` tells it.
  func summary(_ palette: Palette = .standard) -> [Printed] {
    let scenes = scenes.map { $0.map(\.rawValue).joined(separator: ", ") } ?? "all"
    let head = "\(worker)\(version.isEmpty ? "" : " \(version)")   scenes: \(scenes)"
    let roots = root.isEmpty ? "" : "   installs: \(root.map(\.rawValue).joined(separator: ", "))"
    var columns = Columns()
    columns.indent = "  "
    for entry in screens {
      for (index, line) in entry.summary.enumerated() {
        columns.add([.init(index == 0 ? entry.name.rawValue : "", .strong), .init(line.0), .init(line.1)])
      }
    }
    return palette.lines(head + roots) + columns.lines(palette)
      + declaration.summary.flatMap { palette.lines($0, hanging: 4) }
  }

  /// The same for machines: the names, with `"*"` for all scenes as in reports, and the notes.
  var summaryJSON: String {
    func names<Kind>(_ names: [Name<Kind>]) -> JSONValue { .array(names.map { .string($0.rawValue) }) }
    let members: [(String, JSONValue)] = [
      ("worker", .string(worker.rawValue)), ("version", .string(version)),
      ("scenes", scenes.map(names) ?? .string("*")), ("installs", names(root)),
      ("screens", names(screens.map(\.name))), ("notes", .array(notes.map { .string($0) })),
    ]
    return JSONValue.object(members).json
  }
}

extension WorkerFile.Declaration {
  /// What is declared, a line each.
  fileprivate var summary: [String] {
    var lines: [String] = []
    if let tree { lines.append("  declares what begins a path: \(tree.sizeText)") }
    for name in parts.keys.sorted() { lines.append("  declares \(name): \(parts[name]?.sizeText ?? "nothing")") }
    for name in destinations.keys.sorted() {
      let steps = destinations[name]?.steps.count ?? 0
      lines.append("  leads to \(name) in \(steps == 1 ? "1 step" : "\(steps) steps")")
    }
    for task in Destination.TaskKind.allCases {
      for (name, reaction) in (tasks[task] ?? [:]).sorted(by: { $0.key < $1.key }) {
        lines.append("  \(task.words) \(name): " + (task == .postTask ? "told" : "\(reaction)"))
      }
    }
    guard let links else { return lines }
    let prefix = links.schemes.isEmpty ? "" : links.schemes.joined(separator: ",") + "://"
    func text(_ pattern: LinkPattern) -> String {
      "  \(pattern.url.contains("://") ? "" : prefix)\(pattern.url) → \(pattern.end.words)"
    }
    lines += links.patterns.map(text) + parses.map { text($0) + ", when asked" }
    return lines
  }
}

extension WorkerFile.Entry {
  /// What is done when, a line each.
  fileprivate var summary: [(String, String)] {
    var lines: [(String, String)] = []
    switch presentation {
    case .push, nil: break
    case .sheet(let allowsPush): lines.append(("comes as", allowsPush ? "sheet" : "sheet without pushes"))
    }
    if isSensitive { lines.append(("sensitive", "its content is withheld")) }
    lines += handles.map { ("\($0.pattern)", Self.text($0.reaction, to: $0.pattern)) }
    lines += standing.map { ("\($0.pattern)", "\($0.reaction), standing") }
    if let guarding { lines.append(("leave", "\(guarding); unanswered: \(unanswered.rawValue)")) }
    if let back { lines.append(("back", "\(back)")) }
    if let branches {
      let names = branches.branches.map(\.name.rawValue).joined(separator: ", ")
      lines.append((branches.kind == .tabs ? "tabs" : "split", names))
      if let selected = branches.selected { lines.append(("selected", selected.rawValue)) }
      if !branches.alwaysShown.isEmpty {
        lines.append(("always shown", branches.alwaysShown.map(\.rawValue).joined(separator: ", ")))
      }
      if branches.keepsSelection { lines.append(("keeps selection", "where a branch shows already")) }
    }
    if let prepares { lines.append(("host", "\(prepares)")) }
    if instance != .standard { lines.append(("instance", instance.rawValue)) }
    switch onDeath {
    case .keep: break
    case .pop: lines.append(("on death", "pop"))
    case .fallback(let screen): lines.append(("on death", "fallback \(screen.text)"))
    }
    switch appears {
    case .never: lines.append(("appears", "never"))
    case .after(let time): if time > .zero { lines.append(("appears", "after \(Quantity.text(time))")) }
    }
    return lines.isEmpty ? [("shows", "")] : lines
  }

  /// A step is allowed by completing it.
  private static func text(_ reaction: Reaction, to pattern: RequestPattern) -> String {
    if pattern.kind.isStep, case .answer(.allow) = reaction { return "complete" }
    return "\(reaction)"
  }
}

extension TreeNode {
  /// For people: `3 nodes`.
  fileprivate var sizeText: String { nodeCount == 1 ? "1 node" : "\(nodeCount) nodes" }
}
