// SPDX-License-Identifier: Apache-2.0

import Coordination
import RouteModel

/// Where URLs lead, as one part of a worker says it: by patterns, by code, or both.
struct LinkRule: Sendable {
  var schemes: [String]
  var patterns: [(url: String, end: LinkPattern.End)]
  var parser: LinkParser?
}

/// The links that a worker reads, checked.
struct LinkTable: Sendable {
  /// The registration of it; nil where the worker reads no links.
  let reading: LinkReading?
  private let parsers: [LinkParser]

  /// - Throws: ``NavigatorError/Code/refused`` where a pattern is none, or where not all are about the same schemes.
  init(_ links: [LinkRule]) throws(NavigatorError) {
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
    for (url, end) in links.flatMap(\.patterns) {
      do {
        patterns.append(try LinkPattern(url: url, to: end))
      } catch {
        throw NavigatorError(.refused, "the link '\(url)' to \(end.words): \(error)")
      }
    }
    reading = LinkReading(schemes: schemes, patterns: patterns, parses: !parsers.isEmpty)
  }

  private static func schemes(_ link: LinkRule) throws(NavigatorError) -> [String] {
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
