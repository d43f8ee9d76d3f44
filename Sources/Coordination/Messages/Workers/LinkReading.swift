// SPDX-License-Identifier: Apache-2.0

package import RouteModel

/// Which URLs somebody reads, and how.
package struct LinkReading: Hashable, Sendable {
  /// Of which schemes, in lower case; empty: of all.
  package var schemes: [String]
  /// Decided by the coordinator, in order.
  package var patterns: [LinkPattern]
  /// Whether the worker wants to be asked about what no pattern of its own describes.
  package var parses: Bool

  /// A reading.
  package init(schemes: [String] = [], patterns: [LinkPattern] = [], parses: Bool = false) {
    self.schemes = schemes
    self.patterns = patterns
    self.parses = parses
  }

  /// `text` as a scheme in lower case, or nil where it is none.
  package static func scheme(_ text: String) -> String? {
    let scheme = text.lowercased()
    return (try? DeepLink(parsing: scheme + ":"))?.scheme == scheme ? scheme : nil
  }

  /// The scheme that a pattern begins with where it is not among those that are read, so that no link is the pattern's; else nil.
  package func unreadScheme(of pattern: LinkPattern) -> String? {
    guard !schemes.isEmpty, let end = pattern.url.firstRange(of: "://")?.lowerBound,
      let scheme = Self.scheme(String(pattern.url[..<end])), !schemes.contains(scheme)
    else { return nil }
    return scheme
  }

  /// What a scheme is, for errors.
  package static let schemeRule = "a scheme: a letter, then letters, digits, + - ."

  /// The most patterns of one worker, or of the configuration.
  package static let patternsMax = 256
  /// The most schemes of one worker, or of the configuration.
  package static let schemesMax = 16
}
