// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import Waykeeper

/// What happened to it besides, and what did not happen.
extension WhyText {
  /// When it came, changed and went, where its cause has not said so.
  func later(_ columns: inout Columns) {
    let moments: [(String, PastCommit?)] = [
      ("came", explanation.came), ("content", explanation.changed), ("gone", explanation.gone),
    ]
    if let start = explanation.unrestored, explanation.commit != nil {
      columns.add([.init("gone", .quiet), .init(whole(start.date)), .init("the coordinator started \(start.reason)")])
    }
    for case (let word, let commit?) in moments {
      columns.add([
        .init(word, .quiet), .init("revision \(commit.revision), \(whole(commit.date))"),
        .init(EventText.text(commit.cause)),
      ])
    }
  }

  /// What the journal does not hold, said plainly.
  var unknown: [Printed] {
    let text: String
    switch explanation.unknown {
    case nil: return []
    case .before(let revision):
      text =
        "the journal keeps nothing of \(explanation.scene) from before revision \(revision): what it says of it may be"
        + " newer than the cause"
    case .gap(let first, let last):
      let what = first == last ? "revision \(first) is" : "revisions \(first) to \(last) are"
      text = "\(what) not in the journal: the cause may lie there"
    case .tooFar(let revision):
      text =
        "it has been so for more than \(ExplanationSearch.commitsMax) revisions; the cause lies before revision \(revision),"
        + " see `way history --until \(revision)`"
    }
    return [""] + palette.lines(text, .notice)
  }

  /// That the journal is behind what stands, before everything else: what follows may be old.
  var behind: [Printed] {
    guard let behind = explanation.behind else { return [] }
    let newest = explanation.newest
    let scene = behind.text(of: explanation.scene, told: newest).map { palette.lines($0, .notice) } ?? []
    return palette.lines(behind.text, .bad) + scene + [""]
  }

  /// What is being done now, and what waits.
  var underWay: [Printed] {
    let running = explanation.running.map { "under way: \($0.text) · \($0.id.ending)" }
    let held = explanation.held.prefix(SceneStatus.Held.toldMax).map {
      "\($0.isParked ? "parked" : "waiting"): \($0.text) · \($0.id.ending)"
    }
    let isWhole = held.count == explanation.held.count
    let texts = [running].compactMap(\.self) + held + (isWhole ? [] : ["and more, see `way status`"])
    return texts.isEmpty ? [] : [""] + texts.flatMap { palette.lines($0, hanging: 2) }
  }

  // ── tried and not done ─────────────────────────────────────────────────────────────────────────

  /// The lines about what did not happen, repeated attempts in one.
  var tried: [Printed] {
    guard !explanation.tried.commands.isEmpty else { return [] }
    var columns = Columns()
    columns.indent = "  "
    var table = columns
    var details: [String] = []
    for attempts in Self.grouped(explanation.tried.commands) {
      guard let first = attempts.first else { continue }
      let story = OutcomeText(outcome: first.outcome, palette: palette, typed: nil).story
      let origin = Self.origin(of: attempts)
      columns.add([time(first.date), .init(first.verb)])
      table.add([time(first.date), .init(first.verb), .init(story, .bad), .init(origin)])
      details.append("\(story) · \(origin)")
    }
    let more = explanation.tried.hasMore ? palette.lines("  …and more before these: way history --failed") : []
    let head = ["", palette(triedHead, .strong)] + more
    guard !palette.width.fits(table.naturalWidth) else { return head + table.lines(palette) }
    let groups = zip(columns.lineGroups(palette), details).map { $0 + palette.lines("      " + $1, hanging: 6) }
    return head + groups.joined()
  }

  private var triedHead: String {
    let isOver = if case .top(_?) = explanation.subject { true } else { explanation.gone != nil }
    return isOver ? "meanwhile, tried and not done" : "since then, tried and not done"
  }

  /// Who tried, and how often.
  private static func origin(of attempts: [PastCommand]) -> String {
    guard let first = attempts.first, let last = attempts.last else { return "" }
    let isOne = attempts.allSatisfy { $0.origin.pid == first.origin.pid }
    let name = isOne ? first.origin.text : first.origin.name
    guard attempts.count > 1 else { return name }
    let span = max(1000, last.date.timeIntervalSince(first.date) * 1000)
    return "\(name), \(attempts.count) times in \(Quantity.span(ms: Int64(span)))"
  }

  /// Attempts that follow each other and are the same in all but their time.
  private static func grouped(_ commands: [PastCommand]) -> [[PastCommand]] {
    var groups: [[PastCommand]] = []
    for command in commands {
      if let last = groups.last?.last, last.isSameAttempt(as: command) {
        groups[groups.count - 1].append(command)
      } else {
        groups.append([command])
      }
    }
    return groups
  }

  // ── times ──────────────────────────────────────────────────────────────────────────────────────

  /// The time of day; on another day than today the date too.
  func time(_ date: Date) -> Columns.Cell {
    let isToday = Quantity.day(date) == Quantity.day(now)
    return .init((isToday ? "" : Quantity.day(date) + " ") + Quantity.timeOfDay(date), .quiet)
  }

  private func whole(_ date: Date) -> String {
    Quantity.day(date) == Quantity.day(now) ? Quantity.timeOfDay(date, fraction: false) : Quantity.moment(date)
  }
}

extension PastCommand {
  fileprivate func isSameAttempt(as other: PastCommand) -> Bool {
    verb == other.verb && outcome.kind == other.outcome.kind && outcome.message == other.outcome.message
      && origin.name == other.origin.name
  }
}
