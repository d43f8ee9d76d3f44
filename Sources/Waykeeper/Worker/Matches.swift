// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// Says where URLs lead, by patterns: the coordinator needs to ask nobody.
///
/// ```swift
/// Matches(schemes: ["museum"], [
///   "exhibit/{id:int}": "home/list/exhibit?id={id}",
///   "search?{q}&{page:int=1}": "home/search?q={q}&page={page}",
/// ])
/// ```
///
/// The grammar of both sides is in the specification, section "Link patterns". A pattern may name its scheme itself:
/// `museum://exhibit/{id}`. The first that fits counts.
public struct Matches: WorkerPart {
  /// What it registers.
  public let parts: WorkerParts

  /// Where the URLs of these schemes lead, in this order; no schemes: those of any.
  public init(schemes: [String] = [], _ patterns: KeyValuePairs<String, String>) {
    parts = WorkerParts(links: [
      LinkRule(schemes: schemes, patterns: patterns.map { ($0.key, $0.value) }, parser: nil)
    ])
  }
}
