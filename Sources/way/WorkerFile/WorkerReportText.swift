// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import Waykeeper

/// What happens in a worker, a line each, in columns of fixed width.
struct WorkerReportText {
  var palette = Palette.standard

  /// The lines about a report; none where an earlier one said it.
  func lines(_ report: WorkerReport, at now: Date = Date()) -> [Printed] { lines(report, at: Quantity.timeOfDay(now)) }

  /// The same, at this time of day.
  func lines(_ report: WorkerReport, at now: String) -> [Printed] {
    switch report {
    case .waiting(let error): [line(now, "waiting", .notice, "", Self.text(ofWaitingFor: error))]
    case .connected(let session, let version, _):
      [line(now, "connected", .good, "", "to Waykeeper \(version), as session \(session)")]
    case .disconnected: [line(now, "silent", .notice, "", "nothing is heard of the coordinator; connecting anew")]
    // Told on standard error.
    case .refused: []
    case .answerRefused(let error): [line(now, "failed", .bad, "", "an answer was refused: \(error.message)")]
    case .replaced(let error): [line(now, "replaced", .bad, "", error.message)]
    case .registered: [line(now, "changed", .good, "", "what it does now is registered")]
    case .asked(let ask): [line(now, "asked", ask)]
    case .answered(let ask, let answer, let time): [line(now, "answered", ask, answer.text, after: time)]
    case .abandoned(let ask): [line(now, "left", ask, "nobody waits any more")]
    case .settled(_, let used):
      used ? [] : [line(now, "undo", .notice, "", "the answer was not used")]
    case .followed(let state, let changes):
      changes.map { change in
        switch change {
        case .appear(let element): line(now, "show", .good, who(element), "\(state.scene)  \(element.text)")
        case .change(let element): line(now, "change", .plain, who(element), "\(state.scene)  \(element.text)")
        case .visibility(let element):
          line(now, element.visibility?.rawValue ?? "", .quiet, who(element), "\(state.scene)  \(element.text)")
        case .leave(let element): line(now, "leave", .notice, who(element), "\(state.scene)  \(element.text)")
        }
      }
    case .treeEvent(let event):
      [
        line(
          now, event.kind == .dismissed ? "dismissed" : "appeared", .plain, "\(event.element) \(event.screen.name)",
          "\(event.scene)  \(event.screen.text)   [\(event.key)]")
      ]
    case .treeEventFailed(let event, let message):
      [line(now, "failed", .bad, "\(event.element) \(event.screen.name)", message)]
    case .arrival(let arrival):
      [line(now, "arrived", .plain, "\(arrival.element) \(arrival.screen.name)", "\(arrival.scene)  \(arrival.task)")]
    case .arrivalFailed(let arrival, let message):
      [line(now, "failed", .bad, "\(arrival.element) \(arrival.screen.name)", message)]
    }
  }

  private static func text(ofWaitingFor error: NavigatorError) -> String {
    // It has looked nowhere, or has found one and cannot connect.
    guard !error.attempts.isEmpty else { return "no connection yet (\(error.message))" }
    return "no coordinator yet (\(error.attempts.map { "\($0.place): \($0.problem)" }.joined(separator: ", ")))"
  }

  private func who(_ element: Element) -> String { "\(element.id) \(element.screen.name)" }

  private func line(_ now: String, _ word: String, _ ask: Ask, _ answer: String? = nil, after time: Duration? = nil)
    -> Printed
  {
    var who = Asked.who(ask.element, ask.screen.name, request: ask.question.description)
    var text = ask.question.description
    if case .parse(let url) = ask.question { (who, text) = ("link", "\(text) \(url)") }
    text += (answer.map { " → \($0)" } ?? "")
    return line(now, word, .plain, who, time.map { text.padded(to: 38) + "  " + Quantity.ms($0) } ?? text)
  }

  private func line(_ now: String, _ word: String, _ style: Palette.Style, _ who: String, _ text: String) -> Printed {
    let head = palette(now, .quiet) + "  " + palette(word.padded(to: 9), style)
    return who.isEmpty ? "\(head)  \(text)" : "\(head)  \(who.padded(to: 16))  \(text)"
  }

  /// The messages behind a report, as JSON lines.
  static func json(_ report: WorkerReport) -> [String] {
    switch report {
    case .connected(let session, let version, _):
      [JSONLine.text(.welcome(Welcome(session: session, version: version, verdicts: [])))]
    case .refused(let error), .answerRefused(let error), .replaced(let error): [JSONLine.text(.error(error))]
    case .registered(let generation): [JSONLine.text(.registered(Registered(generation: generation)))]
    case .asked(let ask): [JSONLine.text(.ask(ask))]
    case .answered(let ask, let answer, _): [JSONLine.text(.answer(AnswerMessage(token: ask.token, answer: answer)))]
    case .abandoned(let ask): [JSONLine.text(.abandoned(Abandoned(token: ask.token)))]
    case .settled(let token, let used): [JSONLine.text(.settled(Settled(token: token, used: used)))]
    case .followed(let state, _): [JSONLine.text(.workerState(state))]
    case .treeEvent(let event): [JSONLine.text(.treeEvent(event))]
    case .treeEventFailed, .arrivalFailed: []
    case .arrival(let arrival): [JSONLine.text(.arrival(arrival))]
    case .waiting, .disconnected: [JSONLine.text(PathEvent.disconnected)]
    }
  }
}
