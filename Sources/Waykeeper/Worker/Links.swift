// SPDX-License-Identifier: Apache-2.0

import Coordination
public import RouteModel

/// Says where URLs lead, by patterns: the coordinator needs to ask nobody.
///
/// ```swift
/// Links(schemes: ["museum"], [
///   "exhibit/{id:int}": "home/list/exhibit?id={id}",
///   "search?{q}&{page:int=1}": "home/search?q={q}&page={page}",
/// ])
/// ```
///
/// The grammar of both sides is in the specification, section "Link patterns". A pattern may name its scheme itself:
/// `museum://exhibit/{id}`. The first that fits counts.
public struct Links: WorkerPart {
  /// What the part brings.
  public let parts: WorkerParts

  /// Where the URLs of these schemes lead, in this order; no schemes: those of any.
  public init(schemes: [String] = [], _ patterns: KeyValuePairs<String, String>) {
    parts = WorkerParts(links: [
      WorkerParts.Link(schemes: schemes, patterns: patterns.map { ($0.key, $0.value) }, parser: nil)
    ])
  }
}

/// Says where URLs lead, by code: asked about each URL that no pattern describes, workers in the order of their names.
///
/// ```swift
/// Parses(schemes: ["museum"]) { link in
///   guard link.components.first == "today" else { return nil }   // not ours: the next one is asked
///   return [Home(), Exhibit(id: await calendar.exhibitOfToday())]
/// }
/// Parses(.anyOf(.homeSettings, .details))
/// ```
public struct Parses: WorkerPart {
  /// What the part brings.
  public let parts: WorkerParts

  /// Where `parser` says that the URLs of these schemes lead; no schemes: those of any.
  public init(schemes: [String] = [], _ parser: LinkParser) {
    parts = WorkerParts(links: [WorkerParts.Link(schemes: schemes, patterns: [], parser: parser)])
  }

  /// Where `parse` says that the URLs of these schemes lead; nil: it is not its link.
  public init(
    schemes: [String] = [], parse: @escaping @Sendable (DeepLink) async throws -> [any ScreenConvertible]?
  ) {
    self.init(schemes: schemes, LinkParser(parse: parse))
  }
}

extension WorkerParts {
  /// Links that a part reads.
  struct Link: Sendable {
    var schemes: [String]
    var patterns: [(url: String, path: String)]
    var parser: LinkParser?
  }
}

/// The links that a worker reads, checked.
struct LinkTable: Sendable {
  /// What is registered of it; nil: it reads none.
  let reading: LinkReading?
  private let parsers: [LinkParser]

  /// - Throws: ``NavigatorError/Code/refused`` where a pattern is none, or where not all are about the same schemes.
  init(_ links: [WorkerParts.Link]) throws(NavigatorError) {
    parsers = links.compactMap(\.parser)
    guard let first = links.first else {
      reading = nil
      return
    }
    let schemes = try Self.schemes(first)
    for link in links where try Self.schemes(link) != schemes {
      throw NavigatorError(
        .refused, "the worker's links are for different schemes; name the same ones, or write them into the patterns")
    }
    var patterns: [LinkPattern] = []
    for (url, path) in links.flatMap(\.patterns) {
      do {
        patterns.append(try LinkPattern(url: url, path: path))
      } catch {
        throw NavigatorError(.refused, "the link '\(url)' to '\(path)': \(error)")
      }
    }
    reading = LinkReading(schemes: schemes, patterns: patterns, parses: !parsers.isEmpty)
  }

  private static func schemes(_ link: WorkerParts.Link) throws(NavigatorError) -> [String] {
    var schemes: [String] = []
    for text in link.schemes {
      guard let scheme = LinkReading.scheme(text) else {
        throw NavigatorError(.refused, "'\(text)' is not \(LinkReading.schemeRule)")
      }
      schemes.append(scheme)
    }
    return schemes.sorted()
  }

  /// The answer to "where does this URL lead?".
  func answer(_ url: String) async throws -> Answer {
    let link = try DeepLink(parsing: url)
    for parser in parsers {
      if let path = try await parser.path(for: link) { return .path(path) }
    }
    return .declined
  }
}
