// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// Rows whose cells line up.
struct Columns {
  /// A piece of a row.
  struct Cell: ExpressibleByStringInterpolation {
    /// Harmless, so that its width is that of what is written.
    let text: String
    var style: Palette.Style
    /// Of a cell that is shortened where it does not fit; others are folded.
    private(set) var path: PathText?

    init(_ text: String, _ style: Palette.Style = .plain) {
      self.text = text.harmless
      self.style = style
    }

    init(_ path: PathText, _ style: Palette.Style = .plain) {
      self.init(path.text, style)
      self.path = path
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

  /// Where the right edge is: at `edge`, or further right where a row is longer. On a terminal it is at most its width.
  var rightEdge: Int {
    zip(rows, naturalRowWidths).map { row, width in row.right.map { width + 2 + $0.text.width } ?? 0 }
      .reduce(Self.edge, max)
  }

  /// The columns of the longest row, what stands at its right left out.
  var naturalWidth: Int { naturalRowWidths.max() ?? 0 }

  /// The rows as lines; what stands at the right ends at `rightEdge`, or at its own where none is given.
  func lines(_ palette: Palette, rightEdge: Int? = nil) -> [Printed] {
    Array(lineGroups(palette, rightEdge: rightEdge).joined())
  }

  /// The lines of each row: one, unless a terminal has no room for it.
  func lineGroups(_ palette: Palette, rightEdge: Int? = nil) -> [[Printed]] {
    let limit = palette.width.columns ?? .max
    let isTight = !palette.width.fits(naturalWidth)
    let fold = ColumnFold(widths: widths(upTo: isTight ? limit : .max), indent: indent.count, gap: gap)
    let edge = min(rightEdge ?? self.rightEdge, limit)
    return rows.map { row in
      let right = row.right.map { $0.text.width + 2 } ?? 0
      return fold.lines(row.cells, limit: limit == .max ? limit : limit - right).enumerated().map { index, line in
        let text = line.pieces.map { String(repeating: " ", count: $0.before) + palette($0.text, $0.style) }.joined()
        guard index == 0, let last = row.right else { return text.trimmedRight }
        let space = String(repeating: " ", count: max(2, edge - line.width - last.text.width))
        return text + space + palette(last.text, last.style)
      }
    }
  }

  /// The width of each column; the last cell of a row counts for none. Nor does one that takes more than half of a line: it
  /// makes its own row longer only.
  private func widths(upTo limit: Int) -> [Int] {
    let most = limit == .max ? limit : (limit - indent.count) / 2
    return (0..<(rows.map(\.cells.count).max() ?? 0)).map { column in
      rows.map { column < $0.cells.count - 1 ? $0.cells[column].text.width : 0 }.filter { $0 <= most }.max() ?? 0
    }
  }

  private var naturalRowWidths: [Int] {
    let widths = widths(upTo: .max)
    return rows.map { row in
      let before = row.cells.indices.dropLast().map { widths[$0] + gap }.reduce(indent.count, +)
      return before + (row.cells.last?.text.width ?? 0)
    }
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
  func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - self.width)) }
}
