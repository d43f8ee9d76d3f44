// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Waykeeper

extension WorkerFile {
  /// What `--check` notes beside what was understood: what is probably misspelt, and what can have no effect.
  var notes: [String] {
    var seen: Set<String> = []
    return (nameNotes + effectNotes).filter { seen.insert($0).inserted }
  }

  /// What stands in the file and does nothing.
  private var effectNotes: [String] {
    let own = Set(screens.map(\.name))
    var notes: [String] = []
    for entry in screens {
      if entry.guarding == nil, entry.unanswered != .allow {
        notes.append("\(entry.name): `unanswered` does nothing without `guard`")
      }
      if let screen = entry.onDeath.screen, own.contains(screen.name) {
        notes.append(
          "\(entry.name), on-death: '\(screen.name)' is hosted by this worker too, and nobody shows it when that has died; "
            + "name a screen of another worker")
      }
      if entry.onDeath == .pop, let place = firstPlace(of: entry.name) {
        notes.append(
          "\(entry.name), on-death: `pop` does nothing where the screen is the first of a path or of a branch, as in \(place); "
            + "{ fallback: SCREEN } puts another in its place")
      }
      for (pattern, reaction) in entry.handles + entry.standing {
        guard let name = reaction.pushedName(askedFor: pattern.kind == .show ? pattern.name : nil),
          screens.contains(where: { $0.name == name && $0.presentation?.isSheet == true })
        else { continue }
        notes.append("\(entry.name), \(pattern): `push` brings no sheet, though '\(name)' is one; `present` does")
      }
    }
    for screen in declaration.nodes.flatMap(\.barrenWildcards) {
      notes.append(
        "tree: the wildcard \(screen.text) has no `tree` that builds anything, such as tree: \(screen.name)")
    }
    for pattern in declaration.patterns {
      if let scheme = declaration.links?.unreadScheme(of: pattern) {
        notes.append("link \(pattern.url): it is never read, for its scheme '\(scheme)' is not among `schemes`")
      }
    }
    return notes
  }
}

extension WorkerFile {
  /// Where the file puts a screen first: on the path, or in a branch; nil where it does so nowhere.
  private func firstPlace(of name: ScreenName) -> String? {
    if root.contains(name) { return "root" }
    for entry in screens {
      for branch in entry.branches?.branches ?? [] where branch.path.first?.name == name {
        return "\(entry.name), branch \(branch.name)"
      }
    }
    return nil
  }
}

extension Reaction {
  /// The name of the screen that it comes to push; nil where it pushes none.
  ///
  /// - Parameter asked: The screen that was asked for, which a push without a screen brings.
  fileprivate func pushedName(askedFor asked: ScreenName?) -> ScreenName? {
    switch self {
    case .answer(.instruction(.push(let screen))): screen?.name ?? asked
    case .redirect(_, then: let reaction), .after(_, working: _, let reaction): reaction.pushedName(askedFor: asked)
    case .answer, .hang, .crash: nil
    }
  }
}

extension WorkerFile.Declaration {
  /// What begins a path, and the parts in the order of their names.
  var nodes: [TreeNode] {
    ([tree] + parts.keys.sorted().map { parts[$0] }).compactMap(\.self)
  }

  /// All that links are compared with.
  var patterns: [LinkPattern] { (links?.patterns ?? []) + parses }
}

extension WorkerFile {
  /// What is said of a file that is read again: what a worker is from its start to its end stays as it was. Nil where the file says the
  /// same of that.
  func note(after running: WorkerFile) -> String? {
    let changes = [
      ("worker", worker != running.worker), ("version", version != running.version),
      ("scenes", scenes.map { Set($0) } != running.scenes.map { Set($0) }),
    ]
    let changed = changes.filter { $0.1 }.map { "`\($0.0)`" }
    guard !changed.isEmpty else { return nil }
    return changed.joined(separator: " and ") + " \(changed.count == 1 ? "takes" : "take") effect with the next start"
  }
}

extension TreeNode {
  /// The screens of wildcards whose `tree` is missing, or builds nothing.
  fileprivate var barrenWildcards: [AnyScreen] {
    if case .wildcard(let screen, _) = self, buildsNothing { return [screen] }
    return children.flatMap(\.barrenWildcards)
  }
}
