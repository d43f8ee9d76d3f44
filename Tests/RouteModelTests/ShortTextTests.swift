// SPDX-License-Identifier: Apache-2.0

import RouteModel
import Testing

@Suite("Short text")
struct ShortTextTests {
  @Test(
    "A text ends where its bytes do, and before a character that does not fit as a whole",
    arguments: [
      ("exhibit", 7, "exhibit"), ("exhibit", 6, "exhibi"), ("exhibit", 0, ""), ("", 0, ""), ("été", 5, "été"),
      ("été", 4, "ét"), ("été", 1, ""), ("ae\u{301}", 3, "a"), ("ae\u{301}", 4, "ae\u{301}"), ("a\r\nb", 2, "a"),
      ("🇨🇭🇮🇹", 12, "🇨🇭"), ("👩‍🚀", 7, ""), ("a", .max, "a"),
    ])
  func beginning(of text: String, bytesMax: Int, is beginning: String) {
    #expect(Array(text.prefix(bytesMax: bytesMax).utf8) == Array(beginning.utf8))
  }

  @Test(
    "Where something is left out, an ellipsis says so, among the bytes or behind them",
    arguments: [
      ("exhibits", 8, "exhibits", "exhibits"), ("exhibits", 7, "exhi…", "exhibit…"), ("exhibits", 3, "…", "exh…"),
      ("exhibits", 2, "…", "ex…"), ("été été", 8, "été…", "été é…"), ("", 0, "", ""), ("a", .max, "a", "a"),
    ])
  func shortened(text: String, bytesMax: Int, counted: String, following: String) {
    #expect(text.shortened(bytesMax: bytesMax, countsEllipsis: true) == counted)
    #expect(text.shortened(bytesMax: bytesMax, countsEllipsis: false) == following)
  }
}
