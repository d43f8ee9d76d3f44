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

  /// A name that the file does not declare may be another worker's, but one that looks much like a declared one is probably
  /// misspelt.
  private var nameNotes: [String] {
    let known = screens.map(\.name.rawValue)
    var notes: [String] = []
    func look(at name: ScreenName, _ place: String) {
      guard !known.contains(name.rawValue), let meant = Spelling.nearest(to: name.rawValue, among: known) else {
        return
      }
      notes.append("\(place): no screen here is called '\(name)'; did you mean '\(meant)'?")
    }
    for name in root { look(at: name, "root") }
    for entry in screens {
      for name in (entry.handles + entry.standing).compactMap(\.pattern.screenName) { look(at: name, "\(entry.name)") }
      for branch in entry.branches?.branches ?? [] {
        for screen in branch.path { look(at: screen.name, "\(entry.name), branch \(branch.name)") }
      }
      if let screen = entry.onDeath.screen { look(at: screen.name, "\(entry.name), on-death") }
    }
    for name in declaration.nodes.flatMap(\.screenNames) { look(at: name, "tree") }
    let vocabulary = DestinationVocabulary(
      screens: Set(screens.map(\.name)), destinations: declaration.destinations, mayLackDestinations: true,
      hints: .max)
    for (name, destination) in declaration.destinations.sorted(by: { $0.key < $1.key }) {
      let problems = DestinationCheck.problems(
        of: destination.completed, named: name, among: vocabulary, in: DeclaredContainers())
      // Others may host what nothing here is like.
      notes += problems.map(\.description).filter { $0.contains("did you mean") }.map { "destination \(name), \($0)" }
    }
    for pattern in declaration.patterns {
      guard case .destination(let name) = pattern.end, declaration.destinations[name] == nil,
        let meant = Spelling.nearest(to: name.rawValue, among: declaration.destinations.keys.map(\.rawValue).sorted())
      else { continue }
      notes.append("link \(pattern.url): no destination here is called '\(name)'; did you mean '\(meant)'?")
    }
    return notes
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

extension WorkerFile.Declaration {
  /// What begins a path, and the parts in the order of their names.
  fileprivate var nodes: [TreeNode] {
    ([tree] + parts.keys.sorted().map { parts[$0] }).compactMap(\.self)
  }

  /// All that links are compared with.
  fileprivate var patterns: [LinkPattern] { (links?.patterns ?? []) + parses }
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

extension RequestPattern {
  /// The screen that it asks to show; requests about others' screens say nothing of this file.
  fileprivate var screenName: ScreenName? { kind == .show ? name : nil }
}

extension TreeNode {
  /// The screens that it builds itself.
  fileprivate var screenNames: [ScreenName] {
    let own: [ScreenName] = if case .screen(let screen) = self { [screen.name] } else { [] }
    return own + children.flatMap(\.screenNames)
  }

  /// The screens of wildcards whose `tree` is missing, or builds nothing.
  fileprivate var barrenWildcards: [AnyScreen] {
    if case .wildcard(let screen, _) = self, buildsNothing { return [screen] }
    return children.flatMap(\.barrenWildcards)
  }
}
