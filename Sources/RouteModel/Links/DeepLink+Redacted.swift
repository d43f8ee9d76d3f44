// SPDX-License-Identifier: Apache-2.0

extension DeepLink {
  /// How much of a URL is told.
  package enum Telling: Hashable, Sendable {
    /// All but user information, query and fragment: nobody knows yet where it leads.
    case place
    /// The scheme alone: each other part may have become the content of a screen.
    case scheme
  }

  /// The text of a URL, or of what was to be one, as far as it is told; `?redacted=true` stands for what is left out.
  package static func redacted(_ text: String, telling: Telling) -> String {
    let end = text.utf8.firstIndex { $0 == Byte.question || $0 == UInt8(ascii: "#") } ?? text.endIndex
    var told = String(text[..<end])
    switch telling {
    case .place:
      if let userInfo = userInfo(in: told) { told.removeSubrange(userInfo) }
    case .scheme:
      guard let link = try? DeepLink(parsing: text) else { return mark }
      told = link.scheme + ":"
    }
    return told == text ? text : told + mark
  }

  private static let mark = "?redacted=true"

  /// The text before the host, up to and with `@`.
  private static func userInfo(in text: String) -> Range<String.Index>? {
    let bytes = text.utf8
    guard let colon = bytes.firstIndex(of: Byte.colon), bytes[colon...].dropFirst().starts(with: "//".utf8) else {
      return nil
    }
    let start = bytes.index(colon, offsetBy: 3)
    let end = bytes[start...].firstIndex(of: Byte.slash) ?? bytes.endIndex
    guard let at = bytes[start..<end].lastIndex(of: Byte.at) else { return nil }
    return start..<bytes.index(after: at)
  }
}
