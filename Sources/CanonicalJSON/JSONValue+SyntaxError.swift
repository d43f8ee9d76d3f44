// SPDX-License-Identifier: Apache-2.0

extension JSONValue {
  /// The reason why text is refused as a JSON value.
  public struct SyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The offset of the first byte that does not fit; the length of the text where it ends too early.
    public var offset: Int
    /// The text that would fit there.
    public var expected: String

    /// An error at this byte.
    public init(offset: Int, expected: String) {
      self.offset = offset
      self.expected = expected
    }

    /// For people: `byte 7: expected ':'`.
    public var description: String { "byte \(offset): expected \(expected)" }
  }
}
