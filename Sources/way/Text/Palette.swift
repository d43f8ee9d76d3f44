// SPDX-License-Identifier: Apache-2.0

import Glibc
import RouteModel
import Waykeeper

/// Colours, where somebody sees them: on a terminal, unless `NO_COLOR` says otherwise (https://no-color.org). With them goes
/// the width of what they are for, so that no text is laid out without it.
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
  /// How much room a line has.
  let width: TerminalWidth

  /// Of the standard output of this process, as wide as it is now.
  static var standard: Palette {
    Palette(
      isTerminal: isatty(STDOUT_FILENO) == 1, environment: .ofThisProcess,
      width: TerminalWidth(of: STDOUT_FILENO))
  }

  init(isColoured: Bool, width: TerminalWidth = .unlimited) {
    self.isColoured = isColoured
    self.width = width
  }

  init(isTerminal: Bool, environment: EnvironmentVariables, width: TerminalWidth = .unlimited) {
    let isRefused = environment.nonempty("NO_COLOR") != nil || !TerminalScreen.knowsSequences(environment)
    self.init(isColoured: isTerminal && !isRefused, width: width)
  }

  /// `text` in this style.
  func callAsFunction(_ text: String, _ style: Style) -> Printed {
    guard isColoured, style != .plain, !text.isEmpty else { return Printed(text) }
    return Printed(text, from: "\u{1B}[", style, to: "\u{1B}[0m")
  }

  /// `text` in this style, as lines that fit; each but the first is indented by so many columns.
  func lines(_ text: String, _ style: Style = .plain, hanging: Int = 2) -> [Printed] {
    width.folded(text.harmless, hanging: hanging).map { self($0, style) }
  }
}
