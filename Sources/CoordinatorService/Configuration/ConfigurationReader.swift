// SPDX-License-Identifier: Apache-2.0

import RouteModel
import Yams

/// Reads one YAML file and collects what is wrong with it instead of stopping at the first.
///
/// Scalars are read as the text that stands there, never as YAML's booleans or numbers: `off` is the word "off".
struct ConfigurationReader {
  let file: String
  var problems: [ConfigurationError.Problem] = []

  init(file: String) { self.file = file }

  /// One member of a mapping.
  struct Field<Key> {
    let key: Key
    let node: Node
  }

  /// The document; nil where there is none, or no YAML.
  mutating func document(_ text: String) -> Node? {
    do {
      return try compose(yaml: text)
    } catch let error as YamlError {
      problems.append(syntax(error))
    } catch {
      problems.append(.init(file: file, message: "\(error)"))
    }
    return nil
  }

  mutating func problem(_ node: Node, _ message: String) {
    problems.append(.init(file: file, line: node.mark?.line ?? 0, column: node.mark?.column ?? 0, message: message))
  }

  /// A problem `offset` bytes into a text; quoted ones are pointed at as a whole, for they may be written otherwise.
  mutating func problem(_ node: Node, at offset: Int, _ message: String) {
    problem(node, message)
    if case .scalar(let scalar) = node, scalar.style == .plain, let last = problems.indices.last {
      problems[last].column += String(decoding: scalar.string.utf8.prefix(offset), as: UTF8.self).count
    }
  }

  /// The members of a mapping whose keys are a closed list; `what` names it in errors.
  mutating func fields<Key>(_ node: Node, _ what: String, _: Key.Type) -> [Field<Key>]
  where Key: RawRepresentable & CaseIterable, Key.RawValue == String {
    let known = Key.allCases.map(\.rawValue)
    var fields: [Field<Key>] = []
    for (keyNode, value) in entries(node, what) {
      let word = keyNode.string ?? ""
      if let key = Key(rawValue: word) {
        fields.append(Field(key: key, node: value))
      } else {
        let nearest = Spelling.nearest(to: word, among: known)
        let hint = nearest.map { " (did you mean '\($0)'?)" } ?? "; known are \(known.joined(separator: ", "))"
        problem(keyNode, "unknown \(what) '\(word)'\(hint)")
      }
    }
    return fields
  }

  /// The members of a mapping whose keys are data. Nothing where a value should stand is an empty mapping.
  mutating func entries(_ node: Node, _ what: String) -> [(key: Node, value: Node)] {
    if isNothing(node) { return [] }
    guard case .mapping(let mapping) = node else {
      problem(node, "a mapping is expected here, '\(what): value' on lines of their own")
      return []
    }
    return mapping.map { ($0.key, $0.value) }
  }

  /// The items of a list; a single value is a list of one.
  mutating func items(_ node: Node) -> [Node] {
    switch node {
    case .sequence(let sequence): Array(sequence)
    case .scalar, .mapping, .alias: isNothing(node) ? [] : [node]
    }
  }

  /// The text that stands here.
  mutating func text(_ node: Node, _ wanted: String) -> String? {
    guard case .scalar(let scalar) = node, !isNothing(node) else {
      problem(node, "\(wanted) is expected here")
      return nil
    }
    return scalar.string
  }

  /// One of a closed list of words.
  mutating func word<Word>(_ node: Node, _ what: String, _: Word.Type = Word.self) -> Word?
  where Word: RawRepresentable & CaseIterable, Word.RawValue == String {
    let known = Word.allCases.map(\.rawValue)
    let list = known.joined(separator: ", ")
    guard let text = text(node, "\(what): one of \(list)") else { return nil }
    if let word = Word(rawValue: text) { return word }
    let hint = Spelling.nearest(to: text, among: known).map { " (did you mean '\($0)'?)" } ?? ": one of \(list)"
    problem(node, "'\(text)' is no \(what)\(hint)")
    return nil
  }

  /// A time, in ms.
  mutating func milliseconds(_ node: Node, _ range: ClosedRange<Int64>) -> Int64? {
    guard let text = text(node, ConfigurationText.durationForm) else { return nil }
    guard let ms = ConfigurationText.milliseconds(text) else {
      problem(node, "'\(text)' is not \(ConfigurationText.durationForm)")
      return nil
    }
    guard range.contains(ms) else {
      let (least, most) = (range.lowerBound, range.upperBound)
      problem(
        node,
        "\(text) is out of range: \(ConfigurationText.duration(ms: least)) to \(ConfigurationText.duration(ms: most))")
      return nil
    }
    return ms
  }

  /// A path in path syntax with at least one screen.
  mutating func path(_ node: Node) -> [PathItem]? {
    guard let text = text(node, "a path such as home/list") else { return nil }
    do {
      return try PathItem.path(parsing: text)
    } catch {
      problem(node, at: error.offset, "no path: \(error)")
      return nil
    }
  }

  /// Nothing stands where a value should: `key:` and the end of the line.
  func isNothing(_ node: Node) -> Bool {
    guard case .scalar(let scalar) = node else { return false }
    return scalar.style == .plain && scalar.string.isEmpty
  }

  private func syntax(_ error: YamlError) -> ConfigurationError.Problem {
    switch error {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      .init(file: file, line: mark.line, column: mark.column, message: "no YAML: \(problem)")
    case .duplicatedKeysInMapping(let keys, let context):
      .init(
        file: file, line: context.mark.line, column: context.mark.column,
        message: "'\(keys.first ?? "")' is given twice in this mapping; the other one stands below")
    default:
      .init(file: file, message: "no YAML: \(error)")
    }
  }
}
