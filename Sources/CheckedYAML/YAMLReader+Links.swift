// SPDX-License-Identifier: Apache-2.0

import Coordination
package import RouteModel
package import Yams

/// Deep links: which URLs lead to which paths.
extension YAMLReader {
  private enum PatternKey: String, CaseIterable { case url, path, destination }

  /// Adds the schemes of a list, each once.
  package mutating func readSchemes(_ node: Node, into schemes: inout [String]) {
    for item in items(node) {
      guard let text = text(item, "a scheme such as museum") else { continue }
      guard let scheme = LinkReading.scheme(text) else {
        problem(item, "'\(text)' is not \(LinkReading.schemeRule)")
        continue
      }
      if !schemes.contains(scheme) { schemes.append(scheme) }
      if schemes.count == LinkReading.schemesMax + 1 { problem(item, "more than \(LinkReading.schemesMax) schemes") }
    }
  }

  /// Adds the patterns of a list, in order.
  package mutating func readPatterns(_ node: Node, into patterns: inout [LinkPattern]) {
    for item in items(node) {
      if let pattern = pattern(item) { patterns.append(pattern) }
      if patterns.count == LinkReading.patternsMax + 1 {
        problem(item, "more than \(LinkReading.patternsMax) patterns")
      }
    }
  }

  private mutating func patternEnd(_ field: Field<PatternKey>) -> LinkPattern.End? {
    if field.key == .destination { return name(field.node, of: "a destination").map(LinkPattern.End.destination) }
    return text(field.node, "a path").map(LinkPattern.End.path)
  }

  private mutating func pattern(_ node: Node) -> LinkPattern? {
    let fields = fields(node, "pattern key", PatternKey.self)
    let ends = fields.filter { $0.key != .url }
    guard let url = fields.first(where: { $0.key == .url }), let end = ends.first, ends.count == 1 else {
      problem(node, "a pattern is written { url: TEXT, path: PATH } or { url: TEXT, destination: NAME }")
      return nil
    }
    guard let url = text(url.node, "a URL such as exhibit/{id:int}"), let end = patternEnd(end) else { return nil }
    do {
      return try LinkPattern(url: url, to: end)
    } catch {
      problem(node, "no pattern: \(error)")
      return nil
    }
  }
}
