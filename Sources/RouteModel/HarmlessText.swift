// SPDX-License-Identifier: Apache-2.0

// Texts of peers and files for the eyes of a person (specification, section "Security considerations"): characters that
// would steer a terminal, begin a line or turn the direction of writing are written out.

extension StringProtocol {
  /// The text with each harmful character written out: `\u{1B}`. What is written out has no harmful character.
  package var harmless: String { escaping { "\\u{\(String($0.value, radix: 16, uppercase: true))}" } }

  /// The text, which is JSON, with each harmful character escaped as JSON does it: `\u009b`. It stands for the same value.
  package var harmlessJSON: String {
    escaping { scalar in
      let digits = String(scalar.value, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
  }

  /// The text, which is in path syntax, with each harmful character escaped as its place allows: in quoted JSON as JSON does it,
  /// else percent-encoded. It can be typed, and spells the same path.
  package var harmlessPath: String {
    var (isQuoted, isEscaped) = (false, false)
    return escaping { scalar in
      isQuoted ? String(scalar).harmlessJSON : PercentEncoding.encoded(String(scalar)) { _ in false }
    } passing: { scalar in
      // Outside of JSON a quotation mark is percent-encoded itself.
      if scalar == "\"", !isEscaped { isQuoted.toggle() }
      isEscaped = isQuoted && scalar == "\\" && !isEscaped
    }
  }

  /// By scalars, for a line break of two is one character.
  private func escaping(
    _ escape: (Unicode.Scalar) -> String, passing pass: (Unicode.Scalar) -> Void = { _ in }
  ) -> String {
    // Nearly every text is harmless, and its octets show it; scalars cost thirty times as much.
    if utf8.withContiguousStorageIfAvailable(\.areHarmless) == true { return String(self) }
    guard unicodeScalars.contains(where: \.isHarmful) else { return String(self) }
    var text = ""
    for scalar in unicodeScalars {
      if scalar.isHarmful { text += escape(scalar) } else { text.unicodeScalars.append(scalar) }
      pass(scalar)
    }
    return text
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether these octets of UTF-8 hold no harmful character for certain: none below a space and no DEL, and none of those that
  /// begin U+0080 to U+00BF, U+0600 to U+063F and U+2000 to U+207F, where all other harmful ones lie.
  fileprivate var areHarmless: Bool {
    var index = 0
    while index < count {
      // Eight at once, where all of them are plain.
      if count - index >= 8, UnsafeRawBufferPointer(self).loadUnaligned(fromByteOffset: index, as: UInt64.self).isPlain
      {
        index += 8
        continue
      }
      switch self[index] {
      case 0..<0x20, 0x7F, 0xC2, 0xD8: return false
      case 0xE2 where index + 1 < count && self[index + 1] <= 0x81: return false
      default: index += 1
      }
    }
    return true
  }
}

extension UInt64 {
  private static let ones: UInt64 = 0x0101_0101_0101_0101

  /// Whether each of its octets is at least a space and below DEL.
  fileprivate var isPlain: Bool {
    // A borrow or carry leaves an octet only where that octet says no by itself.
    (self | (self &- 0x20 &* Self.ones) | (self &+ Self.ones)) & (0x80 &* Self.ones) == 0
  }
}

extension Unicode.Scalar {
  /// Whether it is a control character, a separator of lines or paragraphs, or one that turns the direction of writing.
  package var isHarmful: Bool {
    switch value {
    case 0x20..<0x7F, 0xA0..<0x61C: false
    case 0..<0x20, 0x7F..<0xA0: true
    case 0x61C, 0x200E, 0x200F, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
