// SPDX-License-Identifier: Apache-2.0

import Coordination
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

  /// The longest file, in bytes.
  package static let bytesMax = 1024 * 1024
  /// The most values of a file, each alias counted with all that it stands for.
  package static let nodesMax = 100_000
  /// The most values of a file in each other.
  package static let depthMax = 256

  /// A reader of the file that errors call `file`.
  package init(file: String) { self.file = file }

  /// A member of a mapping.
  package struct Field<Key> {
    /// The key, one of a closed list.
    package let key: Key
    /// Its value.
    package let node: Node
  }

  /// The document; nil where the text is empty, or no YAML, which is a problem. A byte order mark before it says nothing: the text is
  /// UTF-8.
  package mutating func document(_ text: String) -> Node? {
    let text = text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
    guard text.utf8.count <= Self.bytesMax else {
      problem(nil, "the file has \(text.utf8.count) bytes; at most \(Self.bytesMax) are read")
      return nil
    }
    do {
      if YAMLAliases.areMany(in: text), let unresolved = try YAMLAliases.unresolved(text) {
        if let excess = unresolved.excess {
          problem(unresolved, excess)
          return nil
        }
        if let key = YAMLAliases.key(in: unresolved) {
          problem(key, "aliases may stand in a key here, and there are many; keys are plain words: write each out")
          return nil
        }
      }
      guard let document = try compose(yaml: text) else { return nil }
      guard let excess = document.excess else {
        checkKeys(of: document)
        return document
      }
      problem(document, excess)
    } catch let error as YamlError {
      problems.append(syntax(error))
    } catch {
      problems.append(YAMLProblem(file: file, message: "\(error)"))
    }
    return nil
  }

  /// Adds what is wrong with the keys of all mappings. To the parser `on` and `"on"` are two keys; here both are the word.
  private mutating func checkKeys(of node: Node) {
    switch node {
    case .scalar, .alias: break
    case .sequence(let sequence): for item in sequence { checkKeys(of: item) }
    case .mapping(let mapping):
      var words: Set<String> = []
      for (key, value) in mapping {
        if case .scalar(let scalar) = key {
          let isNew = words.insert(scalar.string).inserted
          if !isNew { problem(key, Self.twice(scalar.string) + "; the other one stands above") }
        } else {
          problem(key, "a key is a word, and no list or mapping")
        }
        checkKeys(of: value)
      }
    }
  }

  private static func twice(_ key: String) -> String { "'\(shortened(key))' is given twice in this mapping" }

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
    guard mapping.count <= Limits.listMax else {
      problem(node, "\(mapping.count) entries; at most \(Limits.listMax) belong here")
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
        problem(keyNode, "unknown \(what) '\(Self.shortened(word))'\(Self.hint(word, Key.allCases.map(\.rawValue)))")
      }
    }
    return fields
  }

  /// The items of a list; a single value is a list of one.
  ///
  /// - Parameter limit: The most items that may stand here.
  package mutating func items(_ node: Node, atMost limit: Int = Limits.listMax) -> [Node] {
    switch node {
    case .sequence(let sequence):
      guard sequence.count <= limit else {
        problem(node, "\(sequence.count) items; at most \(limit) belong here")
        return []
      }
      return Array(sequence)
    case .scalar, .mapping, .alias: return node.isNothing ? [] : [node]
    }
  }

  /// A text for an error: its beginning is enough to find it.
  package static func shortened(_ text: String) -> String {
    text.utf8.count <= 80 ? text : "\(text.prefix(77))…"
  }

  /// ` (did you mean 'x'?)`, or the whole list where no word is near.
  package static func hint(_ word: String, _ known: [String]) -> String {
    Spelling.aside(word, among: known, otherwise: "; known are \(known.joined(separator: ", "))")
  }

  private func syntax(_ error: YamlError) -> YAMLProblem {
    switch error {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      YAMLProblem(file: file, line: mark.line, column: mark.column, message: "no YAML: \(Self.words(problem))")
    case .reader(let problem, let offset, _, let yaml):
      place(offset.map { yaml.utf8.prefix($0) }, "no YAML: \(problem)")
    case .duplicatedKeysInMapping(let keys, let context):
      YAMLProblem(
        file: file, line: context.mark.line, column: context.mark.column,
        message: Self.twice("\(keys.first ?? "")") + "; the other one stands below")
    default:
      YAMLProblem(file: file, message: "no YAML: \(Self.words("\(error)"))")
    }
  }

  /// A problem behind this much of the text.
  private func place(_ before: Substring.UTF8View?, _ message: String) -> YAMLProblem {
    guard let before else { return YAMLProblem(file: file, message: message) }
    let lines = String(decoding: before, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    return YAMLProblem(file: file, line: lines.count, column: (lines.last?.count ?? 0) + 1, message: message)
  }

  /// The parser's words, with what they mean here.
  private static func words(_ problem: String) -> String {
    switch problem {
    case _ where problem.contains("tab character"):
      "\(problem); lines are indented by spaces"
    case "found character that cannot start any token":
      "\(problem); lines are indented by spaces, never by a tab, and a text that begins with @ or ` stands in quotes"
    case _ where problem.contains("another document"):
      "\(problem); a file has one, so take the line '---' away and what stands behind it"
    case _ where problem.contains("nesting level"):
      "values stand in each other deeper than \(depthMax) levels"
    default: problem
    }
  }
}

extension Node {
  /// The limit of a file that the document exceeds, if it exceeds one.
  fileprivate var excess: String? {
    var rest = YAMLReader.nodesMax
    if count(upTo: &rest, depth: 0) {
      return "values stand in each other deeper than \(YAMLReader.depthMax) levels"
    }
    return rest < 0 ? "more than \(YAMLReader.nodesMax) values, each alias counted with all that it stands for" : nil
  }

  /// Counts the values down to none left, and returns whether some lie too deep.
  private func count(upTo rest: inout Int, depth: Int) -> Bool {
    rest -= 1
    guard rest >= 0 else { return false }
    guard depth < YAMLReader.depthMax else { return true }
    switch self {
    case .scalar, .alias: return false
    case .sequence(let sequence):
      for node in sequence where rest >= 0 {
        if node.count(upTo: &rest, depth: depth + 1) { return true }
      }
    case .mapping(let mapping):
      for (key, value) in mapping where rest >= 0 {
        if key.count(upTo: &rest, depth: depth + 1) || value.count(upTo: &rest, depth: depth + 1) { return true }
      }
    }
    return false
  }

  /// Whether nothing stands where a value should: `key:` and the end of the line.
  package var isNothing: Bool {
    guard case .scalar(let scalar) = self else { return false }
    return scalar.style == .plain && scalar.string.isEmpty
  }
}
