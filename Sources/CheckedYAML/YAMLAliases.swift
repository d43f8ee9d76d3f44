// SPDX-License-Identifier: Apache-2.0

/// Looks for aliases that stand in keys. The parser compares the keys of a mapping with all that aliases in them stand for,
/// so that a few lines of aliases of aliases would take it for ever; our files need none there.
enum YAMLAliases {
  /// However so many refer to each other, they stand for no more than 36 times what a file may hold.
  private static let harmlessMax = 10

  /// The first place where an alias may stand in a key, of a text with an anchor and many aliases: there is an alias, a list or a
  /// mapping as a key. What stands in quotes or comments counts too, for only a parser can tell it from others.
  static func placeInKeys(of text: String) -> (line: Int, column: Int)? {
    let bytes = Array(text.utf8)
    var hasAnchor = false
    var aliases = 0
    var key: Int?
    for index in bytes.indices {
      let isStart = index == 0 || isBreak(bytes[index - 1])
      var isKey = false
      switch bytes[index] {
      case UInt8(ascii: "&"): if isStart, index + 1 < bytes.count, !isSpace(bytes[index + 1]) { hasAnchor = true }
      case UInt8(ascii: "?"): isKey = isStart
      case UInt8(ascii: "*"):
        guard isStart, index + 1 < bytes.count, !isSpace(bytes[index + 1]) else { continue }
        aliases += 1
        isKey = endsAsKey(bytes, from: index + 1)
      case UInt8(ascii: "]"), UInt8(ascii: "}"): isKey = isColon(bytes, after: index + 1)
      default: break
      }
      if isKey, key == nil { key = index }
    }
    guard hasAnchor, aliases > harmlessMax, let key else { return nil }
    let before = bytes[..<key]
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let line = before.count { $0 == UInt8(ascii: "\n") } + 1
    return (line, String(decoding: before[lineStart...], as: UTF8.self).count + 1)
  }

  /// Whether a word begins here that a colon follows.
  private static func endsAsKey(_ bytes: [UInt8], from start: Int) -> Bool {
    var end = start
    while end < bytes.count, !isSpace(bytes[end]), !",[]{}".utf8.contains(bytes[end]) { end += 1 }
    // A colon may belong to the word itself.
    return end > start && (bytes[end - 1] == UInt8(ascii: ":") || isColon(bytes, after: end))
  }

  private static func isColon(_ bytes: [UInt8], after start: Int) -> Bool {
    var index = start
    while index < bytes.count, bytes[index] == UInt8(ascii: " ") || bytes[index] == UInt8(ascii: "\t") { index += 1 }
    return index < bytes.count && bytes[index] == UInt8(ascii: ":")
  }

  private static func isSpace(_ byte: UInt8) -> Bool { " \t\r\n".utf8.contains(byte) }
  /// Whether a word can begin behind this: within braces the parser takes `?` and `:` without a space behind them.
  private static func isBreak(_ byte: UInt8) -> Bool { isSpace(byte) || ",[{?:".utf8.contains(byte) }
}
