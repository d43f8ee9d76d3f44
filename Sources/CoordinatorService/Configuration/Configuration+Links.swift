// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel
import Yams

extension ConfigurationReader {
  private enum LinksKey: String, CaseIterable { case schemes, patterns }
  private enum PatternKey: String, CaseIterable { case url, path }

  /// Deep links: which URLs lead to which paths. Those of several files follow one another.
  mutating func links(_ node: Node, _ links: inout LinkReading) {
    for field in fields(node, "links key", LinksKey.self) {
      switch field.key {
      case .schemes:
        for item in items(field.node) {
          if let scheme = scheme(item), !links.schemes.contains(scheme) { links.schemes.append(scheme) }
          if links.schemes.count == LinkReading.schemesMax + 1 {
            problem(item, "more than \(LinkReading.schemesMax) schemes")
          }
        }
      case .patterns:
        for item in items(field.node) {
          if let pattern = pattern(item) { links.patterns.append(pattern) }
          if links.patterns.count == LinkReading.patternsMax + 1 {
            problem(item, "more than \(LinkReading.patternsMax) patterns")
          }
        }
      }
    }
  }

  private mutating func scheme(_ node: Node) -> String? {
    guard let text = text(node, "a scheme such as museum") else { return nil }
    guard let scheme = LinkReading.scheme(text) else {
      problem(node, "'\(text)' is not \(LinkReading.schemeRule)")
      return nil
    }
    return scheme
  }

  private mutating func pattern(_ node: Node) -> LinkPattern? {
    let fields = fields(node, "pattern key", PatternKey.self)
    guard let urlNode = fields.first(where: { $0.key == .url })?.node,
      let pathNode = fields.first(where: { $0.key == .path })?.node
    else {
      problem(node, "a pattern is written { url: TEXT, path: PATH }")
      return nil
    }
    guard let url = text(urlNode, "a URL such as exhibit/{id:int}"), let path = text(pathNode, "a path") else {
      return nil
    }
    do {
      return try LinkPattern(url: url, path: path)
    } catch {
      problem(node, "no pattern: \(error)")
      return nil
    }
  }
}
