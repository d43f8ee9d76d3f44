// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import RouteJournal
import RouteModel
import Waykeeper

struct JournalRepairCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "repair", abstract: "Makes a new journal of what can be read of a damaged one.",
    discussion: """
      Keeps every commit and command that can be read and fits what is around it, says what it leaves out, and writes down \
      what is missing then as gaps. The damaged file stays as it is. One that a running coordinator has open is refused: end \
      that first, or repair a copy (journal.sqlite and journal.sqlite-wal) to see what would be kept.

      Ends with 0 where the new journal is sound, with 3 where it is not, or nothing can be read, with 2 where the file is no \
      journal, or one of a later version. As JSON {"repair":{…}}.
      """)

  @Argument(
    help: ArgumentHelp("The damaged journal.", valueName: "file"), completion: .file(extensions: ["sqlite"]),
    transform: Parse.file)
  var file: String

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The new journal; no such file may be there.", valueName: "file"),
    completion: .file(extensions: ["sqlite"]), transform: Parse.file)
  var output: String

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    try global.refuseScene("a journal is repaired as a whole")
    if file == "-" { throw ValidationError("a journal is read as a file, and the standard input is none") }
    if output == "-" { throw ValidationError("a journal is written as a file, and the standard output is none") }
    if global.runtimeDir != nil { throw ValidationError("a file is repaired, and --runtime-dir names a coordinator") }
  }

  func run() async throws {
    let report: RepairReport
    do throws(JournalError) {
      report = try JournalRepair.run(file, into: output)
    } catch {
      throw CommandFailure(error.plain, error.code == .corrupt ? .notAsAsked : .usage)
    }
    switch global.format {
    case .json: Output.json(json(report))
    case .text: for line in lines(report) { Output.line(line) }
    }
    guard report.journal.isSound else { throw ExitCode(ExitStatus.notAsAsked.rawValue) }
  }

  private func lines(_ report: RepairReport) -> [Printed] {
    let palette = Palette.standard
    var lines = report.notes.flatMap { palette.lines("\(file): \($0)", .notice) }
    for fault in report.dropped { lines += palette.lines("left out: \(JournalReportText.text(fault))", .notice) }
    let more = report.droppedCount - report.dropped.count
    if more > 0 { lines.append("left out: \(more) more") }
    if report.addedGaps > 0 {
      lines += palette.lines(
        "what is missing is written down as \(JournalReportText.count(report.addedGaps, "gap"))", .notice)
    } else if lines.isEmpty, report.journal.isSound {
      lines.append("nothing is wrong with \(file); all of it is copied")
    }
    if !lines.isEmpty { lines.append("") }
    lines += JournalReportText(report: report.journal, place: JournalPlace(file: output)).lines
    let advice =
      report.journal.isSound
      ? "To use it: with the coordinator ended, move \(report.file) and its -wal and -shm away and \(output) in its place"
        + (report.hasMark ? "; leave its -mark where it is." : ".")
      : "It is not sound either, so it is not to be used. `way journal export \(output)` tells what is in it; restore a copy of "
        + "before, or move \(report.file) away."
    return lines + [""] + palette.lines(advice)
  }

  /// `{"repair":{…}}`
  private func json(_ report: RepairReport) -> String {
    let verified = JournalReportText(report: report.journal, place: JournalPlace(file: output)).json
    let object = JSONValue.members([
      .init("file", .string(file)), .init("output", .string(output)),
      .init("notes", .array(report.notes.map { .string($0) })),
      .init("leftOutCount", .integer(Int64(report.droppedCount))),
      .init("leftOut", .array(report.dropped.map(JournalReportText.json))),
      .init("addedGaps", .integer(Int64(report.addedGaps))),
      .init("verify", (try? JSONValue(json: verified))?["verify"] ?? .null),
    ])
    return JSONValue.members([.init("repair", object)]).json
  }
}
