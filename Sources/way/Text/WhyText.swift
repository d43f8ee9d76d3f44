// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import RouteModel
import Waykeeper

/// An explanation as people read it.
struct WhyText {
  let explanation: Explanation
  var palette = Palette.standard
  var now = Date()

  init(_ explanation: Explanation, palette: Palette = .standard, now: Date = Date()) {
    (self.explanation, self.palette, self.now) = (explanation, palette, now)
  }

  var lines: [Printed] {
    let steps = steps
    return behind + palette.lines(title, .strong) + [""] + steps.lines(palette, rightEdge: steps.rightEdge) + unknown
      + tried + underWay
  }

  // ── what it is about ───────────────────────────────────────────────────────────────────────────

  private var title: String {
    let scene = explanation.scene
    let screen = explanation.element?.screen.text
    switch explanation.subject {
    case .top(nil) where explanation.behind != nil:
      return screen.map { "by the last that was written \($0) is on top of \(scene) because" }
        ?? "by the last that was written nothing shows in \(scene) because"
    case .top(nil): return screen.map { "\($0) is on top of \(scene) because" } ?? "nothing shows in \(scene) because"
    case .top(let date?):
      let then = "at \(Quantity.moment(date))"
      return screen.map { "\(then) \($0) was on top of \(scene) because" }
        ?? "\(then) nothing showed in \(scene) because"
    case .element(let id):
      return "\(id) \(screen ?? "") \(isThere ? "stands" : "stood") in \(scene) because"
    case .revision: return "\(scene) came to revision \(explanation.commit?.revision ?? 0) because"
    case .command: return commandTitle
    }
  }

  /// Whether the element that it is about is still on the route.
  var isThere: Bool { explanation.gone == nil && explanation.unrestored == nil }

  private var commandTitle: String {
    guard let command = explanation.command else { return "" }
    let outcome = command.outcome
    let verb = command.verb.isEmpty ? "the command" : "'\(command.verb)'"
    guard outcome.kind != .committed else { return "\(verb) was committed as revision \(outcome.revision) because" }
    return "\(verb) was not done: " + OutcomeText(outcome: outcome, palette: palette, typed: nil).story
  }

  // ── how it came ────────────────────────────────────────────────────────────────────────────────

  private var steps: Columns {
    var columns = Columns()
    columns.indent = "  "
    if let start = explanation.unrestored, explanation.commit == nil {
      columns.add([time(start.date), "the coordinator started", .init(start.reason, .strong)])
    }
    sending(&columns)
    if let before = explanation.before {
      let path = PathText(before.path)
      // Behind a gap nobody knows what it was just before.
      let moment = if case .gap = explanation.unknown { "at revision \(before.revision)" } else { "then" }
      columns.add(["", .init("the path \(moment) was"), .init(path)])
    } else if explanation.unknown == nil, explanation.commit != nil {
      columns.add(["", "before it", "nothing showed"])
    }
    asking(&columns)
    ending(&columns)
    later(&columns)
    return columns
  }

  private func sending(_ columns: inout Columns) {
    let (cause, command) = (explanation.commit?.cause, explanation.command)
    guard cause != nil || command != nil else { return }
    let verb = cause?.kind == .appeared ? appearances : command?.verb ?? cause?.verb ?? ""
    let isOwn = (command?.origin ?? cause?.origin) == .coordinator
    let reason = command?.because ?? cause?.because
    let note = isOwn ? "" : reason.map { " \"\($0)\"" } ?? ""
    let id = (command?.outcome.id ?? cause?.command).map { Columns.Cell($0.ending, .quiet) }
    columns.add([sent.map(time) ?? "", .init(who(cause, command?.origin)), .init(verb + note, .strong)], right: id)
    if isOwn, let reason { columns.add(["", "", .init(reason)]) }
    if cause?.skippedGuards == true { columns.add(["", "", "guards were skipped, as it wanted"]) }
  }

  /// When the command was sent; nil where that is not known. What nobody sent came when it was written.
  private var sent: Date? {
    guard let commit = explanation.commit else { return explanation.command?.sentDate }
    // The cause of a redirect names the command that is parked.
    if let running = explanation.running, commit.cause.kind == .command, running.id == commit.cause.command {
      return now.addingTimeInterval(-Quantity.milliseconds(running.what.elapsed) / 1000)
    }
    // The outcome of a command that a restart ended tells when that was, and not how long the command took.
    if let sent = explanation.command?.sentDate { return sent <= commit.date ? sent : nil }
    return commit.cause.kind == .command ? nil : commit.date
  }

  private func who(_ cause: Cause?, _ origin: Origin?) -> String {
    switch cause?.kind ?? .command {
    case .command: "\((origin ?? cause?.origin ?? .coordinator).text) sent"
    case .start: "the scene's start"
    case .appeared: "workers reported"
    // A policy also runs for a worker that has left, or cannot show its screen; the reason says which.
    case .death: cause?.ownReason == nil ? "after a worker's death" : "for want of a worker"
    case .redirect: "a gate redirected to"
    case .tree: "the tree changed"
    case .idle: "nobody did anything"
    }
  }

  private func asking(_ columns: inout Columns) {
    let asked = explanation.commit?.cause.asked ?? explanation.command?.outcome.asked ?? []
    for (index, asked) in asked.enumerated() {
      let (who, words) = asked.exchange
      columns.add(
        [
          .init(index == 0 ? "asked" : "", .quiet), .init(who + (asked.worker.map { " (\($0))" } ?? "")), .init(words),
        ], right: asked.time)
    }
  }

  private func ending(_ columns: inout Columns) {
    let outcome = explanation.command?.outcome
    let duration = sent == nil ? nil : outcome.map { Columns.Cell(Quantity.ms($0.duration), .quiet) }
    if let commit = explanation.commit {
      let steps = outcome?.revisions ?? []
      let amid = steps.count > 1 ? ", one of \(steps.count) steps" : ""
      let durable = outcome.map { $0.durable ? "durable" : "not durable" }
      let notes = [sent == nil ? "at \(Quantity.timeOfDay(commit.date))" : nil, durable].compactMap(\.self)
      columns.add(
        [
          .init("committed", .good), .init("revision \(commit.revision)\(amid)"),
          .init(notes.joined(separator: ", ")),
        ], right: duration)
    } else if let command = explanation.command, let outcome {
      let change = outcome.changedNothing ? "nothing changed" : "revision \(outcome.revision) is not in the journal"
      columns.add(
        [.init(outcome.word, outcome.isAsAsked ? .good : .bad), time(command.date), .init(change)], right: duration)
    }
    if let commit = explanation.commit, let appeared = explanation.appeared {
      let after = Quantity.milliseconds(appeared.timeSince1970 - commit.timeSince1970)
      columns.add([.init("appeared", .good), .init("revision \(appeared.revision)"), .init(Self.later(after) + host)])
    } else if let id = explanation.element?.id, explanation.element?.hasAppeared == false {
      let note = explanation.running == nil ? "not yet: \(id) has not been reported" : "not told while a command runs"
      columns.add([.init("appeared", .notice), "", .init(note)])
    }
  }

  /// ` (exhibits)`, whose screen it was at the commit.
  private var host: String {
    let path = explanation.command?.outcome.path
    let id = explanation.element?.id ?? explanation.commit?.tip?.id
    return id.flatMap { path?.hosts[$0]?.worker }.map { ", reported by \($0)" } ?? ""
  }

  /// What a commit of appearances is about.
  private var appearances: String {
    guard let commit = explanation.commit else { return "" }
    let elements = Route(root: commit.path).allElements.filter {
      $0.hasAppeared && explanation.before?.path[$0.id]?.hasAppeared != true
    }
    return elements.map { "\($0.id) \($0.screen.name)" }.joined(separator: ", ") + " appeared"
  }

  /// `87 ms later`, `3 min later`
  private static func later(_ ms: Double) -> String {
    ms < 1000 ? "\(Int(ms.rounded())) ms later" : "\(Quantity.span(ms: Int64(ms))) later"
  }
}
