// SPDX-License-Identifier: Apache-2.0

import RouteModel
import Yams

extension Configuration {
  /// Deep links: which URLs lead to which paths.
  public struct Links: Hashable, Sendable {
    /// One kind of URL.
    public struct Pattern: Hashable, Sendable {
      /// What follows the scheme, with placeholders: `exhibit/{id:int}`, `search?{q}&{page:int=1}`.
      public var url: String
      /// The path it leads to, in path syntax, with the same placeholders: `home/exhibit?id={id}`.
      public var path: String
      /// The placeholders of the URL, in order.
      public var placeholders: [Placeholder]
    }

    /// A part of a URL that is not fixed.
    public struct Placeholder: Hashable, Sendable {
      /// What it may hold.
      public enum Kind: String, Hashable, Sendable, CaseIterable {
        case string, int, double, bool
      }

      /// Its name, unique in the pattern.
      public var name: String
      /// What it may hold; text unless said otherwise.
      public var kind: Kind
      /// What it is where the URL leaves it out; nil: it must be there.
      public var fallback: String?

      /// A placeholder.
      public init(name: String, kind: Kind, fallback: String? = nil) {
        self.name = name
        self.kind = kind
        self.fallback = fallback
      }
    }

    /// The schemes that lead here: `museum` for `museum://exhibit/7`.
    public var schemes: [String] = []
    /// In order; the first that fits counts.
    public var patterns: [Pattern] = []

    /// No links.
    public init() {}
  }
}

extension ConfigurationReader {
  private enum LinksKey: String, CaseIterable { case schemes, patterns }
  private enum PatternKey: String, CaseIterable { case url, path }

  mutating func links(_ node: Node, _ links: inout Configuration.Links) {
    for field in fields(node, "links key", LinksKey.self) {
      switch field.key {
      case .schemes:
        for item in items(field.node) {
          guard let scheme = text(item, "a scheme such as museum") else { continue }
          if scheme.first?.isLetter == true, scheme.utf8.allSatisfy(isSchemeByte) {
            links.schemes.append(scheme)
          } else {
            problem(item, "'\(scheme)' is no scheme: a small letter, then small letters, digits, '+', '-' or '.'")
          }
        }
      case .patterns:
        for item in items(field.node) {
          if let pattern = pattern(item) { links.patterns.append(pattern) }
        }
      }
    }
  }

  private mutating func pattern(_ node: Node) -> Configuration.Links.Pattern? {
    let fields = fields(node, "pattern key", PatternKey.self)
    guard let urlNode = fields.first(where: { $0.key == .url })?.node,
      let pathNode = fields.first(where: { $0.key == .path })?.node
    else {
      problem(node, "a pattern is written { url: TEXT, path: PATH }")
      return nil
    }
    guard let url = text(urlNode, "a URL without its scheme"), let path = text(pathNode, "a path"),
      let placeholders = placeholders(url, urlNode)
    else { return nil }
    // Whether the path is one at all shows when each placeholder holds something harmless.
    var sample = path
    for placeholder in placeholders { sample = sample.replacing("{\(placeholder.name)}", with: "0") }
    do {
      _ = try Literal.path(parsing: sample)
    } catch {
      let names = placeholders.map { "{\($0.name)}" }.joined(separator: " ")
      problem(pathNode, "no path with the placeholders \(names.isEmpty ? "(none)" : names) of the URL: \(error)")
      return nil
    }
    return Configuration.Links.Pattern(url: url, path: path, placeholders: placeholders)
  }

  /// The placeholders of a URL: `{name}`, `{name:kind}`, `{name=fallback}`, `{name:kind=fallback}`.
  private mutating func placeholders(_ url: String, _ node: Node) -> [Configuration.Links.Placeholder]? {
    var found: [Configuration.Links.Placeholder] = []
    var rest = url[...]
    while let brace = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
      guard rest[brace] == "{", let end = rest[brace...].firstIndex(of: "}") else {
        problem(node, "'\(url)' has a brace without its partner")
        return nil
      }
      let inside = rest[rest.index(after: brace)..<end]
      rest = rest[rest.index(after: end)...]
      let parts = inside.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let head = parts[0].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let kind = head.count == 2 ? Configuration.Links.Placeholder.Kind(rawValue: String(head[1])) : .string
      guard let kind, ScreenName(head[0]) != nil, !found.contains(where: { $0.name == head[0] }) else {
        let kinds = Configuration.Links.Placeholder.Kind.allCases.map(\.rawValue).joined(separator: ", ")
        problem(node, "'{\(inside)}' is no placeholder: a name of its own, then ':' and one of \(kinds), then '=value'")
        return nil
      }
      let fallback = parts.count == 2 ? String(parts[1]) : nil
      found.append(Configuration.Links.Placeholder(name: String(head[0]), kind: kind, fallback: fallback))
    }
    return found
  }

  private func isSchemeByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"),
      UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}
