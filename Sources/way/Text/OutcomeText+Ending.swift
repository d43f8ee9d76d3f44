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
}
