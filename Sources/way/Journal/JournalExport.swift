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
      ended, also of those that changed nothing; or {"gap":{…}}, a time when the journal could not be written, or rows \
      that were cut before they could be read. In a file that is all of it as it was in one moment. What is \
      sensitive is not in the journal, and so not here. `way journal replay` reads the lines again.
      """)

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Write to this new file, not to the standard output; - is that, and says on the standard error how much it was.",
      valueName: "file"), completion: .file())
  var output: String?

  @OptionGroup var options: JournalOptions

  func run() async throws {
    let journal = try await options.place().open()
    guard let output, output != "-" else {
      let count = try Self.tell(journal)
      // The standard output has the lines, and nothing else.
      if self.output != nil, Output.isTaken { Output.error("standard output   \(count.text)") }
      return
    }
    let target = try ExportFile(output)
    var count = ExportCount()
    do throws(JournalError) {
      try journal.forEachLine { line in
        count.add(line)
        return target.write(line.text)
      }
    } catch {
      target.remove()
      throw CommandFailure(error.plain, .notAsAsked)
    }
    try target.close()
    switch options.global.format {
    case .json: Output.json(count.json(target.path))
    case .text: Output.line("\(target.path)   \(count.text)")
    }
  }

  /// Writes the lines to the standard output, and counts them. Who reads that may be slow, so they are read some at a time.
  private static func tell(_ journal: JournalCopy) throws(CommandFailure) -> ExportCount {
    var count = ExportCount()
    do throws(JournalError) {
      var pages = try PastPages(journal)
      while Output.isTaken, case let lines = try pages.next(), !lines.isEmpty {
        for line in lines where Output.isTaken {
          count.add(line)
          Output.json(line.text)
        }
      }
      pages.tellMissing()
    } catch {
      throw CommandFailure(error.plain, .notAsAsked)
    }
    return count
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
