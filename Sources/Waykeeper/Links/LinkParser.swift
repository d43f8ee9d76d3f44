// SPDX-License-Identifier: Apache-2.0

public import RouteModel

/// Says where a URL leads; parsers compose.
///
/// ```swift
/// extension LinkParser {
///   /// museum://home/settings, museum://detail?id=7
///   static let museum = anyOf(.homeSettings, .details)
///
///   static let details = LinkParser { link in
///     guard link.components == ["detail"], let id = link["id"] else { return nil }
///     return [Home(), Detail(id: id)]
///   }
/// }
/// ```
public struct LinkParser: Sendable {
  private let parse: @Sendable (DeepLink) async throws -> [PathItem]?

  /// A parser that answers with a path, or nil where it is not its link. An empty path changes nothing.
  public init(parse: @escaping @Sendable (DeepLink) async throws -> [any ScreenConvertible]?) {
    self.parse = { link in
      try await parse(link)?.map { PathItem(try $0.anyScreen) }
    }
  }

  private init(literals parse: @escaping @Sendable (DeepLink) async throws -> [PathItem]?) { self.parse = parse }

  /// Where the link leads; nil where it is not the parser's.
  public func path(for link: DeepLink) async throws -> [PathItem]? { try await parse(link) }

  /// The first of these that answers; later ones are not asked.
  public static func anyOf(_ parsers: LinkParser...) -> LinkParser { anyOf(parsers) }

  /// The first of these that answers; later ones are not asked.
  public static func anyOf(_ parsers: [LinkParser]) -> LinkParser {
    LinkParser(literals: { link in
      for parser in parsers {
        if let path = try await parser.path(for: link) { return path }
      }
      return nil
    })
  }

  /// `path`, then the path that `parser` answers: the way to where a module begins.
  public static func prepending(path: [any ScreenConvertible], to parser: LinkParser) -> LinkParser {
    LinkParser(literals: { link in
      guard let rest = try await parser.path(for: link) else { return nil }
      return try path.map { PathItem(try $0.anyScreen) } + rest
    })
  }

  /// A parser of the URLs that a pattern describes (specification, section "Link patterns"); ``Matches`` does the same without
  /// asking the worker.
  ///
  /// - Throws: `DeepLink.PatternError`, which says what is wrong with it.
  public static func pattern(_ url: String, to path: String) throws(DeepLink.PatternError) -> LinkParser {
    let pattern = try LinkPattern(url: url, path: path)
    return LinkParser(literals: { pattern.end(for: $0)?.path })
  }

  /// No link is its own.
  public static let empty = LinkParser(literals: { _ in nil })
}

extension DeepLink {
  /// The last value that the query gives `key`; nil where it gives none, or is a flag.
  public subscript(key: String) -> String? { values(of: key).last ?? nil }

  /// Whether the query has `key`, with a value or without.
  public func has(_ key: String) -> Bool { !values(of: key).isEmpty }
}
