// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Colours, where somebody sees them: on a terminal, unless `NO_COLOR` says otherwise (https://no-color.org).
struct Palette {
  /// What a piece of text is.
  enum Style: String {
    case plain = ""
    case strong = "1"
    case quiet = "2"
    case good = "32"
    case bad = "31"
    case notice = "33"
  }

  let isColoured: Bool

  /// Of the standard output of this process.
  static let standard = Palette(
    isTerminal: isatty(STDOUT_FILENO) == 1, environment: ProcessInfo.processInfo.environment)

  init(isColoured: Bool) { self.isColoured = isColoured }

  init(isTerminal: Bool, environment: [String: String]) {
    let isRefused = !(environment["NO_COLOR"] ?? "").isEmpty || environment["TERM"] == "dumb"
    isColoured = isTerminal && !isRefused
  }

  /// `text` in this style.
  func callAsFunction(_ text: String, _ style: Style) -> Printed {
    guard isColoured, style != .plain, !text.isEmpty else { return Printed(text) }
    return Printed(text, from: "\u{1B}[", style, to: "\u{1B}[0m")
  }
}
