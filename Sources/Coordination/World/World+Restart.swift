// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// Commands that waited for a worker of the last epoch, which did not come back in time (specification, section "Start
/// and stop"). What such a worker handles, hosts and declares is not known, so neither is the truth of a refusal.
extension World {
  /// The ending that is true in place of this one: a refusal that the missing worker may be the reason for becomes
  /// `failed(restarted)`. Nil where it is true as it is.
  func afterRestart(_ ending: Ending, of errand: Errand, on stage: Stage) -> Ending? {
    guard !missing.isEmpty, !errand.isInternal, let graceMissedAt, errand.admitted < graceMissedAt,
      mayBeMissing(ending.kind, errand, stage), let worker = missing.min()
    else { return nil }
    let names = missing.sorted().map { "'\($0)'" }.joined(separator: ", ")
    let subject =
      missing.count == 1
      ? "worker \(names) of before the restart has not come back"
      : "workers \(names) of before the restart have not come back"
    return Ending(
      .failed(who: Outcome.Party(worker: worker), .restarted, code: nil),
      message: message(of: ending, in: stage.name).map { "\(subject) (\($0))" } ?? subject)
  }

  /// Whether a worker that is missing could have led to another ending.
  private func mayBeMissing(_ kind: Outcome.Kind, _ errand: Errand, _ stage: Stage) -> Bool {
    switch kind {
    case .unhandled, .rejected(.noHost), .rejected(.notInTree), .rejected(.unknownRoute),
      .rejected(.unknownDestination):
      true
    case .rejected, .unchanged:
      // The line of names lacks the elements of a worker that has not registered; a way to a destination has finders and
      // conditions, which do not hold where nobody can be asked.
      errand.leadsToDestination
        || errand.command?.verb.isOfNames == true
          && stage.route.activePath.contains { registered($0.screen.name, in: stage.name) == nil }
    case .failed(let party, .died, code: _): party.worker.map(missing.contains) ?? true
    case .committed, .vetoed, .conflict, .superseded, .busy, .timedOut, .cancelled, .failed: false
    }
  }
}

extension Errand {
  /// Whether it is about a destination, by its verb or by its link.
  fileprivate var leadsToDestination: Bool {
    if case .route = command?.verb { return true }
    if case .destination = leadsTo { return true }
    return false
  }
}

extension Verb {
  /// Whether it is about the line of names.
  fileprivate var isOfNames: Bool {
    switch self {
    case .show, .hide, .navigate: true
    case .navigator, .batch, .back, .start, .open, .drive, .route: false
    }
  }
}
