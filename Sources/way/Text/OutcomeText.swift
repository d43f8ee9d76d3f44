// SPDX-License-Identifier: Apache-2.0

import Coordination
import Waykeeper

/// An outcome as people read it.
struct OutcomeText {
  let outcome: Outcome
  var palette = Palette.standard
  /// What was typed, for hints; nil where nobody typed it.
  var typed: [String]?

  var lines: [Printed] {
    var head = Columns()
    head.add([Columns.Cell(word, wordStyle)] + summary, right: time)
    let trace = trace
    let edge = max(head.rightEdge, trace.rightEdge)
    return head.lines(palette, rightEdge: edge) + trace.lines(palette, rightEdge: edge) + rest
  }

  /// Who was asked, a line each.
  var traceLines: [Printed] { trace.lines(palette) }

  /// What was refused at once took no time worth telling.
  private var time: Columns.Cell? {
    let isImmediate = outcome.asked.isEmpty && outcome.kind != .committed && outcome.duration < .milliseconds(1)
    return isImmediate ? nil : Columns.Cell(Quantity.ms(outcome.duration), .quiet)
  }

  var word: String {
    switch outcome.kind {
    case .timedOut(let phase, _): "timedOut (\(phase.rawValue))"
    case .unchanged, .rejected, .failed: "\(outcome.word) (\(outcome.reason ?? ""))"
    case .committed, .vetoed, .unhandled, .conflict, .superseded, .busy, .cancelled: outcome.word
    }
  }

  private var wordStyle: Palette.Style {
    switch outcome.kind {
    case .committed, .unchanged(.same): outcome.isAsAsked ? .good : .notice
    case .unchanged, .superseded, .cancelled: .notice
    case .vetoed, .unhandled, .rejected, .conflict, .busy, .timedOut, .failed: .bad
    }
  }

  private var path: Columns.Cell {
    guard outcome.elements.isEmpty, outcome.revision > 0 else { return .init(PathText(outcome.path.path)) }
    let isOwn = outcome.id.clientName == Origin.coordinator.name
    return isOwn ? "its path is not kept; `way history` has it" : "its path is not remembered any more"
  }

  private var summary: [Columns.Cell] {
    // The gap of columns follows.
    let place = Columns.Cell("\(outcome.scene) \(outcome.revision) ")
    switch outcome.kind {
    case .committed: return [place, path]
    case .unchanged(let reason): return [place, outcome.message.map { .init($0) } ?? text(reason)]
    case .vetoed, .unhandled, .rejected, .busy, .cancelled, .conflict, .superseded, .timedOut, .failed:
      return [.init(trouble)]
    }
  }

  /// How it ended otherwise, in words.
  var trouble: String {
    switch outcome.kind {
    case .committed, .unchanged: return ""
    case .vetoed(let by, let reason, let code):
      let why = [outcome.message ?? (reason == .guard ? nil : reason.rawValue), code.map { "[\($0)]" }]
        .compactMap(\.self).joined(separator: " ")
      return "by \(text(by))" + (why.isEmpty ? "" : ": \(why)")
    case .unhandled, .rejected, .busy, .cancelled: return outcome.message ?? "in scene \(outcome.scene)"
    case .conflict:
      let tip = outcome.elements.last.map { ", and \($0.id) \($0.screen.name) is on top" } ?? ""
      return outcome.message ?? "\(outcome.scene) is at revision \(outcome.revision)\(tip)"
    case .superseded(let by): return "by \(by.short)"
    case .timedOut(_, let who): return [who.map(text), outcome.message].compactMap(\.self).joined(separator: ": ")
    case .failed(let who, _, _): return [text(who), outcome.message].compactMap(\.self).joined(separator: ": ")
    }
  }

  func text(_ reason: UnchangedReason) -> Columns.Cell {
    switch reason {
    case .same: path
    case .targetNotFound: "nothing on the route is the target; `way` shows what is there"
    case .rootCannotBeDismissed:
      Columns.Cell(
        idleInstruction
          ?? "the first screen of a path or of a branch cannot be dismissed; `way replace PATH` exchanges the whole path, with --in a branch"
      )
    case .atRoot: "there is nothing to go back to"
    case .notPlaced: "the screen was put nowhere"
    case .dryRun: "a dry run; nothing was to change"
    }
  }

  /// `@9 exhibit (exhibits)`
  private func text(_ party: Outcome.Party) -> String {
    let element = [party.element?.description, party.screen?.rawValue].compactMap(\.self).joined(separator: " ")
    switch (element.isEmpty, party.worker) {
    case (true, nil): return "the coordinator"
    case (true, let worker?): return worker.rawValue
    case (false, let worker?): return "\(element) (\(worker))"
    case (false, nil): return element
    }
  }

  private var trace: Columns {
    var columns = Columns()
    columns.indent = "  "
    let requests = outcome.asked.filter { $0.answer != .unregistered }.map(\.request.width).max() ?? 0
    for (index, asked) in outcome.asked.enumerated() {
      let isNobody = asked.answer == .unregistered
      let (who, words) = asked.exchange
      columns.add(
        [
          Columns.Cell(index == 0 ? "asked " : "", .quiet), Columns.Cell(who),
          Columns.Cell(asked.worker?.rawValue ?? (isNobody ? "" : "nobody")),
          Columns.Cell(isNobody ? words : "\(asked.request.padded(to: requests)) → \(asked.answerText)"),
        ], right: asked.time)
    }
    return columns
  }

  private var rest: [Printed] {
    var lines: [String] = []
    if outcome.revisions.count > 1 || !outcome.revisions.isEmpty && outcome.kind != .committed {
      lines.append("  committed step by step: revisions \(outcome.revisions.map(String.init).joined(separator: ", "))")
    }
    if !outcome.delivered.isEmpty {
      let ids = outcome.delivered.map(\.description).joined(separator: ", ")
      lines.append("  delivered to \(ids), which \(outcome.delivered.count == 1 ? "was" : "were") there already")
    }
    if outcome.appeared == false { lines.append("  not every screen has appeared") }
    switch outcome.kind {
    case .committed: break
    case .unchanged, .vetoed, .unhandled, .rejected, .conflict, .superseded, .busy, .timedOut, .cancelled, .failed:
      let isEmpty = outcome.elements.isEmpty
      // `unchanged (same)` shows the path in its first line.
      let isSaid = outcome.reason == UnchangedReason.same.rawValue
      if !isEmpty, !isSaid, outcome.revisions.isEmpty { lines.append(nothingChanged) }
    }
    if let hint { lines.append("  hint: \(hint)") }
    return lines.flatMap { palette.lines($0, hanging: 4) }
  }

  private var nothingChanged: String {
    let words = "  nothing changed: "
    return words + PathText(outcome.path.path).text(in: palette.width.room(behind: words.count))
  }

  private var hint: String? {
    guard let typed else { return nil }
    switch outcome.kind {
    // Others than guards say no too, and no flag passes them over.
    case .vetoed(_, .guard, _) where outcome.asked.last?.isGuard == true,
      .vetoed(_, .noAnswer, _) where outcome.asked.last?.isGuard == true:
      return
        "`\(Shell.text(["way"] + typed + ["--skip-guards"]))` leaves all the same, and the journal says that you did"
    case .unhandled where outcome.elements.isEmpty && outcome.revision == 0 && typed.first != "start":
      return "nothing shows in \(outcome.scene) yet; `way start NAME` or `way replace PATH` begins it"
    case .rejected(.locked): return "`way status --scene \(outcome.scene)` says what its lock allows, and the way out"
    case .failed(_, .restarted, _), .failed(_, .stopping, _), .failed(_, .lost, _):
      return "`way` shows where the route is now"
    case .committed, .unchanged, .vetoed, .unhandled, .rejected, .conflict, .superseded, .busy, .timedOut, .cancelled,
      .failed:
      return nil
    }
  }
}

extension Asked {
  /// The answer, with the answerer's words.
  var answerText: String {
    let word =
      switch answer {
      case .noAnswer: "no answer"
      case .died: "gone"
      case .skipped: "not asked"
      case .unregistered: "nobody"
      case .allow where RequestPattern(request)?.kind.isStep == true: "complete"
      case .push, .present, .pop, .popToRoot, .popTo, .dismiss, .edit, .done, .declined, .allow, .deny, .redirect,
        .failed, .value:
        answer.rawValue
      }
    return word + (message.map { " \"\($0)\"" } ?? "") + (standing ? " (standing)" : "")
  }
}

extension CommandID {
  /// Its random middle left out: `way-…x7Q2-1883`. The ending is enough for `way outcome`.
  var short: String {
    let text = description
    guard text.count > clientName.count + 12 else { return text }
    return "\(clientName)-…\(ending)"
  }

  /// What is enough of it on a command line: `x7Q2-1883`.
  var ending: String {
    let text = description
    guard text.count > clientName.count + 12 else { return text }
    return String(text.dropFirst(clientName.count + 1).dropFirst(22))
  }
}

/// Command lines as they would be typed.
enum Shell {
  static func text(_ words: [String]) -> String { words.map(quoted).joined(separator: " ") }

  /// The words of a program, to name it by: `python3 -c 'import sys …'`. Whole scripts and long lists are cut.
  static func brief(_ words: [String]) -> String {
    let shown = words.prefix(wordsMax).map { word in
      let line = word.prefix { !$0.isNewline }
      let isWhole = line.count == word.count && word.count <= lettersMax
      return quoted(isWhole ? word : String(line.prefix(lettersMax)).trimmedRight + " …")
    }
    return (shown + (words.count > wordsMax ? ["…"] : [])).joined(separator: " ")
  }

  private static let wordsMax = 8
  private static let lettersMax = 40

  static func quoted(_ word: String) -> String {
    let plain = word.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "-_./:=@%+,^".utf8.contains(byte)
      }
    }
    return plain && !word.isEmpty
      ? word
      : "'"
        + word.split(separator: "'", omittingEmptySubsequences: false)
        .joined(separator: "'\\''") + "'"
  }
}
