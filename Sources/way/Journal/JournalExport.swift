// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import RouteJournal
import RouteModel
import Waykeeper

struct JournalExport: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Writes a journal as JSON lines, oldest first, and ends.",
    discussion: """
      A line is {"commit":{…}}, a revision with its whole path and cause; {"command":{…}}, the outcome of a command that has \
      ended, also of those that changed nothing; or {"gap":{…}}, a time when the journal could not be written. What is \
      sensitive is not in the journal, and so not here. `way journal replay` reads the lines again.
      """)

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Write to this new file, not to the standard output.", valueName: "file"),
    completion: .file())
  var output: String?

  @OptionGroup var options: JournalOptions

  func run() async throws {
    let journal = try await options.place().open()
    let target = try output.map(ExportFile.init)
    var count = ExportCount()
    do throws(JournalError) {
      // What is written meanwhile is not waited for.
      let last = try journal.newestRow()
      var row: UInt64 = 0
      while case let lines = try journal.lines(behind: row, upTo: last), let end = lines.last {
        for line in lines {
          count.add(line)
          if target?.write(line.text) == nil { Output.json(line.text) }
          guard Output.isTaken else { return }
        }
        row = end.row
      }
    } catch {
      target?.remove()
      throw CommandFailure(error.plain, .notAsAsked)
    }
    guard let target else { return }
    try target.close()
    switch options.global.format {
    case .json: Output.json(count.json(target.path))
    case .text: Output.line("\(target.path)   \(count.text)")
    }
  }
}

/// What was exported.
private struct ExportCount {
  private var commits = 0
  private var commands = 0
  private var gaps = 0

  mutating func add(_ line: JournalLine) {
    switch line.entry {
    case .commit: commits += 1
    case .command: commands += 1
    case .gap: gaps += 1
    }
  }

  var text: String {
    let counts = [(commits, "commit"), (commands, "command")] + (gaps > 0 ? [(gaps, "gap")] : [])
    return counts.map { JournalReportText.count($0, $1) }.joined(separator: ", ")
  }

  func json(_ file: String) -> String {
    let object = JSONValue.members([
      .init("file", .string(file)), .init("commits", .integer(Int64(commits))),
      .init("commands", .integer(Int64(commands))), .init("gaps", .integer(Int64(gaps))),
    ])
    return JSONValue.members([.init("export", object)]).json
  }
}

/// A new file for lines. It has its name only once it is whole, where the file system can do that: whatever ends an export leaves no
/// part behind.
private final class ExportFile {
  let path: String
  private let stream: UnsafeMutablePointer<FILE>
  private let isNameless: Bool

  /// `O_TMPFILE`, which Swift does not import: a file in a folder, without a name.
  private static let nameless = 0o20_000_000 | O_DIRECTORY

  init(_ path: String) throws {
    // Exclusive: an export is no reason to write over anything. For its owner alone, as the journal is.
    var there = stat()
    guard lstat(path, &there) != 0 else { throw Self.failure(path, EEXIST, .usage) }
    let folder = URL(filePath: path).deletingLastPathComponent().path
    var descriptor = open(folder, O_WRONLY | Self.nameless | O_CLOEXEC, 0o600)
    isNameless = descriptor >= 0
    if !isNameless { descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }
    guard descriptor >= 0, let stream = fdopen(descriptor, "w") else { throw Self.failure(path, errno, .usage) }
    (self.path, self.stream) = (path, stream)
  }

  private static func failure(_ path: String, _ number: Int32, _ status: ExitStatus) -> CommandFailure {
    let reason =
      number == EEXIST ? "it is there already; name another, or remove it" : String(cString: strerror(number))
    return CommandFailure("cannot write \(path): \(reason)", status)
  }

  func write(_ line: String) { fputs(line + "\n", stream) }

  func close() throws {
    let isWritten = ferror(stream) == 0 && fflush(stream) == 0
    guard isWritten else {
      let reason = String(cString: strerror(errno))
      remove()
      throw CommandFailure("cannot write \(path) to its end: \(reason)", .noOutput)
    }
    let link = "/proc/self/fd/\(fileno(stream))"
    let isNamed = !isNameless || linkat(AT_FDCWD, link, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0
    let number = errno
    fclose(stream)
    guard isNamed else { throw Self.failure(path, number, .usage) }
  }

  /// A part would be taken for the whole.
  func remove() {
    fclose(stream)
    if !isNameless { unlink(path) }
  }
}
