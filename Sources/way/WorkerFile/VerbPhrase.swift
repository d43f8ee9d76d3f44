// SPDX-License-Identifier: Apache-2.0

import CheckedYAML
import Waykeeper

/// A verb in a line of text, as `way` itself takes it: `show login`, `replace home/list`.
enum VerbPhrase {
  struct Fault: Error {
    let message: String
  }

  private enum Word: String, CaseIterable {
    case show, hide, navigate, start, back, replace, go, open
  }

  static func parse(_ text: String) throws(Fault) -> Verb {
    let words = text.split(separator: " ").map(String.init)
    let rest = Array(words.dropFirst())
    guard let first = words.first, let word = Word(rawValue: first) else {
      let known = Word.allCases.map(\.rawValue)
      throw Fault(message: "'\(words.first ?? "")' is unknown\(YAMLReader.hint(words.first ?? "", known))")
    }
    switch (word, rest.count) {
    case (.show, 1...): return .show(try names(rest))
    case (.navigate, 1...): return .navigate(try names(rest))
    case (.hide, 1): return .hide(try names(rest)[0], atomic: false)
    case (.start, 1): return .start(try names(rest)[0])
    case (.back, 0): return .back
    case (.replace, 1): return .navigator(.replace(path: try path(rest[0]), in: nil))
    case (.open, 1): return .open(rest[0])
    case (.go, 3) where rest[1] == "on":
      return .navigator(.goPath(to: try path(rest[0]), on: try target(rest[2])))
    default: throw Fault(message: "it is written \(form(word))")
    }
  }

  private static func form(_ word: Word) -> String {
    switch word {
    case .show, .navigate: "'\(word) NAME…'"
    case .hide, .start: "'\(word) NAME'"
    case .back: "'back'"
    case .replace: "'replace PATH'"
    case .open: "'open URL'"
    case .go: "'go PATH on TARGET'"
    }
  }

  private static func names(_ words: [String]) throws(Fault) -> [ScreenName] {
    var names: [ScreenName] = []
    for word in words {
      guard let name = ScreenName(word) else { throw Fault(message: "'\(word)' is no name") }
      names.append(name)
    }
    return names
  }

  private static func path(_ text: String) throws(Fault) -> [PathItem] {
    do { return try PathItem.path(parsing: text) } catch { throw Fault(message: "\(error)") }
  }

  private static func target(_ text: String) throws(Fault) -> Target {
    do { return try Target(parsing: text) } catch { throw Fault(message: "\(error)") }
  }
}
