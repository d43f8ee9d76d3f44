// SPDX-License-Identifier: Apache-2.0

/// Lays the cells of a row out in as many lines as it needs: a cell without room goes on beneath itself, or on a line of its
/// own, whichever takes fewer lines.
struct ColumnFold {
  /// A line in the making.
  struct Line {
    /// A text, and how many spaces stand before it.
    struct Piece {
      var before: Int
      var text: String
      var style: Palette.Style
    }

    private(set) var pieces: [Piece] = []
    /// The column behind the last piece.
    private(set) var width = 0
    /// Where the next piece begins.
    var next: Int

    mutating func add(_ text: String, _ style: Palette.Style) {
      pieces.append(Piece(before: next - width, text: text, style: style))
      width = next + text.width
    }
  }

  /// The least columns in which a path's ends say something.
  private static let pathMin = 24

  /// Of each column.
  let widths: [Int]
  let indent: Int
  let gap: Int

  /// Where a line begins that goes on with a row.
  private var hanging: Int { indent + 4 }

  /// The lines of a row, each of at most so many columns.
  func lines(_ cells: [Columns.Cell], limit: Int) -> [Line] {
    var lines = [Line(next: indent)]
    for (column, cell) in cells.enumerated() {
      let start = lines[lines.count - 1].next
      let isFirst = lines.count == 1
      guard !cell.text.isEmpty else {
        if isFirst { lines[0].next = start + widths[column] + gap }
        continue
      }
      let texts = texts(of: cell, beneath: start, isFirst: column == 0, limit: limit)
      if texts.begins == start {
        lines[lines.count - 1].add(texts.lines[0], cell.style)
      } else {
        lines.append(line(texts.lines[0], cell.style, from: texts.begins))
      }
      lines += texts.lines.dropFirst().map { line($0, cell.style, from: texts.begins) }
      let last = lines[lines.count - 1].width
      // On a line that goes on with a row, nothing stands in a column.
      lines[lines.count - 1].next = isFirst && lines.count == 1 ? max(start + widths[column], last) + gap : last + gap
    }
    return lines
  }

  private func line(_ text: String, _ style: Palette.Style, from start: Int) -> Line {
    var line = Line(next: start)
    line.add(text, style)
    return line
  }

  /// The lines of a cell, and where they begin: at `start`, or where a row goes on.
  private func texts(
    of cell: Columns.Cell, beneath start: Int, isFirst: Bool, limit: Int
  ) -> (begins: Int, lines: [String]) {
    let room = limit - start
    guard cell.text.width > room else { return (start, [cell.text]) }
    if let path = cell.path {
      let begins = room >= Self.pathMin || isFirst ? start : hanging
      return (begins, [path.text(in: limit - begins)])
    }
    let here = TerminalWidth.folded(cell.text, first: max(1, room), rest: max(1, room))
    let apart = TerminalWidth.folded(cell.text, first: limit - hanging, rest: limit - hanging)
    let fitsHere = here.allSatisfy { $0.width <= room } && here.count <= apart.count + 1
    return fitsHere || isFirst ? (start, here) : (hanging, apart)
  }
}
