// SPDX-License-Identifier: Apache-2.0

public import RouteModel

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
  /// What it registers.
  public let parts: WorkerParts

  /// Where `parser` says that the URLs of these schemes lead; no schemes: those of any.
  public init(schemes: [String] = [], _ parser: LinkParser) {
    parts = WorkerParts(links: [LinkRule(schemes: schemes, patterns: [], parser: parser)])
  }

  /// Where `parse` says that the URLs of these schemes lead; nil: it is not its link.
  public init(
    schemes: [String] = [], parse: @escaping @Sendable (DeepLink) async throws -> [any ScreenConvertible]?
  ) {
    self.init(schemes: schemes, LinkParser(parse: parse))
  }
}
