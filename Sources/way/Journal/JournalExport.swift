// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
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
      var isTaken = true
      while isTaken, case let lines = try journal.lines(behind: row, upTo: last), let end = lines.last {
        for line in lines where isTaken {
          count.add(line)
          isTaken = Self.write(line.text, to: target)
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

  /// Writes a line to the file, or where there is none to the standard output; whether more of them can be written.
  private static func write(_ line: String, to target: ExportFile?) -> Bool {
    if let target { return target.write(line) }
    Output.json(line)
    return Output.isTaken
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
