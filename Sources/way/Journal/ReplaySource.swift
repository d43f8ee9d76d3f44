// SPDX-License-Identifier: Apache-2.0

import Foundation
import RouteJournal
import Waykeeper

/// What is replayed: a journal, or an export of one.
enum ReplaySource {
  case journal(JournalCopy)
  case export(String)
  /// An export that can be read once: the standard input, or a pipe.
  case stream(String)

  /// Looks at how a file begins. What cannot be read twice is not looked at: a byte that is read there is gone.
  init(_ file: String) throws {
    if Self.isReadOnce(file) {
      self = .stream(file)
      return
    }
    let handle = FileHandle(forReadingAtPath: file)
    defer { try? handle?.close() }
    let beginning = try? handle?.read(upToCount: 1)
    if beginning == Data("{".utf8) {
      self = .export(file)
    } else {
      self = .journal(try JournalPlace(file: file).open())
    }
  }

  /// Whether what has this name can be read once alone.
  static func isReadOnce(_ file: String) -> Bool {
    guard file != "-" else { return true }
    var status = stat()
    guard stat(file, &status) == 0 else { return false }
    return [S_IFIFO, S_IFSOCK, S_IFCHR].contains(status.st_mode & S_IFMT)
  }

  /// Calls `body` with the lines up to a row, some at a time and in their order, until it has heard enough.
  func forEach(upTo last: UInt64 = .max, _ body: ([JournalLine]) throws -> Bool) async throws {
    switch self {
    case .journal(let journal):
      var pages = try Self.reading { () throws(JournalError) in try PastPages(journal, upTo: last) }
      while case let lines = try Self.reading({ () throws(JournalError) in try pages.next() }), !lines.isEmpty,
        try body(lines)
      {}
      pages.tellMissing()
    case .export(let file), .stream(let file):
      var number = 0
      var lines: [JournalLine] = []
      for try await line in try InputLines(file) {
        number += 1
        let line = try parsed(line, "\(file == "-" ? "the standard input" : file):\(number)")
        if line.row > last { break }
        lines.append(line)
        guard lines.count == PastPages.rowsMax else { continue }
        guard try body(lines) else { return }
        lines = []
      }
      if !lines.isEmpty { _ = try body(lines) }
    }
  }

  private func parsed(_ line: InputLine, _ place: String) throws -> JournalLine {
    switch line {
    case .tooLong(let bytes):
      throw CommandFailure("\(place): the line has \(bytes) bytes, at most \(InputLines.bytesMax) are read", .usage)
    case .noText: throw CommandFailure("\(place): the line is not UTF-8 text", notes: notes, .usage)
    case .text(let text):
      do throws(JournalLineFault) {
        return try JournalLine(parsing: text)
      } catch {
        throw CommandFailure("\(place): \(error); `way journal export` writes such lines", notes: notes, .usage)
      }
    }
  }

  /// What more there is to say of lines that are none of an export.
  private var notes: [String] {
    guard case .stream = self else { return [] }
    return ["  a journal itself is read as a file: name that"]
  }

  private static func reading<Result>(
    _ body: () throws(JournalError) -> Result
  ) throws(CommandFailure) -> Result {
    do { return try body() } catch {
      throw CommandFailure(
        error.plain, notes: ["  `way journal verify` tells all that is wrong with it"], .notAsAsked)
    }
  }
}

extension PastPages {
  /// Tells a person of rows that were cut before they were read.
  func tellMissing() {
    guard missing > 0 else { return }
    let count = Quantity.count(Int64(missing))
    Output.error("way: rows that the coordinator cut before they could be read, and that are left out: \(count)")
  }
}
