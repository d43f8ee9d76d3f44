// SPDX-License-Identifier: Apache-2.0

import Waykeeper

/// How a command ended, in a few words for a line of a list.
extension OutcomeText {
  /// `vetoed by @9 exhibit (exhibits): unsaved notes`, `rejected (noHost): no worker hosts 'x' in scene main`.
  var story: String {
    switch outcome.kind {
    case .vetoed, .superseded: "\(word) \(detail)"
    case .committed, .unchanged, .unhandled, .rejected, .conflict, .busy, .timedOut, .cancelled, .failed:
      word + (detail.isEmpty ? "" : ": \(detail)")
    }
  }

  /// The same without the word of the outcome, where a column has it: `noHost: no worker hosts 'x' in scene main`.
  var ending: String {
    let reason =
      switch outcome.kind {
      case .rejected(let reason): reason.rawValue
      case .failed(_, let reason, _): reason.rawValue
      case .timedOut(let phase, _): phase.rawValue
      case .committed, .unchanged, .vetoed, .unhandled, .conflict, .superseded, .busy, .cancelled: ""
      }
    return [reason, detail].filter { !$0.isEmpty }.joined(separator: ": ")
  }

  private var detail: String {
    guard case .unchanged(let reason) = outcome.kind else { return trouble }
    return outcome.message ?? (reason == .same ? "it was so already" : text(reason).text)
  }

  /// Why the instruction that a worker answered had nothing to drop; nil where it was none of these, or was answered for the first
  /// screen of the path or of a branch, which nothing drops.
  var idleInstruction: String? {
    guard let asked = outcome.asked.last(where: { [.pop, .dismiss, .edit].contains($0.answer) }),
      let element = asked.element, element != .root, !beginsBranch(element)
    else { return nil }
    return switch asked.answer {
    case .dismiss: "no sheet lies round \(asked.who), so `dismiss` drops nothing; `pop` drops what was pushed"
    case .pop:
      "the stack of \(asked.who) holds its first screen alone, so `pop` drops nothing; `dismiss hard` drops a sheet"
    case .push, .present, .popToRoot, .popTo, .edit, .done, .declined, .allow, .deny, .redirect, .noAnswer, .died,
      .skipped, .unregistered, .failed, .value:
      nil
    }
  }

  private func beginsBranch(_ id: ElementID) -> Bool {
    let container = outcome.path.path.firstElement { element in
      element.branches?.branches.contains { $0.path.first?.id == id } == true
    }
    return container != nil
  }
}
