// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Waykeeper

extension WorkerFile {
  /// What is noted of names that the file does not declare. One may be another worker's, but one that looks much like a declared one is
  /// probably misspelt.
  var nameNotes: [String] {
    var names = UndeclaredNames(
      screens: knownScreens.map(\.rawValue), routes: builtScreens.compactMap { $0.route?.id.rawValue },
      destinations: declaration.destinations.keys.map(\.rawValue).sorted())
    for name in root { names.look(at: name, "root") }
    for entry in screens { entry.look(at: &names) }
    for screen in builtScreens { names.look(at: screen.name, "tree") }
    for (_, reaction) in declaration.reactions.sorted(by: { $0.key < $1.key }) { names.look(at: reaction, "tree") }
    for task in Destination.TaskKind.allCases {
      for (name, reaction) in (declaration.tasks[task] ?? [:]).sorted(by: { $0.key < $1.key }) {
        names.look(at: reaction, "\(task.words) \(name)")
      }
    }
    names.notes += destinationNotes
    for pattern in declaration.patterns {
      for name in pattern.screenNames { names.look(at: name, "link \(pattern.url)") }
      if case .destination(let name) = pattern.end { names.look(at: name, "link \(pattern.url)") }
    }
    return names.notes
  }

  /// The screens that the file declares: those that the worker hosts, and virtual ones of its tree, which need no host.
  private var knownScreens: [ScreenName] { screens.map(\.name) + builtScreens.filter(\.isVirtual).map(\.name) }

  /// The screens of its trees.
  private var builtScreens: [TreeNode.Screen] { declaration.nodes.flatMap(\.builtScreens) }

  private var destinationNotes: [String] {
    let vocabulary = DestinationVocabulary(
      screens: Set(knownScreens), destinations: declaration.destinations, mayLackDestinations: true,
      hints: .max)
    return declaration.destinations.sorted(by: { $0.key < $1.key }).flatMap { name, destination -> [String] in
      let problems = DestinationCheck.problems(
        of: destination.completed, named: name, among: vocabulary, in: DeclaredContainers())
      // Others may host what nothing here is like.
      return problems.map(\.description).filter { $0.contains("did you mean") }.map { "destination \(name), \($0)" }
    }
  }
}

/// Names that a file uses, compared with those that it declares.
private struct UndeclaredNames {
  let screens: [String]
  let routes: [String]
  let destinations: [String]
  var notes: [String] = []

  mutating func look(at name: ScreenName, _ place: String) { note(name.rawValue, "screen", among: screens, place) }

  mutating func look(at name: RouteID, _ place: String) { note(name.rawValue, "route", among: routes, place) }

  mutating func look(at name: DestinationName, _ place: String) {
    note(name.rawValue, "destination", among: destinations, place)
  }

  mutating func look(at reaction: Reaction?, _ place: String) {
    for name in reaction?.screenNames ?? [] { look(at: name, place) }
  }

  private mutating func note(_ name: String, _ kind: String, among declared: [String], _ place: String) {
    guard !declared.contains(name), let meant = Spelling.nearest(to: name, among: declared) else { return }
    notes.append("\(place): no \(kind) here is called '\(name)'; did you mean '\(meant)'?")
  }
}

extension WorkerFile.Entry {
  fileprivate func look(at names: inout UndeclaredNames) {
    for (pattern, reaction) in handles + standing {
      // Requests to hide or change others' screens say nothing of this file.
      if pattern.kind == .show, let screen = pattern.name { names.look(at: screen, "\(name)") }
      if let route = pattern.route { names.look(at: route, "\(name)") }
      names.look(at: reaction, "\(name), \(pattern)")
    }
    names.look(at: guarding, "\(name), guard")
    names.look(at: back, "\(name), back")
    names.look(at: prepares, "\(name), prepares")
    for branch in branches?.branches ?? [] {
      for screen in branch.path { names.look(at: screen.name, "\(name), branch \(branch.name)") }
    }
    if let screen = onDeath.screen { names.look(at: screen.name, "\(name), on-death") }
  }
}

extension Reaction {
  /// The screens that it answers with, and those of the verb that it wants first.
  fileprivate var screenNames: [ScreenName] {
    switch self {
    case .answer(let answer): answer.screenNames
    case .redirect(let answer, then: let reaction): answer.screenNames + reaction.screenNames
    case .after(_, working: _, let reaction): reaction.screenNames
    case .hang, .crash: []
    }
  }
}

extension Answer {
  fileprivate var screenNames: [ScreenName] {
    switch self {
    case .instruction(let instruction), .merging(let instruction): instruction.screenNames
    case .redirect(let verb, _): verb.screenNames
    case .path(let path): path.screenNames
    // A file answers with no tree.
    case .tree, .declined, .allow, .value, .deny, .failed: []
    }
  }
}

extension Instruction {
  fileprivate var screenNames: [ScreenName] {
    switch self {
    case .push(let screen), .present(let screen): [screen?.name].compactMap(\.self)
    case .popTo(let name): [name].compactMap(\.self)
    case .edit(let verbs): Verb.batch(verbs).screenNames
    case .pop, .popToRoot, .dismiss, .done: []
    }
  }
}

extension Verb {
  fileprivate var screenNames: [ScreenName] {
    var names: [ScreenName] = []
    // No name is the one, so each is asked about.
    _ = concerns(
      screen: { name in
        names.append(name)
        return false
      }, element: { _ in false })
    return names
  }
}

extension TreeNode {
  /// The screens that it builds itself.
  fileprivate var builtScreens: [Screen] {
    let own: [Screen] = if case .screen(let screen) = self { [screen] } else { [] }
    return own + children.flatMap(\.builtScreens)
  }
}
