// SPDX-License-Identifier: Apache-2.0

/// A rule that leads from URLs to a path or a destination without code: from `exhibit/{id:int}` to
/// `home/list/exhibit?id={id}`, or to the destination `exhibit` with `{"id":…}` as its context.
///
/// Grammar and rules: specification, section "Link patterns".
package struct LinkPattern: Hashable, Sendable {
  /// A component that a URL must have.
  enum Segment: Hashable, Sendable {
    case text(String)
    case argument(LinkArgument)
  }

  /// A key that the query of a URL must have or may have.
  struct Item: Hashable, Sendable {
    var key: String
    var value: Segment

    /// Whether a URL without the key is none of the pattern's.
    var isRequired: Bool {
      switch value {
      case .text: true
      case .argument(let argument): !argument.isOptional && argument.kind != .flag && argument.fallback == nil
      }
    }
  }

  /// The URLs, as written.
  package let url: String
  /// Where they lead, as written.
  package let end: End

  /// Where the URLs of a pattern lead, as written.
  package enum End: Hashable, Sendable {
    /// To this path.
    case path(String)
    /// To this destination; its context are the arguments of the URL.
    case destination(DestinationName)

    /// In words: `home/list`, `the destination 'product'`.
    package var words: String {
      switch self {
      case .path(let path): path
      case .destination(let name): "the destination '\(name)'"
      }
    }
  }

  let scheme: String?
  let segments: [Segment]
  /// The numbers of components that a URL may have: several if some components are optional.
  let lengths: [Int]
  /// Those first that a URL must have.
  let items: [Item]
  /// Of a path.
  let template: LinkTemplate?

  /// The pattern that leads from the URLs that `url` describes to `path`.
  package init(url: String, path: String) throws(DeepLink.PatternError) { try self.init(url: url, to: .path(path)) }

  /// The pattern that leads from the URLs that `url` describes to `end`.
  package init(url: String, to end: End) throws(DeepLink.PatternError) {
    var parser = LinkPatternParser(url)
    try parser.parse()
    self.url = url
    self.end = end
    (scheme, segments, lengths) = (parser.scheme, parser.segments, parser.lengths)
    items = parser.items.filter(\.isRequired) + parser.items.filter { !$0.isRequired }
    switch end {
    case .path(let path): template = try LinkTemplate(path, arguments: parser.names)
    case .destination: template = nil
    }
  }

  /// The screens of the path that it leads to, whatever the link; none of a destination.
  package var screenNames: [ScreenName] { template?.screenNames ?? [] }

  /// Where `link` leads; nil if the pattern does not describe the link.
  package func end(for link: DeepLink) -> LinkEnd? {
    guard let arguments = arguments(of: link) else { return nil }
    switch end {
    case .path: return template.map { .path($0.path(with: arguments)) }
    case .destination(let name):
      let members = arguments.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
      return .destination(name, context: .object(members))
    }
  }

  private func arguments(of link: DeepLink) -> [String: JSONValue]? {
    guard scheme == nil || scheme == link.scheme, lengths.contains(link.components.count) else { return nil }
    var arguments: [String: JSONValue] = [:]
    for (segment, text) in zip(segments, link.components) {
      switch segment {
      case .text(let wanted): guard wanted.utf8.elementsEqual(text.utf8) else { return nil }
      case .argument(let argument):
        guard let value = argument.value(of: text) else { return nil }
        arguments[argument.name] = value
      }
    }
    for case .argument(let argument) in segments.dropFirst(link.components.count) {
      arguments[argument.name] = argument.fallback
    }
    return take(link, into: &arguments) ? arguments : nil
  }

  /// Takes the arguments in the query; false where it does not fit.
  private func take(_ link: DeepLink, into arguments: inout [String: JSONValue]) -> Bool {
    // Several arguments may be the list of one key, which may be long.
    var lists: [List: JSONValue] = [:]
    for item in items {
      let texts = link.values(of: item.key)
      switch item.value {
      case .text(let wanted):
        guard let last = texts.last, let text = last, text.utf8.elementsEqual(wanted.utf8) else { return false }
      case .argument(let argument):
        let list = argument.isList && !texts.isEmpty ? List(key: Array(item.key.utf8), kind: argument.kind) : nil
        if let list, let known = lists[list] {
          arguments[argument.name] = known
          continue
        }
        guard let value = argument.value(of: texts) else { return false }
        arguments[argument.name] = value
        if let list { lists[list] = value }
      }
    }
    return true
  }

  /// The values of a key, as one type.
  private struct List: Hashable {
    var key: [UInt8]
    var kind: LinkArgument.Kind
  }
}

/// Where a link leads.
package enum LinkEnd: Hashable, Sendable {
  /// To this path.
  case path([PathItem])
  /// To the destination of this name.
  case destination(DestinationName, context: JSONValue)

  /// The path, if it leads to one.
  package var path: [PathItem]? { if case .path(let path) = self { path } else { nil } }
}
