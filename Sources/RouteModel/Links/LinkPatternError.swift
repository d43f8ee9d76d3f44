// SPDX-License-Identifier: Apache-2.0

/// Why text is no link pattern.
public struct LinkPatternError: Error, Hashable, Sendable, CustomStringConvertible {
  /// For people: which text, where, what would have fitted.
  public var description: String

  init(_ description: String) { self.description = description }
}
