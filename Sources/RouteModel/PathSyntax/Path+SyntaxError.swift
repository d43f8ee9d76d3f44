// SPDX-License-Identifier: Apache-2.0

extension Path {
  /// The reason why text is no path, screen or target (specification, section "Path syntax").
  public struct SyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text as given.
    public var text: String
    /// The offset in bytes of the first one that does not fit; the length of the text where it ends too early.
    public var offset: Int
    /// The text that would fit there.
    public var expected: String

    /// An error at this byte of the text.
    public init(text: String, offset: Int, expected: String) {
      self.text = text
      self.offset = offset
      self.expected = expected
    }

    /// For people: `'home//list', after 'home/': expected a screen's name, not '/list'`. Of each of the three texts at most
    /// 96 bytes, so that the reason is told of a long path too.
    public var description: String {
      let before = String(decoding: text.utf8.prefix(offset), as: UTF8.self)
      let rest = String(decoding: text.utf8.dropFirst(offset), as: UTF8.self)
      return
        (before.isEmpty ? "'\(Self.start(of: text))'" : "'\(Self.start(of: text))', after '\(Self.end(of: before))'")
        + ": expected \(expected)"
        + (rest.isEmpty ? ", not the end" : before.isEmpty ? "" : ", not '\(Self.start(of: rest))'")
    }

    private static let excerptBytesMax = 96

    private static func start(of text: String) -> String {
      text.shortened(bytesMax: excerptBytesMax, countsEllipsis: true)
    }

    private static func end(of text: String) -> String {
      text.utf8.count <= excerptBytesMax
        ? text : String.ellipsis + text.suffix(bytesMax: excerptBytesMax - String.ellipsis.utf8.count)
    }
  }
}
