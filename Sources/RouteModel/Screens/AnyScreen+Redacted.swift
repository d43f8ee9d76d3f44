// SPDX-License-Identifier: Apache-2.0

extension AnyScreen {
  /// The content that stands for one that is withheld; in path syntax `?redacted=true`.
  package static let redaction: JSONValue = .object([("redacted", .bool(true))])

  /// The same screen with its content withheld. A screen without content has nothing to withhold.
  package var redacted: AnyScreen {
    guard !content.isNull else { return self }
    return AnyScreen(name, content: Self.redaction, presentation: presentation)
  }

  /// Whether the content is not told: only the worker that still shows the screen can know it
  /// (specification, section "Sensitive content").
  public var isRedacted: Bool { content == Self.redaction }
}
