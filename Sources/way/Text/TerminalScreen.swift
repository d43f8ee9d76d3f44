// SPDX-License-Identifier: Apache-2.0

import Foundation
import Waykeeper

/// The whole of a terminal, drawn again in place (ECMA-48; the other screen is xterm's, which all terminals have that know any sequence).
enum TerminalScreen {
  /// Whether the terminal knows sequences; one that calls itself dumb, as that of an editor, shows their letters.
  static func knowsSequences(_ environment: EnvironmentVariables = .ofThisProcess) -> Bool {
    environment["TERM"] != "dumb"
  }

  /// Shows the other screen: what stood on the first one comes back at the end.
  static let begin: StaticString = "\u{1B}[?1049h"
  static let end: StaticString = "\u{1B}[?1049l"

  /// Lines that a terminal of so many rows shows: those that have no room are counted in its last one.
  static func cut(_ lines: [Printed], rows: Int?) -> [Printed] {
    // The end of a line in the last row would scroll.
    guard let rows, lines.count > rows - 1, rows > 2 else { return lines }
    let shown = lines.prefix(rows - 2)
    return shown + [Printed("… \(lines.count - shown.count) more lines, see `way status`")]
  }

  /// The rows of the standard output, as many as there are now; nil where that is not known.
  static var rows: Int? {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0 else { return nil }
    return Int(size.ws_row)
  }
}
