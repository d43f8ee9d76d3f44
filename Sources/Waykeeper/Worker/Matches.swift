// SPDX-License-Identifier: Apache-2.0

public import RouteModel

/// Says where URLs lead, by patterns: the coordinator needs to ask nobody.
///
/// ```swift
/// Matches(schemes: ["museum"], [
///   "exhibit/{id:int}": "home/list/exhibit?id={id}",            // to this path
///   "search?{q}&{page:int=1}": "home/search?q={q}&page={page}",
///   "buy/{id:int}": .destination("exhibit"),                    // to this destination, for {"id":…}
/// ])
/// ```
///
/// The grammar of both sides is in the specification, section "Link patterns". A pattern may name its scheme itself:
/// `museum://exhibit/{id}`. The first that fits counts.
public struct Matches: WorkerPart {
  /// What it registers.
  public let parts: WorkerParts

  /// Where the URLs of these schemes lead, in this order; no schemes: those of any.
  public init(schemes: [String] = [], _ patterns: KeyValuePairs<String, End>) {
    parts = WorkerParts(links: [
      LinkRule(schemes: schemes, patterns: patterns.map { ($0.key, $0.value.end) }, parser: nil)
    ])
  }

  /// Where the URLs of a pattern lead.
  public struct End: Hashable, Sendable, ExpressibleByStringInterpolation {
    let end: LinkPattern.End

    /// To this path, with the arguments of the URL in it.
    public static func path(_ path: String) -> End { End(end: .path(path)) }

    /// To this destination, of any worker or the configuration; the arguments of the URL are its context.
    public static func destination(_ name: DestinationName) -> End { End(end: .destination(name)) }

    /// To this path.
    public init(stringLiteral path: String) { end = .path(path) }

    private init(end: LinkPattern.End) { self.end = end }
  }
}
