// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

struct JournalCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "journal", abstract: "Examines, exports, replays and repairs a journal.",
    discussion: """
      The journal is what the coordinator has written down: every revision with its cause, and every command's end. Without \
      a file these commands read that of the coordinator that runs, beside it; nothing in it changes.

      Is it sound, and is it what shows?
        way journal verify
      All of it, a JSON object a line:
        way journal export -o monday.jsonl
      The path at revision 8412, with its ids:
        way journal replay monday.jsonl --at 8412
      A coordinator that stands there, to look at with `way`:
        way journal replay monday.jsonl --at 8412 -- bash
      All that can be read of a damaged one:
        way journal repair journal.sqlite -o new.sqlite
      """,
    subcommands: [JournalVerify.self, JournalExport.self, JournalReplay.self, JournalRepairCommand.self])
}
