// SPDX-License-Identifier: Apache-2.0

import RouteModel
import Testing
import Waykeeper

@testable import way

@Suite("Colours and columns") struct LayoutTests {
  @Test(
    "Colours are for terminals, unless somebody says otherwise",
    arguments: [
      (true, [:], true), (false, [:], false), (true, ["NO_COLOR": "1"], false), (true, ["NO_COLOR": ""], true),
      (true, ["TERM": "dumb"], false),
    ])
  func colours(isTerminal: Bool, environment: [String: String], isColoured: Bool) {
    let palette = Palette(isTerminal: isTerminal, environment: .init(environment))
    #expect(palette.isColoured == isColoured)
    #expect(palette("no", .bad).text == (isColoured ? "\u{1B}[31mno\u{1B}[0m" : "no"))
    #expect(palette("", .bad) == "")
  }

  @Test("Cells line up, what stands at the right ends at one edge, and nothing trails")
  func columns() {
    var columns = Columns()
    columns.indent = "  "
    columns.add(["a", "bb", "ccc"], right: "1.0 ms")
    columns.add(["aaaa", "b", ""])
    columns.add(["é", "日本", "c"], right: "12.0 ms")
    #expect(
      columns.lines(Palette(isColoured: false), rightEdge: 30) == [
        "  a     bb    ccc       1.0 ms",
        "  aaaa  b",
        "  é     日本  c        12.0 ms",
      ])
  }

  @Test("A row that is too long moves the edge for all")
  func edge() {
    var columns = Columns()
    columns.add([.init(String(repeating: "x", count: 100))], right: "1")
    columns.add(["y"], right: "2")
    #expect(columns.lines(Palette(isColoured: false)).map(\.text.count) == [103, 103])
  }

  @Test("On a terminal the right edge is at most its width, whatever a row has; paths are shortened, words are folded")
  func narrowEdge() {
    var columns = Columns()
    let path = Path((0..<9).map { Element(id: ElementID($0), screen: AnyScreen("screen")) })
    columns.add(["committed", "main 8412 ", .init(PathText(path))], right: "2.3 ms")
    columns.add(
      ["asked", "@4 list", "kiosk", "show map → deny \"there is no map of this floor any more\""], right: "10.4 ms")
    columns.add(["x"], right: "0.1 ms")
    #expect(
      columns.lines(Palette(isColoured: false, width: 60)).map(\.text) == [
        "committed  main 8412   screen / … / screen / screen   2.3 ms",
        "asked      @4 list     kiosk  show map → deny        10.4 ms",
        "                              \"there is no map of",
        "                              this floor any more\"",
        "x                                                     0.1 ms",
      ])
    let wide = columns.lines(Palette(isColoured: false, width: 80)).map(\.text)
    #expect(wide.filter { $0.hasSuffix(" ms") }.map(\.count) == [80, 80, 80])
    #expect(wide.allSatisfy { $0.count <= 80 })
    // Wider than the longest row the times stay beside it.
    #expect(columns.lines(Palette(isColoured: false, width: 200)) == columns.lines(Palette(isColoured: false)))
  }

  @Test("Colour changes no width")
  func styledWidth() {
    var columns = Columns()
    columns.add([.init("a", .good), "b"], right: "c")
    let plain = columns.lines(Palette(isColoured: false))[0].text
    let coloured = columns.lines(Palette(isColoured: true))[0].text
    #expect(coloured.replacing("\u{1B}[32m", with: "").replacing("\u{1B}[0m", with: "") == plain)
  }

  @Test(
    "Command lines are quoted as a shell wants them",
    arguments: [
      (["way", "go", "exhibit?id=7"], "way go 'exhibit?id=7'"), (["a b", "it's", ""], #"'a b' 'it'\''s' ''"#),
      (["home/list", "@3", "--if-busy=queue"], "home/list @3 --if-busy=queue"),
    ])
  func shell(words: [String], text: String) {
    #expect(Shell.text(words) == text)
  }
}
