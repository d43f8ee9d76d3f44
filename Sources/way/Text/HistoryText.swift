// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import RouteJournal
import Waykeeper

/// Past commands as people read them, in the columns in which `way watch` tells what happens.
struct HistoryText {
  var palette = Palette.standard
  private let sceneWidth: Int
  private var days: DayMark

  /// - Parameters:
  ///   - scenes: Those that lines may be about; more than one have a column.
  ///   - today: A day that nobody needs to be told.
  init(palette: Palette = .standard, scenes: [SceneName] = [], today: Date = Date()) {
    self.palette = palette
    sceneWidth = scenes.count > 1 ? (scenes.map(\.rawValue.count).max() ?? 0) + 2 : 0
    days = DayMark(today: today)
  }

  /// The lines about a command, or about a commit that none stands for.
  mutating func lines(_ entry: PastEntry) -> [Printed] {
    switch entry {
    case .command(let command): lines(Self.line(command))
    case .commit(let commit): lines(Self.line(commit))
    }
  }

  /// The lines about a time when the journal could not be written; none for other lines of a journal.
  mutating func lines(ofGap line: JournalLine) -> [Printed] {
    guard case .gap(let from, let to, let reason) = line.entry else { return [] }
    let begin = from < to ? "nothing is here from \(Quantity.moment(Date(micros: from))) on: " : ""
    return lines(EventLine(time: Date(micros: to), sign: "!", style: .bad, word: "gap", cause: begin + reason))
  }

  private mutating func lines(_ line: EventLine) -> [Printed] {
    [days.line(before: line.time, palette)].compactMap(\.self) + line.lines(palette, sceneWidth: sceneWidth)
  }

  private static func line(_ command: PastCommand) -> EventLine {
    let outcome = command.outcome
    let verb = command.verb.isEmpty ? "unknown" : command.verb
    var line = EventLine(time: command.date, word: outcome.word, scene: outcome.scene)
    let isOwn = command.origin == .coordinator
    let who = [
      command.isDryRun && outcome.kind != .unchanged(.dryRun) ? "dry run" : nil,
      // What the coordinator did by itself has a reason in its own words, and no note.
      command.origin.text + (isOwn ? command.because.map { ": \($0)" } ?? "" : ""),
      isOwn ? nil : command.because.map { "\"\($0)\"" },
    ]
    let end = (who + [outcome.id.ending]).compactMap(\.self)
    if outcome.kind == .committed {
      line.word = "\(outcome.revision)"
      line.path = PathText(outcome.path.path)
      let guards = command.skippedGuards ? " · guards skipped" : EventText.passedOver(outcome.asked)
      line.cause = ([verb + EventText.handled(outcome.asked) + guards] + end).joined(separator: " · ")
    } else {
      (line.sign, line.style) = outcome.isAsAsked || command.wasDryRun ? ("=", .quiet) : ("!", .bad)
      line.subject = verb.padded(to: EventLine.pathWidth)
      let ending = OutcomeText(outcome: outcome, typed: nil).ending
      line.cause = ([ending].filter { !$0.isEmpty } + end).joined(separator: " · ")
    }
    return line
  }

  private static func line(_ commit: PastCommit) -> EventLine {
    EventLine(
      time: commit.date, word: "\(commit.revision)", scene: commit.scene, path: PathText(commit.path),
      cause: EventText.text(commit.cause))
  }
}
