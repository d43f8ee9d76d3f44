// SPDX-License-Identifier: Apache-2.0

import CheckedYAML
import RouteModel
import Waykeeper
import Yams

extension WorkerFile {
  /// Reads the file at `path`.
  ///
  /// - Parameter waits: Whether it may be a pipe, in which nobody may have written yet.
  /// - Throws: ``CommandFailure`` with everything that is wrong with it, a line each.
  init(contentsOf path: String, waits: Bool = true) throws {
    try self.init(try FileText.read(path, bytesMax: YAMLReader.bytesMax, waits: waits), file: path)
  }

  /// Reads `text`; errors name `file`.
  init(_ text: String, file: String) throws {
    var reader = YAMLReader(file: file)
    self.init()
    let document = reader.document(text)
    if let document {
      read(document, &reader)
    } else if reader.problems.isEmpty {
      reader.problem(nil, "the file is empty; `way worker --example` prints one with everything in it")
    }
    if reader.problems.isEmpty, let refusal { reader.problem(document.flatMap { placeOfRefusal(in: $0) }, refusal) }
    guard reader.problems.isEmpty else {
      throw CommandFailure("the worker file cannot be used", notes: reader.problems.map(\.description), .usage)
    }
  }

  private enum Key: String, CaseIterable {
    case worker, version, scenes, root, screens, tree, parts, links, destinations, tasks
  }

  private mutating func read(_ document: Node, _ reader: inout YAMLReader) {
    let fields = reader.fields(document, "key", Key.self)
    var declarations = DeclarationReader()
    for field in fields {
      let node = field.node
      switch field.key {
      case .worker: worker = reader.name(node, of: "the worker") ?? worker
      case .version: version = reader.text(node, "a version, for people,") ?? version
      case .scenes: scenes = Self.scenes(node, &reader)
      case .root: root = reader.items(node).compactMap { reader.name($0, of: "a screen") }
      case .screens:
        for (name, node) in reader.entries(node, "screen") {
          guard let name: ScreenName = reader.name(name, of: "a screen") else { continue }
          screens.append(Entry(name, node, &reader))
        }
      case .tree: declarations.readTree(node, &reader)
      case .parts: declarations.readParts(node, &reader)
      case .links: declarations.readLinks(node, &reader)
      case .tasks: declarations.readTasks(node, &reader)
      // They may come before the screens, and their containers.
      case .destinations: continue
      }
    }
    if let node = fields.first(where: { $0.key == .destinations })?.node {
      let containers = Dictionary(screens.compactMap { entry in entry.branches.map { (entry.name, $0) } }) { $1 }
      declarations.readDestinations(node, in: DeclaredContainers(containers), &reader)
    }
    declaration = declarations.declaration
    if !fields.contains(where: { $0.key == .worker }) {
      reader.problem(document, "the key 'worker' is missing: the worker's name")
    }
    let does: Set<Key> = [.screens, .tree, .parts, .links, .destinations, .tasks]
    if root.isEmpty, !fields.contains(where: { does.contains($0.key) }) {
      reader.problem(document, "the key 'screens' is missing: what the worker shows")
    }
  }

  private static func scenes(_ node: Node, _ reader: inout YAMLReader) -> [SceneName]? {
    let known = reader.problems.count
    let items = reader.items(node)
    if items.count == 1, items[0].string == "*" { return nil }
    if items.isEmpty, reader.problems.count == known {
      reader.problem(node, "a worker serves one scene at least, or \"*\" for all")
    }
    var scenes: [SceneName] = []
    for item in items {
      guard let name: SceneName = reader.name(item, of: "a scene"), !scenes.contains(name) else { continue }
      scenes.append(name)
    }
    return scenes
  }
}

extension WorkerFile.Entry {
  private enum Key: String, CaseIterable {
    case handles, standing, `guard`, unanswered, back, prepares
    case onDeath = "on-death"
    case appears, sensitive, presentation, instance, tabs, split, selected
    case alwaysShown = "always-shown"
    case keepsSelection = "keeps-selection"
  }

  fileprivate init(_ name: ScreenName, _ node: Node, _ reader: inout YAMLReader) {
    self.init(name: name)
    // What goes with branches may stand before or behind them.
    var rules: [(node: Node, apply: (inout DeclaredBranches) -> Void)] = []
    for field in reader.fields(node, "screen key", Key.self) {
      let node = field.node
      switch field.key {
      case .handles: handles = Self.table(node, &reader)
      case .standing: standing = Self.standing(node, &reader)
      case .guard: guarding = Reaction(node, as: .guarding, &reader)
      case .unanswered: unanswered = reader.word(node, "unanswered") ?? unanswered
      case .back: back = Reaction(node, as: .back, &reader)
      case .prepares: prepares = Reaction(node, as: .guarding, &reader)
      case .onDeath: onDeath = Self.onDeath(node, &reader)
      case .appears: appears = Self.appears(node, &reader)
      case .sensitive: isSensitive = reader.truth(node) == true
      case .presentation: presentation = reader.word(node, "presentation", PresentationWord.self)?.presentation
      case .instance: instance = reader.word(node, "instance") ?? instance
      case .tabs: setBranches(.tabs, node, &reader)
      case .split: setBranches(.split, node, &reader)
      case .selected:
        let name: BranchName? = reader.name(node, of: "a branch")
        rules.append((node, { $0.selected = name }))
      case .alwaysShown:
        let names: [BranchName] = reader.items(node).compactMap { reader.name($0, of: "a branch") }
        rules.append((node, { $0.alwaysShown = names }))
      case .keepsSelection:
        let keeps = reader.truth(node) == true
        rules.append((node, { $0.keepsSelection = keeps }))
      }
    }
    for rule in rules {
      guard var declared = branches else {
        reader.problem(rule.node, "this goes with tabs or split")
        continue
      }
      let isSound = declared.complaint == nil
      rule.apply(&declared)
      if isSound, let complaint = declared.complaint { reader.problem(rule.node, complaint) }
      branches = declared
    }
  }

  private mutating func setBranches(_ kind: Branches.Kind, _ node: Node, _ reader: inout YAMLReader) {
    guard branches == nil else { return reader.problem(node, "a container has either tabs or a split") }
    var declared = DeclaredBranches(kind, [])
    let told = reader.problems.count
    for (key, value) in reader.entries(node, "branch") {
      guard let name: BranchName = reader.name(key, of: "a branch") else { continue }
      let path = value.isNothing ? [] : reader.path(value) ?? []
      if path.contains(where: { !$0.branches.isEmpty }) {
        reader.problem(value, "a container in it declares its branches itself")
      }
      declared.branches.append(.init(name, path: path.map(\.screen)))
    }
    // Where none could be read, it has been told why.
    if let complaint = declared.complaint, !declared.branches.isEmpty || reader.problems.count == told {
      reader.problem(node, complaint)
    }
    branches = declared
  }

  private enum PresentationWord: String, CaseIterable {
    case push, sheet, sheetNoPush

    var presentation: Presentation {
      switch self {
      case .push: .push
      case .sheet: .sheet(allowsPush: true)
      case .sheetNoPush: .sheet(allowsPush: false)
      }
    }
  }

  private static func table(
    _ node: Node, _ reader: inout YAMLReader
  ) -> [(pattern: RequestPattern, reaction: Reaction)] {
    var seen: Set<RequestPattern> = []
    return reader.entries(node, "show NAME").compactMap { key, value in
      let text = key.string ?? ""
      guard let pattern = RequestPattern(text) else {
        reader.problem(key, "'\(text)' is no request; \(requestForms(text))")
        return nil
      }
      guard seen.insert(pattern).inserted else {
        reader.problem(key, "'\(text)' says the same as an entry above; leave one of them out")
        return nil
      }
      return Reaction(value, as: pattern.kind.isStep ? .stepping : .handling, &reader).map { (pattern, $0) }
    }
  }

  private static func requestForms(_ text: String) -> String {
    // In braces a colon without a space behind it belongs to the key.
    let parts = text.split(separator: ":", maxSplits: 1)
    if parts.count == 2, RequestPattern(parts[0]) != nil {
      return "did you mean '\(parts[0]): \(parts[1])', with a space behind the colon?"
    }
    // The kind of a step is its first two words, such as "to child".
    let words = text.split(separator: " ").map(String.init)
    let kind = words.prefix(words.first == "to" ? 2 : 1).joined(separator: " ")
    let nearest = Spelling.nearest(to: kind, among: RequestPattern.Kind.allCases.map(\.rawValue))
    let forms =
      "requests are 'show NAME', 'hide NAME', 'change NAME' and 'to child ROUTE', with * for any name, "
      + "'to parent' and 'to self'"
    guard let nearest, nearest != kind else { return forms }
    return "did you mean '\(nearest)\(text.dropFirst(kind.count))'? \(forms)"
  }

  private static func standing(
    _ node: Node, _ reader: inout YAMLReader
  ) -> [(pattern: RequestPattern, reaction: Reaction)] {
    let entries = table(node, &reader)
    for (pattern, reaction) in entries {
      if case .answer(.instruction) = reaction { continue }
      reader.problem(node, "a standing answer says how the path changes; '\(pattern): \(reaction)' does not")
    }
    return entries
  }

  private enum DeathKey: String, CaseIterable { case fallback }
  private enum DeathWord: String, CaseIterable { case keep, pop }

  private static func onDeath(_ node: Node, _ reader: inout YAMLReader) -> Routable.DeathPolicy {
    let forms = "keep, pop or { fallback: SCREEN }"
    if case .mapping(let mapping) = node {
      if let key = mapping.first?.key, let word = key.string, DeathWord(rawValue: word) != nil {
        reader.problem(key, "'\(word)' is no key but a word, which stands alone: on-death is \(forms)")
        return .keep
      }
      let fields = reader.fields(node, "on-death key", DeathKey.self)
      return fields.first.flatMap { reader.screen($0.node) }.map(Routable.DeathPolicy.fallback) ?? .keep
    }
    guard let text = reader.text(node, "on-death: one of \(forms)") else { return .keep }
    switch DeathWord(rawValue: text) {
    case .pop: return .pop
    case .keep: return .keep
    case nil:
      let hint = Spelling.aside(text, among: DeathWord.allCases.map(\.rawValue), otherwise: ": one of \(forms)")
      reader.problem(node, "'\(YAMLReader.shortened(text))' is no on-death\(hint)")
      return .keep
    }
  }

  private enum AppearsKey: String, CaseIterable { case after }

  private static func appears(_ node: Node, _ reader: inout YAMLReader) -> WorkerFile.Appearance {
    if case .mapping = node {
      let fields = reader.fields(node, "appears key", AppearsKey.self)
      return .after(fields.first.flatMap { reader.milliseconds($0.node) }.map { .milliseconds($0) } ?? .zero)
    }
    if node.string == "never" { return .never }
    let hint = node.string.map { Spelling.aside($0, among: ["never"]) } ?? ""
    reader.problem(node, "'never' or '{ after: 50ms }' is expected here\(hint)")
    return .never
  }
}
