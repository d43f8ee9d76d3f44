// SPDX-License-Identifier: Apache-2.0

// The columns that a terminal gives a text. It is asked of no locale, so that a line is the same everywhere.

extension StringProtocol {
  /// The columns that it takes, as wcwidth(3) counts them, by which terminals go: two for each character that East Asia writes and for
  /// each emoji, none for an accent. Of an emoji that is made of several, each counts: not all terminals put them together.
  var width: Int {
    // Nearly all texts; nothing in them has to be looked up.
    utf8.allSatisfy { $0 < 0x80 } ? utf8.count : unicodeScalars.reduce(0) { $0 + $1.width }
  }
}

extension String {
  /// As much of its beginning as so many columns hold.
  func prefix(widthMax: Int) -> Substring {
    var left = widthMax
    return prefix { character in
      left -= String(character).width
      return left >= 0
    }
  }

  /// As much of its end as so many columns hold.
  func suffix(widthMax: Int) -> Substring {
    var (begin, left) = (endIndex, widthMax)
    while begin > startIndex {
      let before = index(before: begin)
      left -= self[before..<begin].width
      guard left >= 0 else { break }
      begin = before
    }
    return self[begin...]
  }
}

extension Unicode.Scalar {
  fileprivate var width: Int {
    switch value {
    // Two of the later ones are a flag.
    case ..<0x300, 0x1F1E6...0x1F1FF: return 1
    // The vowel and the end of a Korean syllable stand within its beginning.
    case 0x1160...0x11FF: return 0
    // It makes an emoji, which is wide, of the narrow sign before it.
    case 0xFE0F: return 1
    default: break
    }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return properties.isEmojiPresentation || Self.wide.contains { $0.contains(value) } ? 2 : 1
    }
  }

  /// What is wide besides emoji (Unicode, EastAsianWidth: W and F).
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF, 0x4E00...0xA4CF,
    0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60,
    0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F265, 0x20000...0x3FFFD,
  ]
}
