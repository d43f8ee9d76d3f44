// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

/// The destinations of a worker and what it does for them, checked.
struct TaskTable: Sendable {
  /// A task of one kind and name.
  struct Key: Hashable {
    var task: Destination.TaskKind
    var name: TaskName
  }

  /// What it declares.
  private(set) var destinations: [DestinationName: Destination] = [:]
  /// What is registered of its tasks.
  private(set) var tasks: [Destination.TaskKind: [TaskName]] = [:]
  private var handlers: [Key: WorkerParts.Handler] = [:]
  private var hearers: [TaskName: WorkerParts.Hearer] = [:]
  /// Of each screen, what is about one of its elements.
  private var ofScreens: [ScreenName: [Key: WorkerParts.Handler]] = [:]
  private let relay: WorkerParts.Relay?

  /// - Throws: ``NavigatorError/Code/refused`` where a name has two meanings, or a destination's content no JSON form.
  init(_ parts: WorkerParts) throws(NavigatorError) {
    relay = parts.relays.first
    destinations = relay?.destinations ?? [:]
    for led in parts.destinations {
      let destination: Destination
      do {
        destination = try led.draft.destination
      } catch {
        throw NavigatorError(.refused, "the destination '\(led.name)': \(error)")
      }
      guard destinations.updateValue(destination, forKey: led.name) == nil else {
        throw Self.twice("lead to the destination", led.name)
      }
    }
    for (task, name, handler) in parts.tasks {
      guard handlers.updateValue(handler, forKey: Key(task: task, name: name)) == nil else {
        throw Self.twice("are the \(task.words)", name)
      }
    }
    for (name, hearer) in parts.hearers {
      guard hearers.updateValue(hearer, forKey: name) == nil else { throw Self.twice("are the post task", name) }
    }
    for screen in parts.screens { add(screen) }
    list()
  }

  private static func twice(_ what: String, _ name: Name<some Any>) -> NavigatorError {
    NavigatorError(.refused, "two parts of the worker \(what) '\(name)'; make them one")
  }

  private mutating func add(_ screen: WorkerParts.Screen) {
    var own: [Key: WorkerParts.Handler] = [:]
    for (name, handler) in screen.finders { own[Key(task: .finder, name: name)] = handler }
    for (name, handler) in screen.contextTasks { own[Key(task: .contextTask, name: name)] = handler }
    ofScreens[screen.name] = own
  }

  private mutating func list() {
    var all: [Destination.TaskKind: Set<TaskName>] = (relay?.tasks ?? [:]).mapValues { Set($0) }
    let keys = handlers.keys + hearers.keys.map { Key(task: .postTask, name: $0) } + ofScreens.values.flatMap(\.keys)
    for key in keys { all[key.task, default: []].insert(key.name) }
    tasks = all.mapValues { $0.sorted() }
  }

  /// The answer to a task; one that is not known is declined.
  func answer(_ question: Destination.Ask.Question, _ ask: OpenAsk) async throws -> Answer {
    try await handler(of: question, of: ask.screen.name)?(ask) ?? .declined
  }

  /// Whether it knows a task, which may be about a screen of this name.
  func handles(_ question: Destination.Ask.Question, of screen: ScreenName) -> Bool {
    handler(of: question, of: screen) != nil
  }

  private func handler(of question: Destination.Ask.Question, of screen: ScreenName) -> WorkerParts.Handler? {
    let key = Key(task: question.task, name: question.name)
    if let handler = handlers[key] ?? ofScreens[screen]?[key] { return handler }
    return relay?.tasks[key.task]?.contains(key.name) == true ? relay?.handler : nil
  }

  /// Whether it knows a post task.
  func hears(_ task: TaskName) -> Bool { hearers[task] != nil || relay != nil }

  /// Tells the post task that an arrival is for.
  func hear(_ arrival: Arrival) async throws { try await (hearers[arrival.task] ?? relay?.hears)?(arrival) }
}
