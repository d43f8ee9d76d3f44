// SPDX-License-Identifier: Apache-2.0

import Glibc

/// How many columns a terminal has for a line.
package enum TerminalColumns {
  /// A terminal counts as at least this wide: in less nothing could be told.
  package static let least = 40
  /// The width of a terminal that does not know its own, such as a serial line.
  package static let usual = 80

  /// The columns that somebody wants, else those that the terminal tells, else the usual ones; never less than the least.
  ///
  /// - Parameters:
  ///   - wanted: The value of `COLUMNS`, which comes before what the terminal tells, as POSIX has it. One that is no number above 0
  ///     counts for nothing.
  ///   - told: What the terminal says.
  package static func count(wanted: String?, told: Int?) -> Int {
    let known = [wanted.flatMap { Int($0) }, told].compactMap(\.self).first { $0 > 0 }
    return max(known ?? usual, least)
  }

  /// The columns that the terminal of a stream tells; nil where it tells none.
  package static func told(by descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Has the parser lay its help out in columns that it can. It takes `COLUMNS` and the terminal at their word, and where they tell of
  /// too few, what an option means has no room.
  ///
  /// What the parser reads is `COLUMNS`, which a program that is started later would have, too: to be called by one that is about to end.
  package static func boundParser() {
    let (wanted, told) = (getenv("COLUMNS").map { String(cString: $0) }, told(by: STDOUT_FILENO))
    guard wanted.flatMap({ Int($0) }) ?? told ?? usual < least else { return }
    setenv("COLUMNS", "\(count(wanted: wanted, told: told))", 1)
  }
}
