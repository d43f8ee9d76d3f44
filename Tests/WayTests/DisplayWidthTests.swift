// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import way

@Suite("The columns that a terminal gives a text") struct DisplayWidthTests {
  @Test(
    "What East Asia writes and emoji take two, accents none",
    arguments: [
      ("", 0), ("home / list", 11), ("caf\u{E9}", 4), ("cafe\u{301}", 4), ("…→·─", 4), ("漢字", 4), ("ｗａｙ", 6),
      ("한국어", 6), ("\u{1112}\u{1161}\u{11AB}", 2), ("🙂", 2), ("⌚", 2), ("☎", 1), ("☎\u{FE0F}", 2), ("🇩🇪", 2), ("Ж", 1),
      ("ไทย", 3), ("a\u{200D}b", 2), ("漢 x", 4), ("\u{20BB7}", 2), ("⌚\u{FE0F}", 2), ("🙂\u{FE0F}", 2),
      ("1\u{FE0F}\u{20E3}", 2),
      ("a\u{FE0F}", 1), ("\u{3248}\u{4DC0}", 4), ("\u{A4D0}", 1), ("\u{1112}\u{D7B0}\u{D7FB}", 2),
    ])
  func width(text: String, width: Int) { #expect(text.width == width) }

  @Test("A beginning and an end are cut between characters")
  func cutting() {
    let text = "a漢字b🙂"
    let beginnings = ["", "a", "a", "a漢", "a漢", "a漢字", "a漢字b", "a漢字b", text]
    let ends = ["", "", "🙂", "b🙂", "b🙂", "字b🙂", "字b🙂", "漢字b🙂", text]
    #expect((0...8).map { String(text.prefix(widthMax: $0)) } == beginnings)
    #expect((0...8).map { String(text.suffix(widthMax: $0)) } == ends)
    for room in 8...20 { #expect(String(repeating: "漢", count: 40).leavingOutMiddle(in: room).width <= room) }
  }

  @Test("Words are folded by the columns that they take")
  func folding() {
    let lines = TerminalWidth(columns: 40).folded("漢字漢字漢字 漢字漢字漢字 漢字漢字漢字 漢字", hanging: 2)
    #expect(lines == ["漢字漢字漢字 漢字漢字漢字 漢字漢字漢字", "  漢字"])
    #expect(lines.allSatisfy { $0.width <= 40 })
  }

  @Test("What East Asia writes without spaces is folded between characters, but not before a mark that closes")
  func foldingWithoutSpaces() {
    func signs(_ count: Int) -> String { String(repeating: "漢", count: count) }
    func folded(_ text: String) -> [String] { TerminalWidth(columns: 40).folded(text, hanging: 2) }
    #expect(folded(signs(45)) == [signs(20), "  " + signs(19), "  " + signs(6)])
    #expect(folded(signs(20) + "。" + signs(3)) == [signs(19), "  漢。" + signs(3)])
    #expect(folded(signs(19) + "「" + signs(3)) == [signs(19), "  「" + signs(3)])
    #expect(folded("guard: " + signs(25) + " x") == ["guard: " + signs(16), "  " + signs(9) + " x"])
    #expect(folded(signs(12) + " " + signs(12)) == [signs(12), "  " + signs(12)])
    let word = String(repeating: "x", count: 50)
    #expect(folded("y " + word + "漢") == ["y", "  " + word + "漢"])
  }
}
