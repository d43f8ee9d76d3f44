// SPDX-License-Identifier: Apache-2.0

/// The names that destinations may use, as workers and the configuration register them.
package struct DestinationVocabulary: Hashable, Sendable {
  /// The screens; nil where any may be.
  package var screens: Set<ScreenName>?
  /// The destinations that others come from.
  package var destinations: [DestinationName: Destination]
  /// Whether there may be others, of somebody who is not there yet.
  package var mayLackDestinations: Bool
  /// What workers can do; a kind that is not in it is not checked.
  package var tasks: [Destination.TaskKind: Set<TaskName>]

  /// So many problems say which name was probably meant: to find it takes as long as to compare all names.
  package var hintsLeft: Int

  /// Names; what is not given is not checked.
  package init(
    screens: Set<ScreenName>? = nil, destinations: [DestinationName: Destination] = [:],
    mayLackDestinations: Bool = false, tasks: [Destination.TaskKind: Set<TaskName>] = [:], hints: Int = 1
  ) {
    hintsLeft = hints
    self.screens = screens
    self.mayLackDestinations = mayLackDestinations
    self.destinations = destinations
    self.tasks = tasks
  }

  /// Why a screen cannot be named; nil where it can.
  func complaint(about screen: ScreenName) -> String? {
    guard let screens, !screens.contains(screen) else { return nil }
    return unknown("screen", screen.rawValue, among: screens.map(\.rawValue))
  }

  /// Why a task cannot be named; nil where it can.
  func complaint(about name: TaskName, as task: Destination.TaskKind) -> String? {
    guard let known = tasks[task], !known.contains(name) else { return nil }
    return unknown(task.words, name.rawValue, among: known.map(\.rawValue))
  }

  /// Why a destination cannot be named; nil where it can.
  func complaint(about name: DestinationName) -> String? {
    guard destinations[name] == nil, !mayLackDestinations else { return nil }
    return unknown("destination", name.rawValue, among: destinations.keys.map(\.rawValue))
  }

  /// No destination has this name.
  static func unknown(_ name: DestinationName, among names: some Sequence<DestinationName>) -> String {
    unknown("destination", name.rawValue, among: names.map(\.rawValue))
  }

  private func unknown(_ what: String, _ word: String, among words: @autoclosure () -> [String]) -> String {
    hintsLeft > 0 ? Self.unknown(what, word, among: words()) : "there is no \(what) '\(word)'"
  }

  private static func unknown(_ what: String, _ word: String, among words: [String]) -> String {
    "there is no \(what) '\(word)'" + Spelling.hint(word, among: words.sorted())
  }
}

/// What is wrong with a destination.
package struct DestinationProblem: Hashable, Sendable, CustomStringConvertible {
  /// The step; nil for the destination as a whole.
  package var place: Destination.StepPlace?
  /// What is wrong, and what to do.
  package var message: String

  /// As people read it: `step 2: there is no screen 'shelfs'; did you mean 'shelves'?`.
  package var description: String { (place.map { "\($0): " } ?? "") + message }
}
