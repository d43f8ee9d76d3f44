// SPDX-License-Identifier: Apache-2.0

extension DeepLink {
  /// The reason why text is no link pattern.
  public struct PatternError: Error, Hashable, Sendable, CustomStringConvertible {
    /// For people: the text, the position, and the text that would fit there.
    public var description: String

    init(_ description: String) { self.description = description }
  }
}
