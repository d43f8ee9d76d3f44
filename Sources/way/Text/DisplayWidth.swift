// SPDX-License-Identifier: Apache-2.0

// The columns that a terminal gives a text. It is asked of no locale, so that a line is the same everywhere.

extension StringProtocol {
  /// The columns that it takes, much as wcwidth(3) counts them, by which terminals go: two for each character that East Asia writes and
  /// for each emoji, none for an accent. Of an emoji that is made of several, each counts: not all terminals put them together.
  var width: Int {
    // Nearly all texts; nothing in them has to be looked up.
    if utf8.allSatisfy({ $0 < 0x80 }) { return utf8.count }
    var width = 0
    var before: Unicode.Scalar?
    for scalar in unicodeScalars {
      width += scalar.width(behind: before)
      before = scalar
    }
    return width
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
  /// The columns that it adds to the scalar before it.
  fileprivate func width(behind before: Unicode.Scalar?) -> Int {
    guard value == 0xFE0F else { return width }
    // It makes an emoji, which is wide, of the narrow sign before it.
    return before.map { $0.properties.isEmoji && $0.width == 1 } == true ? 1 : 0
  }

  private var width: Int {
    switch value {
    // Two of the later ones are a flag.
    case ..<0x300, 0x1F1E6...0x1F1FF: return 1
    // The vowel and the end of a Korean syllable stand within its beginning.
    case 0x1160...0x11FF, 0xD7B0...0xD7FB: return 0
    default: break
    }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return properties.isEmojiPresentation || Self.wide.contains { $0.contains(value) } ? 2 : 1
    }
  }

  /// What is wide besides emoji (Unicode, EastAsianWidth: W and F).
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0xA4CF,
    0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60,
    0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F265, 0x20000...0x3FFFD,
  ]
}
