// SPDX-License-Identifier: Apache-2.0

// Texts that are told only as far as they fit, in bytes. A character is told whole or not at all.

extension String {
  /// Stands for what is left out.
  package static let ellipsis = "…"

  /// The longest beginning of at most so many bytes.
  package func prefix(bytesMax: Int) -> Substring {
    guard var end = utf8.index(startIndex, offsetBy: bytesMax, limitedBy: endIndex) else { return self[...] }
    while end.samePosition(in: self) == nil { end = utf8.index(before: end) }
    return self[..<end]
  }

  /// The longest end of at most so many bytes.
  package func suffix(bytesMax: Int) -> Substring {
    guard var start = utf8.index(endIndex, offsetBy: -bytesMax, limitedBy: startIndex) else { return self[...] }
    while start.samePosition(in: self) == nil { start = utf8.index(after: start) }
    return self[start...]
  }

  /// The text; where it has more bytes, only its beginning, with `…` behind that.
  ///
  /// - Parameter countsEllipsis: Whether `…` is among the bytes, or follows them.
  package func shortened(bytesMax: Int, countsEllipsis: Bool) -> String {
    guard utf8.count > bytesMax else { return self }
    return prefix(bytesMax: max(0, bytesMax - (countsEllipsis ? Self.ellipsis.utf8.count : 0))) + Self.ellipsis
  }
}
