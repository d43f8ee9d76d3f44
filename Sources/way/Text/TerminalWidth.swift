// SPDX-License-Identifier: Apache-2.0

import CommandLines
import Glibc
import Waykeeper

/// How many columns a line may take. A terminal has so many, and breaks a longer line amid a word; elsewhere a line takes
/// any number, for a program that reads it wants all of it, and each thing on one line.
struct TerminalWidth: Hashable, ExpressibleByIntegerLiteral {
  /// Nil for any number.
  let columns: Int?

  /// Of what is no terminal.
  static let unlimited = TerminalWidth(columns: nil)

  init(columns: Int?) { self.columns = columns.map { max($0, TerminalColumns.least) } }

  init(integerLiteral value: Int) { self.init(columns: value) }

  /// `COLUMNS` comes before what the terminal tells.
  init(isTerminal: Bool, columns: Int?, environment: EnvironmentVariables) {
    self.init(columns: isTerminal ? TerminalColumns.count(wanted: environment["COLUMNS"], told: columns) : nil)
  }

  /// Of a stream of this process, as wide as it is now.
  init(of descriptor: Int32) {
    let isTerminal = isatty(descriptor) == 1
    self.init(
      isTerminal: isTerminal, columns: isTerminal ? TerminalColumns.told(by: descriptor) : nil,
      environment: .ofThisProcess)
  }

  /// Whether a line of so many columns fits.
  func fits(_ count: Int) -> Bool { count <= columns ?? .max }

  /// The columns that are left behind so many.
  func room(behind count: Int) -> Int { columns.map { max(1, $0 - count) } ?? .max }

  /// The text as lines that fit, folded at spaces; each line but the first is indented by so many columns.
  func folded(_ text: String, hanging: Int) -> [String] {
    Self.folded(text, first: room(behind: 0), rest: room(behind: hanging)).enumerated()
      .map { $0 == 0 ? $1 : String(repeating: " ", count: hanging) + $1 }
  }

  /// A line of a page as lines that fit: what has no room goes on beneath the second column, where that leaves enough. What stands
  /// in brackets stays on one line, as far as one can hold it.
  func foldedInColumns(_ line: String) -> [String] {
    let kept = line.replacing(/\[[^\]]*\]/) { $0.output.replacing(" ", with: "\u{A0}") }
    let indent = line.prefix { $0 == " " }.count
    let second = line.firstMatch(of: /[^ ]  +/).map { line.distance(from: line.startIndex, to: $0.range.upperBound) }
    let isRoomy = second.map { $0 <= room(behind: 0) / 3 * 2 } ?? false
    return folded(kept, hanging: isRoomy ? second ?? 0 : indent + 2).map { $0.replacing("\u{A0}", with: " ") }
  }

  /// A line of usage as lines that fit, an option and its value on one of them.
  func foldedUsage(_ line: String) -> [Printed] {
    guard !fits(line.count) else { return [Printed(line)] }
    let indent = String(line.prefix { $0 == " " })
    var pieces = line.matches(of: /\[[^\]]*\]|[^ ]+/).map { Printed(String($0.output)) }
    if let first = pieces.first { pieces[0] = indent + first }
    return flowed(pieces, separator: " ", hanging: max(indent.count, 7) + 2)
  }

  /// The pieces as lines that fit, each piece on one line as far as one can hold it.
  func flowed(_ pieces: [Printed], separator: Printed, hanging: Int) -> [Printed] {
    var lines: [Printed] = []
    for piece in pieces {
      if let last = lines.last, fits(last.width + separator.width + piece.width) {
        lines[lines.count - 1] = last + separator + piece
      } else {
        lines.append(lines.isEmpty ? piece : String(repeating: " ", count: hanging) + piece)
      }
    }
    return lines
  }

  /// The text in pieces of at most so many columns, the first one and the rest of them. A word that is longer has a piece of
  /// its own, whole: cut in two nobody could copy it. Only where East Asia writes, which has no spaces, it is cut between characters.
  static func folded(_ text: String, first: Int, rest: Int) -> [String] {
    guard text.width > first else { return [text] }
    var pieces: [String] = []
    // Where the text does not begin with a word, it is indented.
    var line = String(text.prefix { $0 == " " })
    var width = line.count
    var isBegun = false
    var spaces = 0
    for word in text.dropFirst(width).split(separator: " ", omittingEmptySubsequences: false) {
      guard !word.isEmpty else {
        spaces += 1
        continue
      }
      for part in word.width > min(first, rest) ? word.partsOfLines : [word] {
        if !isBegun {
          line += part
          width += part.width
        } else if width + spaces + part.width <= (pieces.isEmpty ? first : rest) {
          line += String(repeating: " ", count: spaces) + part
          width += spaces + part.width
        } else {
          pieces.append(line)
          line = String(part)
          width = part.width
        }
        (isBegun, spaces) = (true, 0)
      }
      spaces = 1
    }
    return pieces + [line]
  }
}
