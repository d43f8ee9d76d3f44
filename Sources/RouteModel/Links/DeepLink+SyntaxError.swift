// SPDX-License-Identifier: Apache-2.0

extension DeepLink {
  /// The reason why text is refused as a URL.
  public struct SyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The offset of the first byte that does not fit; the length of the text where it ends too early.
    public var offset: Int
    /// The text that would fit there.
    public var expected: String

    /// For people: `byte 7: expected a host`.
    public var description: String { "byte \(offset): expected \(expected)" }
  }
}
