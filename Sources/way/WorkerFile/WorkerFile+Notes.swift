// SPDX-License-Identifier: Apache-2.0

import RouteModel
import Waykeeper

extension WorkerFile {
  /// What `--check` notes beside what was understood: a name that the file does not declare may be another worker's, but
  /// one that looks much like a declared one is probably misspelt.
  var notes: [String] {
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
    let parts = declaration.parts.keys.sorted().map { declaration.parts[$0] }
    for name in ([declaration.tree] + parts).compactMap(\.self).flatMap(\.screenNames) { look(at: name, "tree") }
    let vocabulary = DestinationVocabulary(
      screens: Set(screens.map(\.name)), destinations: declaration.destinations, mayLackDestinations: true,
      hints: .max)
    for (name, destination) in declaration.destinations.sorted(by: { $0.key < $1.key }) {
      let problems = DestinationCheck.problems(
        of: destination.completed, named: name, among: vocabulary, in: DeclaredContainers())
      // Others may host what nothing here is like.
      notes += problems.map(\.description).filter { $0.contains("did you mean") }.map { "destination \(name), \($0)" }
    }
    for pattern in (declaration.links?.patterns ?? []) + declaration.parses {
      guard case .destination(let name) = pattern.end, declaration.destinations[name] == nil,
        let meant = Spelling.nearest(to: name.rawValue, among: declaration.destinations.keys.map(\.rawValue).sorted())
      else { continue }
      notes.append("link \(pattern.url): no destination here is called '\(name)'; did you mean '\(meant)'?")
    }
    var seen: Set<String> = []
    return notes.filter { seen.insert($0).inserted }
  }
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
}
