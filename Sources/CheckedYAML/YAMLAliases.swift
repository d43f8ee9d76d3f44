// SPDX-License-Identifier: Apache-2.0

/// Looks for aliases that stand in keys. The parser compares the keys of a mapping with all that aliases in them stand for,
/// so that a few lines of aliases of aliases would take it for ever; our files need none there.
enum YAMLAliases {
  /// Whether an alias may stand in a key: the text holds an anchor, and an alias or a list or mapping as a key. What stands
  /// in quotes or comments counts too, which takes little from anybody: both are rare, and they are needed together.
  static func mayStandInKeys(of text: String) -> Bool {
    let bytes = Array(text.utf8)
    var hasAnchor = false
    var hasKey = false
    for index in bytes.indices {
      let isStart = index == 0 || isBreak(bytes[index - 1])
      switch bytes[index] {
      case UInt8(ascii: "&"): if isStart, index + 1 < bytes.count, !isSpace(bytes[index + 1]) { hasAnchor = true }
      case UInt8(ascii: "?"): if isStart { hasKey = true }
      case UInt8(ascii: "*"): if isStart, endsAsKey(bytes, from: index + 1) { hasKey = true }
      case UInt8(ascii: "]"), UInt8(ascii: "}"): if isColon(bytes, after: index + 1) { hasKey = true }
      default: break
      }
    }
    return hasAnchor && hasKey
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
