// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

/// A part of a worker's registration: ``Hosts``, ``InstallsRoot``, ``Declares``, ``Matches``, ``Parses``, ``Leads``, and what it
/// does for destinations: ``Decides``, ``Converts``, ``Makes``, ``Places``, ``Intercepts`` and ``Hears``.
public protocol WorkerPart: Sendable {
  /// What it registers.
  var parts: WorkerParts { get }
}

/// Several parts of a worker in one. A part itself, so that parts can be made elsewhere and handed on.
public struct WorkerParts: WorkerPart {
  typealias Handler = @Sendable (OpenAsk) async throws -> Answer
  typealias Hearer = @Sendable (Arrival) async throws -> Void

  /// All about one screen name.
  struct Screen: Sendable {
    var name: ScreenName
    var routable = Routable()
    /// What its type says that it holds.
    var held: Destination.ContainerKind?
    var handlers: [RequestPattern: Handler] = [:]
    var back: Handler?
    var guards: Handler?
    var prepares: Handler?
    /// Predicates of finders.
    var finders: [TaskName: Handler] = [:]
    var contextTasks: [TaskName: Handler] = [:]
    var life: (@Sendable (ElementLife) async throws -> Void)?
    /// Faults that were found while the parts were put together.
    var faults: [String] = []

    mutating func addFault(ofTwoAnswersTo pattern: RequestPattern) {
      faults.append("two answers to '\(pattern)': a standing one and a handler; leave one of them out")
    }
  }

  var screens: [Screen] = []
  var roots: [(name: ScreenName, handler: Handler)] = []
  /// Parts of the navigation tree; one without a name may begin a path.
  var trees: [(part: PartName?, shape: TreeShape)] = []
  var links: [LinkRule] = []
  var destinations: [Led] = []
  /// What it does for destinations, but for what is about one element.
  var tasks: [(task: Destination.TaskKind, name: TaskName, handler: Handler)] = []
  /// Post tasks.
  var hearers: [(name: TaskName, handler: Hearer)] = []
  var relays: [Relay] = []

  init(
    screens: [Screen] = [], roots: [(name: ScreenName, handler: Handler)] = [],
    trees: [(part: PartName?, shape: TreeShape)] = [], links: [LinkRule] = [], destinations: [Led] = [],
    relays: [Relay] = []
  ) {
    self.screens = screens
    self.roots = roots
    self.trees = trees
    self.links = links
    self.destinations = destinations
    self.relays = relays
  }

  init(_ task: Destination.TaskKind, _ name: TaskName, handler: @escaping Handler) { tasks = [(task, name, handler)] }

  /// The parts of `parts`, one after another.
  public init(@WorkerBuilder _ parts: () -> WorkerParts) { self = parts() }

  /// These parts.
  public var parts: WorkerParts { self }
}

/// Puts the parts of a ``ScreenWorker`` together.
@resultBuilder
public enum WorkerBuilder {
  /// A part.
  public static func buildExpression(_ part: some WorkerPart) -> WorkerParts { part.parts }
  /// Parts one after another.
  public static func buildBlock(_ parts: WorkerParts...) -> WorkerParts { joined(parts) }
  /// `if` without `else`.
  public static func buildOptional(_ parts: WorkerParts?) -> WorkerParts { parts ?? WorkerParts() }
  /// `if`, `switch`.
  public static func buildEither(first parts: WorkerParts) -> WorkerParts { parts }
  /// `else`, `switch`.
  public static func buildEither(second parts: WorkerParts) -> WorkerParts { parts }
  /// `for`.
  public static func buildArray(_ parts: [WorkerParts]) -> WorkerParts { joined(parts) }

  private static func joined(_ parts: [WorkerParts]) -> WorkerParts {
    var all = WorkerParts(
      screens: parts.flatMap(\.screens), roots: parts.flatMap(\.roots), trees: parts.flatMap(\.trees),
      links: parts.flatMap(\.links), destinations: parts.flatMap(\.destinations), relays: parts.flatMap(\.relays))
    all.tasks = parts.flatMap(\.tasks)
    all.hearers = parts.flatMap(\.hearers)
    return all
  }
}
