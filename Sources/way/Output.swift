// SPDX-License-Identifier: Apache-2.0

import Foundation
import RouteModel
import StandardStreams
import Synchronization

/// The output of the program; nothing else writes. Each line leaves at once, also into a pipe.
enum Output {
  private static let failure = Atomic<Int32>(0)
  /// Held by whoever writes to the standard output: a line that a slow reader takes in parts gets no other one into it.
  private static let turn = Mutex(())

  /// Whether all that was said to the standard output was taken.
  static var isTaken: Bool { failure.load(ordering: .relaxed) == 0 }

  /// Whether the standard output is the null device, so that nothing need be laid out.
  static let isDiscarded: Bool = {
    var (output, null) = (stat(), stat())
    return fstat(STDOUT_FILENO, &output) == 0 && stat("/dev/null", &null) == 0
      && output.st_mode & S_IFMT == S_IFCHR && output.st_rdev == null.st_rdev
  }()

  /// A line to the standard output.
  static func line(_ line: Printed) { tell(line.text) }

  /// A line to the standard output.
  static func line(_ text: String) { line(Printed(text)) }

  /// Lines to the standard output, by one call of the system.
  static func write(_ lines: [Printed]) {
    if !lines.isEmpty { write(lines.reduce(into: "") { $0 += $1.text + "\n" }) }
  }

  /// A JSON object to the standard output, in a line: the same value, in harmless characters.
  static func json(_ text: String) { tell(text.harmlessJSON) }

  /// A text of several lines, which this program has laid out, to the standard output.
  static func lines(_ text: String) {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) { Self.line(String(line)) }
  }

  /// A page of ours to the standard output: on a terminal its lines are folded beneath their second column.
  static func page(_ text: String) {
    let width = TerminalWidth(of: STDOUT_FILENO)
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      for part in width.foldedInColumns(String(line)) { Self.line(part) }
    }
  }

  /// A help text of the parser to the standard output. It is as wide as the terminal but for its usage, which is folded here.
  static func help(_ text: String) {
    let width = TerminalWidth(of: STDOUT_FILENO)
    var isUsage = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      isUsage = !line.isEmpty && (isUsage || line.hasPrefix("USAGE: "))
      for part in isUsage ? width.foldedUsage(String(line)) : [Printed(String(line))] { Self.line(part) }
    }
  }

  /// Shows the other screen of the terminal, until ``endScreen()``.
  static func beginScreen() { write(Printed(sequence: TerminalScreen.begin).text) }

  /// Shows the first screen again, as it was.
  static func endScreen() { write(Printed(sequence: TerminalScreen.end).text) }

  /// A picture of the whole terminal.
  static func screen(_ lines: [Printed]) {
    write(Printed(picture: TerminalScreen.cut(lines, rows: TerminalScreen.rows)).text)
  }

  /// A line to the standard error, on a terminal folded at words; where nobody reads that, there is nobody to tell.
  static func error(_ text: String) {
    let indent = text.prefix { $0 == " " }.count + 2
    for line in TerminalWidth(of: STDERR_FILENO).folded(text.harmless, hanging: indent) {
      StandardStream.error.write(line: Printed(line).text)
    }
  }

  /// Lines to the standard error, as ``error(_:)`` writes them, from what must not wait for whoever reads them.
  static func notice(_ lines: String...) { notice(lines) }

  /// Lines to the standard error, as ``error(_:)`` writes them, from what must not wait for whoever reads them.
  static func notice(_ lines: [String]) { noticed.hear(lines) }

  /// A JSON object to the standard output, as ``json(_:)`` writes it, from what must not wait for whoever reads it.
  static func noticeJSON(_ text: String) { noticedJSON.hear([text]) }

  /// Waits until all that ``notice(_:)`` and ``noticeJSON(_:)`` took is told, but not for long: at the end, before anything else is told.
  static func finishNotices() { Notices.finish([noticed, noticedJSON]) }

  private static let noticed = Notices { Output.error($0) }
  private static let noticedJSON = Notices { Output.json($0) }

  /// A line to the standard error that the next one replaces, cut where the terminal ends; an empty one leaves nothing. Only for
  /// a terminal.
  static func progress(_ text: String) {
    let room = TerminalWidth(of: STDERR_FILENO).columns.map { max(0, $0 - 1) } ?? .max
    _ = StandardStream.error.write(Printed(progress: String(text.prefix(widthMax: room))).text)
  }

  /// Lines to the standard error.
  static func errors(_ lines: [String]) { for line in lines { error(line) } }

  /// Writes a line to the standard output.
  private static func tell(_ text: String) { write(text + "\n") }

  /// Writes to the standard output. The first failure is told; ``Way/main()`` ends with it.
  private static func write(_ text: String) {
    guard let reason = turn.withLock({ _ in StandardStream.output.write(text) }),
      failure.compareExchange(expected: 0, desired: reason, ordering: .relaxed).exchanged
    else { return }
    // Who has read enough, as head does, need not be told.
    guard reason != EPIPE else { return }
    error("way: cannot write the standard output: \(String(cString: strerror(reason)))")
  }
}
