// SPDX-License-Identifier: Apache-2.0

import CheckedYAML
import Coordination
import Logging
import RouteJournal
import RouteModel
import Yams

extension YAMLReader {
  private enum RetentionKey: String, CaseIterable { case commits, age, size }
  private enum GroupKey: String, CaseIterable { case control, screens, watch }

  /// Puts what the document says on top of `configuration`: mappings member by member, lists at their end.
  mutating func read(_ document: Node, into configuration: inout Configuration) {
    for field in fields(document, "key", Configuration.Key.self) {
      switch field.key {
      case .runtimeFolder: folder(field.node, &configuration.runtimeFolder)
      case .stateFolder: folder(field.node, &configuration.stateFolder)
      case .journal: set(&configuration.journal, word(field.node, "journal"))
      case .durability: set(&configuration.durability, word(field.node, "durability"))
      case .journalFailure: set(&configuration.journalFailure, word(field.node, "journal-failure"))
      case .retention: retention(field.node, &configuration.retention)
      case .hosting: set(&configuration.hosting, word(field.node, "hosting"))
      case .deadlines: deadlines(field.node, &configuration.settings)
      case .crashLoop: readCrashLoop(field.node, &configuration.settings.crashLoop)
      case .treeChange: set(&configuration.settings.treeChange, word(field.node, "tree-change"))
      case .logLevel: set(&configuration.logLevel, word(field.node, "log-level"))
      case .groups:
        configuration.namesGroups = true
        groups(field.node, &configuration.groups)
      case .scenes: scenes(field.node, &configuration.settings.scenes)
      case .links: readLinks(field.node, &configuration.settings.links)
      case .destinations:
        readDestinations(field.node, into: &configuration.settings.destinations, in: DeclaredContainers())
      case .everyDestination: readHooks(field.node, &configuration.settings.destinationHooks)
      case .endpoints: endpoints(field.node, &configuration.endpoints)
      case .metrics: set(&configuration.metrics, metricsAddress(field.node))
      }
    }
  }

  private mutating func folder(_ node: Node, _ folder: inout Configuration.Folder) {
    guard let path = text(node, "a folder") else { return }
    guard path.hasPrefix("/") else {
      problem(node, "'\(path)' must begin with '/': a daemon has no folder of its own to start from")
      return
    }
    folder = Configuration.Folder(path: path, source: file)
  }

  private mutating func retention(_ node: Node, _ retention: inout Retention) {
    for field in fields(node, "retention key", RetentionKey.self) {
      switch field.key {
      case .commits:
        guard let text = text(field.node, "a number of commits") else { continue }
        guard let commits = Int(text), (1...100_000_000).contains(commits) else {
          problem(field.node, "'\(text)' is no number of commits: 1 to 100000000")
          continue
        }
        retention.commits = commits
      case .age: set(&retention.ageMs, milliseconds(field.node, in: 1...TimeText.longestMs))
      case .size:
        guard let text = text(field.node, SizeText.form) else { continue }
        guard let bytes = SizeText.bytes(text), bytes > 0 else {
          problem(field.node, "'\(text)' is not \(SizeText.form)")
          continue
        }
        retention.bytes = bytes
      }
    }
  }

  private mutating func deadlines(_ node: Node, _ settings: inout Settings) {
    for field in fields(node, "deadline", Configuration.Deadline.self) {
      set(&settings[keyPath: field.key.setting], milliseconds(field.node, in: field.key.range))
    }
  }

  private mutating func groups(_ node: Node, _ groups: inout Configuration.Groups) {
    for field in fields(node, "group key", GroupKey.self) {
      let name = text(field.node, "the name of a group")
      if name == "" { problem(field.node, "the name of a group is empty") }
      switch field.key {
      case .control: set(&groups.control, name)
      case .screens: set(&groups.screens, name)
      case .watch: set(&groups.watch, name)
      }
    }
  }

  private enum HooksKey: String, CaseIterable {
    case interceptors, contextTasks, postTasks, whileMoving
  }

  /// What runs for every destination.
  private mutating func readHooks(_ node: Node, _ hooks: inout DestinationHooks) {
    for field in fields(node, "key", HooksKey.self) {
      switch field.key {
      case .interceptors: hooks.interceptors += taskNames(field.node)
      case .contextTasks: hooks.contextTasks += taskNames(field.node).map(Destination.ContextTask.asked)
      case .postTasks: hooks.postTasks += taskNames(field.node)
      case .whileMoving: hooks.whileMoving = word(field.node, "whileMoving") ?? hooks.whileMoving
      }
    }
  }

  private mutating func taskNames(_ node: Node) -> [TaskName] {
    items(node, atMost: Destination.ScreenStep.tasksMax).compactMap { name($0, of: "a task") }
  }

  private enum LinksKey: String, CaseIterable { case schemes, patterns }

  /// Deep links. Those of several files follow one another.
  private mutating func readLinks(_ node: Node, _ links: inout LinkReading) {
    for field in fields(node, "links key", LinksKey.self) {
      switch field.key {
      case .schemes: readSchemes(field.node, into: &links.schemes)
      case .patterns: readPatterns(field.node, into: &links.patterns)
      }
    }
  }

  /// Keeps the default where the value was wrong, which is a problem already.
  func set<Value>(_ place: inout Value, _ value: Value?) {
    if let value { place = value }
  }

  func set<Value>(_ place: inout Value?, _ value: Value?) { place = value ?? place }
}
