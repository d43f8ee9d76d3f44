// SPDX-License-Identifier: Apache-2.0

/// A rule that leads from URLs to a path without code: from `exhibit/{id:int}` to `home/list/exhibit?id={id}`.
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
  }

  /// The URLs, as written.
  package let url: String
  /// The path, as written.
  package let path: String

  let scheme: String?
  let segments: [Segment]
  /// The numbers of components that a URL may have: several if some components are optional.
  let lengths: [Int]
  let items: [Item]
  let template: LinkTemplate

  /// The pattern that leads from the URLs that `url` describes to `path`.
  package init(url: String, path: String) throws(LinkPatternError) {
    var parser = LinkPatternParser(url)
    try parser.parse()
    self.url = url
    self.path = path
    (scheme, segments, lengths, items) = (parser.scheme, parser.segments, parser.lengths, parser.items)
    template = try LinkTemplate(path, arguments: parser.names)
  }

  /// The path that `link` leads to; nil if the pattern does not describe the link.
  package func path(for link: DeepLink) -> [PathItem]? {
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
    for item in items {
      let texts = link.values(of: item.key)
      switch item.value {
      case .text(let wanted): guard let text = texts.last, text == wanted else { return nil }
      case .argument(let argument):
        guard let value = argument.value(of: texts) else { return nil }
        arguments[argument.name] = value
      }
    }
    return template.path(with: arguments)
  }
}
