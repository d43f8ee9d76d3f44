// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// A line for people, as it is written. Each text becomes harmless on its way into it; only a ``Palette`` adds sequences for
/// the terminal. ``Output`` writes nothing else, so no text can be forgotten.
struct Printed: ExpressibleByStringInterpolation, Hashable, CustomStringConvertible {
  /// As it is written.
  private(set) var text: String

  init(_ text: some StringProtocol) { self.text = text.harmless }

  init(stringLiteral value: String) { self.init(value) }

  init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

  /// `text` between two sequences of the terminal.
  init(_ text: String, from begin: StaticString, _ style: Palette.Style, to end: StaticString) {
    self.text = "\(begin)\(style.rawValue)m\(text.harmless)\(end)"
  }

  /// A picture of the whole terminal: each line over what stood there, and nothing beneath them.
  init(picture lines: [Printed]) {
    text = "\u{1B}[H" + lines.map { $0.text + "\u{1B}[K\n" }.joined() + "\u{1B}[J"
  }

  /// A line that takes the place of the one before, and that the next one replaces.
  init(progress text: String) { self.text = "\r\(text.harmless)\u{1B}[K" }

  /// A sequence of the terminal alone.
  init(sequence: StaticString) { text = "\(sequence)" }

  var description: String { text }
  var isEmpty: Bool { text.isEmpty }

  /// The columns that it takes: the sequences of a palette take none.
  var width: Int {
    text.replacing(/\u{1B}\[[0-9]*m/.matchingSemantics(.unicodeScalar), with: "").width
  }

  /// Without spaces at the end.
  var trimmedRight: Printed {
    var copy = self
    copy.text = text.trimmedRight
    return copy
  }

  static func + (a: Printed, b: Printed) -> Printed {
    var copy = a
    copy.text += b.text
    return copy
  }

  static func + (a: Printed, b: String) -> Printed { a + Printed(b) }

  static func + (a: String, b: Printed) -> Printed { Printed(a) + b }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

    mutating func appendLiteral(_ literal: String) { text += literal.harmless }

    mutating func appendInterpolation(_ printed: Printed) { text += printed.text }

    mutating func appendInterpolation(_ value: some CustomStringConvertible) { text += value.description.harmless }
  }
}

extension Sequence<Printed> {
  /// All of them, one after the other.
  func joined(separator: Printed = "") -> Printed {
    var line: Printed?
    for piece in self { line = line.map { $0 + separator + piece } ?? piece }
    return line ?? ""
  }
}
