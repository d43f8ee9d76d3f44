// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import RouteJournal
import RouteModel
import Waykeeper

/// What an examination of a journal has found, as people read it.
struct JournalReportText {
  let report: JournalReport
  let place: JournalPlace
  var palette = Palette.standard

  var lines: [Printed] {
    head + (table.isEmpty ? [] : [""]) + table + faults
  }

  private var head: [Printed] {
    let version = report.version > 0 ? "version \(report.version)" : "cannot be opened"
    let size = [version, Quantity.bytes(report.bytes)]
    let whose = place.status?.service.map { ["beside the coordinator (pid \($0.pid))"] } ?? []
    let parts: [Printed] = [palette(place.file, .strong)] + (size + whose).map { Printed($0) }
    return palette.width.flowed(parts, separator: "   ", hanging: 2)
  }

  private var table: [Printed] {
    guard report.version > 0 else { return [] }
    var columns = Columns()
    columns.gap = 3
    for scene in report.scenes {
      let commits = Self.count(scene.commits, "commit")
      columns.add([
        .init(scene.name.rawValue, .strong),
        .init("revisions \(scene.revisions.lowerBound) to \(scene.revisions.upperBound)"), .init(commits),
        verdict(scene.faults, isShown: isShown(scene.name)),
      ])
    }
    let open = report.openCommands > 0 ? ", \(report.openCommands) under way" : ""
    let commands = "\(Quantity.count(Int64(report.commands))) ended\(open)"
    let isPart = report.hasUnreadCommands && report.commandFaults == 0
    columns.add([
      .init("commands", .quiet), .init(commands), "",
      isPart ? .init("these are ok; there may be more in what is damaged", .notice) : verdict(report.commandFaults),
    ])
    let fileFaults = report.faults.count { $0.table != "outcomes" && $0.scene == nil }
    columns.add([.init("file", .quiet), .init("last start, epoch \(report.epoch)"), "", verdict(fileFaults)])
    return columns.lines(palette) + holes
  }

  private var holes: [Printed] {
    let lines = report.scenes.flatMap { scene in
      scene.holes.map { hole in
        let (first, last) = (hole.revisions.lowerBound, hole.revisions.upperBound)
        let what = first == last ? "revision \(first) is" : "revisions \(first) to \(last) are"
        return "\(scene.name): \(what) not there: \(hole.reason)"
      }
    }
    return lines.isEmpty ? [] : [""] + lines.flatMap { palette.lines($0, .notice) }
  }

  private func verdict(_ faults: Int, isShown: Bool = false) -> Columns.Cell {
    if faults > 0 { return .init(Self.count(faults, "fault"), .bad) }
    return .init(isShown ? "ok, and what shows" : "ok", .good)
  }

  /// Whether the coordinator was asked what it shows of a scene.
  private func isShown(_ scene: SceneName) -> Bool {
    place.status?.isDurable == true && place.states.contains { $0.scene == scene && !$0.path.path.elements.isEmpty }
  }

  private var faults: [Printed] {
    guard !report.isSound else { return [] }
    var lines: [Printed] = [""]
    for fault in report.faults { lines += palette.lines(Self.text(fault), .bad) }
    let left = report.faultCount - report.faults.count
    if left > 0 { lines.append("and \(left) more") }
    let advice: String
    if let journal = place.status?.service?.journal, journal.isWorking == false {
      advice =
        "the coordinator cannot write it now (\(journal.problem ?? "status says why")); mend that, and it writes what shows and is "
        + "whole again by itself: do not end it before, for what shows is not in the file"
    } else if place.status != nil {
      advice =
        "end the coordinator, then `way journal repair \(place.file) -o NEW`; or repair a copy to see what would be kept"
    } else if let holder = report.holder {
      advice =
        "a waykeeperd that runs (\(holder)) has it: where it cannot write it now, as `way status` says, mend that, and it is whole again by "
        + "itself; do not end it before"
    } else {
      advice = "`way journal repair \(place.file) -o NEW` makes a new journal of all that can be read and fits together"
    }
    return lines + [""] + palette.lines(advice)
  }

  /// `row 17 of commits (main 12): …`
  static func text(_ fault: JournalFault) -> String {
    let about = fault.scene.map { scene in fault.revision.map { "\(scene) \($0)" } ?? scene.rawValue }
    let row = fault.table.map { table in fault.row.map { "row \($0) of \(table)" } ?? table }
    let place = row.map { row in about.map { "\(row) (\($0))" } ?? row } ?? about
    let problem = fault.problem.plainOfTables
    return place.map { "\($0): \(problem)" } ?? problem
  }

  /// `1 commit`, `8 412 commits`
  static func count(_ number: Int, _ noun: String) -> String {
    "\(Quantity.count(Int64(number))) \(noun)\(number == 1 ? "" : "s")"
  }

  /// `{"verify":{…}}`
  var json: String {
    let scenes = report.scenes.map { scene in
      JSONValue.members([
        .init("scene", .string(scene.name.rawValue)), .init("first", Self.number(scene.revisions.lowerBound)),
        .init("last", Self.number(scene.revisions.upperBound)), .init("commits", .integer(Int64(scene.commits))),
        .init("faults", .integer(Int64(scene.faults))),
        .init(
          "holes",
          .array(
            scene.holes.map {
              .members([
                .init("from", Self.number($0.revisions.lowerBound)), .init("to", Self.number($0.revisions.upperBound)),
                .init("reason", .string($0.reason)),
              ])
            })),
      ])
    }
    let object = JSONValue.members([
      .init("file", .string(place.file)), .init("live", .bool(place.status != nil)),
      .init("sound", .bool(report.isSound)), .init("version", .integer(Int64(report.version))),
      .init("bytes", .integer(report.bytes)), .init("epoch", Self.number(report.epoch)),
      .init("scenes", .array(scenes)), .init("commands", .integer(Int64(report.commands))),
      .init("underWay", .integer(Int64(report.openCommands))), .init("gaps", .integer(Int64(report.gaps))),
      .init("faultCount", .integer(Int64(report.faultCount))), .init("faults", .array(report.faults.map(Self.json))),
    ])
    return JSONValue.members([.init("verify", object)]).json
  }

  static func json(_ fault: JournalFault) -> JSONValue {
    let members: [(String, JSONValue?)] = [
      ("table", fault.table.map { .string($0) }), ("row", fault.row.map { .string($0) }),
      ("scene", fault.scene.map { .string($0.rawValue) }), ("revision", fault.revision.map(number)),
      ("problem", .string(fault.problem.plainOfTables)),
    ]
    return .members(members.compactMap { key, value in value.map { .init(key, $0) } })
  }

  private static func number(_ number: UInt64) -> JSONValue { .integer(Int64(clamping: number)) }
}
