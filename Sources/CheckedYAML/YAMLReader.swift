// SPDX-License-Identifier: Apache-2.0

import RouteModel
package import Yams

/// Reads one YAML file and collects its problems, each with line and column, instead of stopping at the first.
///
/// Every kind of file is read with it, so that the same mistake gets the same words everywhere. Scalars are read as the
/// text that stands there, never as YAML's booleans or numbers: `off` is the word "off".
package struct YAMLReader {
  /// The file, as errors call it.
  package let file: String
  /// The problems so far, in the order of the text.
  package private(set) var problems: [YAMLProblem] = []

  /// A reader of the file that errors call `file`.
  package init(file: String) { self.file = file }

  /// A member of a mapping.
  package struct Field<Key> {
    /// The key, one of a closed list.
    package let key: Key
    /// Its value.
    package let node: Node
  }

  /// The document; nil where the text is empty, or no YAML, which is a problem.
  package mutating func document(_ text: String) -> Node? {
    do {
      return try compose(yaml: text)
    } catch let error as YamlError {
      problems.append(syntax(error))
    } catch {
      problems.append(YAMLProblem(file: file, message: "\(error)"))
    }
    return nil
  }

  /// Adds a problem at `node`; nil: of the whole file.
  package mutating func problem(_ node: Node?, _ message: String) {
    problems.append(
      YAMLProblem(file: file, line: node?.mark?.line ?? 0, column: node?.mark?.column ?? 0, message: message))
  }

  /// Adds a problem `offset` bytes into a text. A quoted text is pointed at as a whole, for its escapes move the columns.
  package mutating func problem(_ node: Node, at offset: Int, _ message: String) {
    problem(node, message)
    if case .scalar(let scalar) = node, scalar.style == .plain, let last = problems.indices.last {
      problems[last].column += String(decoding: scalar.string.utf8.prefix(offset), as: UTF8.self).count
    }
  }

  /// The members of a mapping whose keys are data. Nothing where a value should stand is an empty mapping.
  ///
  /// - Parameter what: A member, in errors.
  package mutating func entries(_ node: Node, _ what: String) -> [(key: Node, value: Node)] {
    if node.isNothing { return [] }
    guard case .mapping(let mapping) = node else {
      problem(node, "a mapping is expected here, '\(what): value' on lines of their own")
      return []
    }
    return mapping.map { ($0.key, $0.value) }
  }

  /// The members of a mapping whose keys are a closed list.
  ///
  /// - Parameter what: A member, in errors, such as "scene key".
  package mutating func fields<Key>(_ node: Node, _ what: String, _: Key.Type = Key.self) -> [Field<Key>]
  where Key: RawRepresentable & CaseIterable, Key.RawValue == String {
    var fields: [Field<Key>] = []
    for (keyNode, value) in entries(node, what) {
      let word = keyNode.string ?? ""
      if let key = Key(rawValue: word) {
        fields.append(Field(key: key, node: value))
      } else {
        problem(keyNode, "unknown \(what) '\(word)'\(Self.hint(word, Key.allCases.map(\.rawValue)))")
      }
    }
    return fields
  }

  /// The items of a list; a single value is a list of one.
  package func items(_ node: Node) -> [Node] {
    switch node {
    case .sequence(let sequence): Array(sequence)
    case .scalar, .mapping, .alias: node.isNothing ? [] : [node]
    }
  }

  /// ` (did you mean 'x'?)`, or the whole list where no word is near.
  package static func hint(_ word: String, _ known: [String]) -> String {
    Spelling.nearest(to: word, among: known).map { " (did you mean '\($0)'?)" }
      ?? "; known are \(known.joined(separator: ", "))"
  }

  private func syntax(_ error: YamlError) -> YAMLProblem {
    switch error {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      YAMLProblem(file: file, line: mark.line, column: mark.column, message: "no YAML: \(problem)")
    case .duplicatedKeysInMapping(let keys, let context):
      YAMLProblem(
        file: file, line: context.mark.line, column: context.mark.column,
        message: "'\(keys.first ?? "")' is given twice in this mapping; the other one stands below")
    default:
      YAMLProblem(file: file, message: "no YAML: \(error)")
    }
  }
}

extension Node {
  /// Whether nothing stands where a value should: `key:` and the end of the line.
  package var isNothing: Bool {
    guard case .scalar(let scalar) = self else { return false }
    return scalar.style == .plain && scalar.string.isEmpty
  }
}
