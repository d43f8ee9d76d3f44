// SPDX-License-Identifier: Apache-2.0

extension Substring {
  /// Its parts between which a line may end: East Asia writes without spaces, and ends a line between any two of its characters, but
  /// neither before a mark that closes nor behind one that opens. Whatever else stands there stays together.
  var partsOfLines: [Substring] {
    var parts: [Substring] = []
    var begin = startIndex
    var before: Character?
    for (index, character) in zip(indices, self) {
      if let before, before.isWide, character.isWide, !Self.opening.contains(before),
        !Self.closing.contains(character)
      {
        parts.append(self[begin..<index])
        begin = index
      }
      before = character
    }
    return parts + [self[begin...]]
  }

  private static let opening: Set<Character> = ["「", "『", "（", "【", "〈", "《", "〔", "［", "｛"]
  private static let closing: Set<Character> = [
    "」", "』", "）", "】", "〉", "》", "〕", "］", "｝", "。", "、", "，", "．", "！", "？", "：", "；", "ー",
  ]
}

extension Character {
  /// Whether it takes two columns, as what East Asia writes does.
  fileprivate var isWide: Bool { String(self).width > 1 }
}
