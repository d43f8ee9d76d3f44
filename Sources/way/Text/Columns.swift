// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// Rows whose cells line up. A character counts as one column, although a terminal shows East Asian ones and emoji in two:
/// names are ASCII, and Swift's Glibc has no wcwidth(3), which would tell.
struct Columns {
  /// A piece of a row.
  struct Cell: ExpressibleByStringInterpolation {
    /// Harmless, so that its width is that of what is written.
    let text: String
    var style: Palette.Style

    init(_ text: String, _ style: Palette.Style = .plain) {
      self.text = text.harmless
      self.style = style
    }

    init(stringLiteral value: String) { self.init(value) }
  }

  /// A row of cells, and what stands at the right edge.
  private struct Row {
    var cells: [Cell]
    var right: Cell?
  }

  private var rows: [Row] = []
  /// What stands before each row.
  var indent = ""
  /// Spaces between columns.
  var gap = 2
  /// Where the right edge is, at least.
  static let edge = 80

  /// Adds a row; `right` ends at the right edge.
  mutating func add(_ cells: [Cell], right: Cell? = nil) { rows.append(Row(cells: cells, right: right)) }

  /// Where the right edge is: at `edge`, or further right where a row is longer.
  var rightEdge: Int {
    let widths = widths
    return rows.map { row in row.right.map { body(row.cells, widths).width + 2 + $0.text.count } ?? 0 }
      .reduce(Self.edge, max)
  }

  /// The rows as lines; what stands at the right ends at `rightEdge`, or at its own where none is given.
  func lines(_ palette: Palette, rightEdge: Int? = nil) -> [Printed] {
    let widths = widths
    let edge = rightEdge ?? self.rightEdge
    return rows.map { row in
      let body = body(row.cells, widths)
      let line = Printed(indent) + body.cells.map { palette($0.text, $0.style) + $0.padding }.joined()
      guard let last = row.right else { return line.trimmedRight }
      let space = String(repeating: " ", count: max(2, edge - body.width - last.text.count))
      return line + space + palette(last.text, last.style)
    }
  }

  private var widths: [Int] {
    (0..<(rows.map(\.cells.count).max() ?? 0)).map { column in
      rows.map { column < $0.cells.count - 1 ? $0.cells[column].text.count : 0 }.max() ?? 0
    }
  }

  private struct Piece {
    var text: String
    var style: Palette.Style
    var padding: String
  }

  private func body(_ cells: [Cell], _ widths: [Int]) -> (cells: [Piece], width: Int) {
    var width = indent.count
    let pieces = cells.enumerated().map { column, cell -> Piece in
      let isLast = column == cells.count - 1
      let padding = isLast ? 0 : max(0, widths[column] - cell.text.count) + gap
      width += cell.text.count + padding
      return Piece(text: cell.text, style: cell.style, padding: String(repeating: " ", count: padding))
    }
    return (pieces, width)
  }
}

extension String {
  /// Without spaces at the end.
  var trimmedRight: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }

  /// Filled with spaces to this width.
  func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
