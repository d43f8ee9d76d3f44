// SPDX-License-Identifier: Apache-2.0

import Foundation
import RouteModel
import Waykeeper
import Yams

/// Reads a YAML file and collects what is wrong with it, each with line and column, instead of stopping at the first.
///
/// Scalars are the text that stands there, never YAML's booleans or numbers: `off` is the word "off".
struct YAMLReader {
  let file: String
  private(set) var problems: [String] = []

  init(file: String) { self.file = file }

  mutating func problem(_ node: Node, _ message: String) { problem(node.mark, message) }

  /// What is missing stands nowhere.
  mutating func problem(_ mark: Mark? = nil, _ message: String) {
    problems.append(mark.map { "\(file):\($0.line):\($0.column): \(message)" } ?? "\(file): \(message)")
  }

  /// The document; nil where there is none, or no YAML.
  mutating func document(_ text: String) -> Node? {
    do {
      if let node = try compose(yaml: text) { return node }
      problem(nil, "the file is empty; `way worker --help` shows what stands in one")
    } catch YamlError.scanner(_, let problem, let mark, _), YamlError.parser(_, let problem, let mark, _),
      YamlError.composer(_, let problem, let mark, _)
    {
      self.problem(mark, "no YAML: \(problem)")
    } catch YamlError.duplicatedKeysInMapping(let keys, let context) {
      problem(context.mark, "'\(keys.first ?? "")' stands twice in this mapping")
    } catch {
      problem(nil, "no YAML: \(error)")
    }
    return nil
  }

  /// The members of a mapping; nothing where a value should stand is an empty one.
  mutating func members(_ node: Node, _ what: String) -> [(key: Node, value: Node)] {
    if node.isNothing { return [] }
    guard case .mapping(let mapping) = node else {
      problem(node, "\(what) belongs here, as lines of 'key: value'")
      return []
    }
    return mapping.map { ($0.key, $0.value) }
  }

  /// The members of a mapping whose keys are a closed list.
  mutating func fields<Key>(_ node: Node, _ what: String, _: Key.Type = Key.self) -> [(key: Key, value: Node)]
  where Key: RawRepresentable & CaseIterable, Key.RawValue == String {
    var fields: [(key: Key, value: Node)] = []
    for (keyNode, value) in members(node, what) {
      let word = keyNode.string ?? ""
      if let key = Key(rawValue: word) {
        fields.append((key, value))
      } else {
        problem(keyNode, "unknown key '\(word)'\(Self.hint(word, Key.allCases.map(\.rawValue)))")
      }
    }
    return fields
  }

  /// The items of a list; a single value is a list of one.
  func items(_ node: Node) -> [Node] {
    switch node {
    case .sequence(let sequence): Array(sequence)
    case .scalar, .mapping, .alias: node.isNothing ? [] : [node]
    }
  }

  /// The text that stands here.
  mutating func text(_ node: Node, _ wanted: String) -> String? {
    guard case .scalar(let scalar) = node, !node.isNothing else {
      problem(node, "\(wanted) belongs here")
      return nil
    }
    return scalar.string
  }

  /// One of a closed list of words.
  mutating func word<Word>(_ node: Node, _: Word.Type = Word.self) -> Word?
  where Word: RawRepresentable & CaseIterable, Word.RawValue == String {
    let known = Word.allCases.map(\.rawValue)
    guard let text = text(node, "one of \(known.joined(separator: ", "))") else { return nil }
    if let word = Word(rawValue: text) { return word }
    problem(node, "'\(text)' is unknown here\(Self.hint(text, known))")
    return nil
  }

  mutating func name<Kind>(_ node: Node, _ what: String) -> Name<Kind>? {
    guard let text = text(node, "the name of \(what)") else { return nil }
    guard let name = Name<Kind>(text) else {
      problem(node, "'\(text)' is no name: a letter, then up to 63 of letters, digits, '-', '_' and '.'")
      return nil
    }
    return name
  }

  mutating func time(_ node: Node) -> Duration? {
    guard let text = text(node, "a time such as 200ms") else { return nil }
    guard let time = Quantity.duration(text) else {
      problem(node, "'\(text)' is no time; 500ms, 3s, 2m are")
      return nil
    }
    return time
  }

  mutating func screen(_ node: Node) -> AnyScreen? {
    guard let text = text(node, "a screen such as map?floor=1") else { return nil }
    do {
      return try AnyScreen(parsing: text)
    } catch {
      problem(node, "'\(text)' is no screen: \(error)")
      return nil
    }
  }

  /// ` (did you mean 'x'?)`, or the whole list where nothing is near.
  static func hint(_ word: String, _ known: [String]) -> String {
    Spelling.nearest(to: word, among: known).map { " (did you mean '\($0)'?)" }
      ?? "; known are \(known.joined(separator: ", "))"
  }
}

extension Node {
  /// Nothing stands where a value should: `key:` and the end of the line.
  var isNothing: Bool {
    guard case .scalar(let scalar) = self else { return false }
    return scalar.style == .plain && scalar.string.isEmpty
  }
}
