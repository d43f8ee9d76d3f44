// SPDX-License-Identifier: Apache-2.0

/// The reason why a text is no verb.
package struct VerbTextError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The fault, and how the verb is written.
  package var description: String
}

extension Verb {
  /// The verb that a line of text spells: `show login`, `replace home/list`. It takes the verbs that worker files and redirects may
  /// name, those of `PhraseWord`. ``verbText`` writes more, such as what `hide` does at once.
  package init(parsing text: String) throws(VerbTextError) {
    let words = text.split(separator: " ").map(String.init)
    let rest = Array(words.dropFirst())
    guard let first = words.first, let word = PhraseWord(rawValue: first) else {
      let (given, known) = (words.first ?? "", PhraseWord.allCases.map(\.rawValue))
      let hint = Spelling.aside(given, among: known, otherwise: "; known are \(known.joined(separator: ", "))")
      throw VerbTextError(description: "'\(given)' is unknown\(hint)")
    }
    switch (word, rest.count) {
    case (.show, 1...): self = .show(try Self.names(rest))
    case (.navigate, 1...): self = .navigate(try Self.names(rest))
    case (.hide, 1): self = .hide(try Self.names(rest)[0], atomic: false)
    case (.start, 1): self = .start(try Self.names(rest)[0])
    case (.back, 0): self = .back
    case (.replace, 1): self = .navigator(.replace(path: try Self.path(rest[0]), in: nil))
    case (.open, 1): self = .open(rest[0])
    case (.route, 1): self = .route(.named(try Self.name(rest[0])))
    case (.select, 3) where rest[1] == "of":
      self = .navigator(.select(try Self.name(rest[0]), of: try Self.target(rest[2])))
    case (.go, 3) where rest[1] == "on":
      let (path, target) = (try Self.path(rest[0]), try Self.target(rest[2]))
      self = .navigator(path.count == 1 ? .go(to: path[0], on: target) : .goPath(to: path, on: target))
    default: throw VerbTextError(description: "it is written \(word.usage)")
    }
  }

  private static func names(_ words: [String]) throws(VerbTextError) -> [ScreenName] {
    var names: [ScreenName] = []
    for word in words { names.append(try name(word)) }
    return names
  }

  private static func name<Kind>(_ word: String) throws(VerbTextError) -> Name<Kind> {
    guard let name = Name<Kind>(word) else {
      throw VerbTextError(description: Name<Kind>.reservation(of: word) ?? "'\(word)' is no name")
    }
    return name
  }

  private static func path(_ text: String) throws(VerbTextError) -> [PathItem] {
    do { return try PathItem.path(parsing: text) } catch { throw VerbTextError(description: "\(error)") }
  }

  private static func target(_ text: String) throws(VerbTextError) -> Target {
    do { return try Target(parsing: text) } catch { throw VerbTextError(description: "\(error)") }
  }
}

/// The first word of a verb in words.
private enum PhraseWord: String, CaseIterable {
  case show, hide, navigate, start, back, replace, go, open, route, select

  var usage: String {
    switch self {
    case .show, .navigate: "'\(rawValue) NAME…'"
    case .hide, .start: "'\(rawValue) NAME'"
    case .back: "'back'"
    case .replace: "'replace PATH'"
    case .open: "'open URL'"
    case .route: "'route DESTINATION'"
    case .select: "'select BRANCH of TARGET'"
    case .go: "'go PATH on TARGET'"
    }
  }
}
