// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import Waykeeper

/// Finds out of the journal why something shows, or does not.
struct ExplanationSearch {
  /// Commits of one scene that are walked through, newest first, for how long something is as it is.
  static let commitsMax = 2000
  /// Commits of appearances that are looked at for when an element appeared.
  static let appearancesMax = 200
  /// Commands that are told as tried and not done.
  static let triedMax = 50

  let source: PastSource
  let scene: SceneName

  // ── what is asked for ──────────────────────────────────────────────────────────────────────────

  /// Why what lies on top does so, now or then.
  func top(at date: Date? = nil) async throws -> Explanation {
    var past = Inspect.Past()
    past.to = date.map { $0.micros }
    let question = Inspect(.commits, scene: scene, past: past)
    guard let last = try await source.first(question, of: PastCommit.self) else { throw try await missing(date) }
    if let unrestored = try await source.unrestored(last), date ?? .distantFuture >= unrestored.date {
      var explanation = Explanation(subject: .top(at: date), scene: scene, before: last, unrestored: unrestored)
      explanation.tried = try await tried(after: last.row, until: date)
      return explanation
    }
    var explanation = Explanation(subject: .top(at: date), scene: scene, element: last.tip)
    let run = try await run(of: last.tip, until: last) { last.tip?.isSame(as: $0.tip) ?? ($0.tip == nil) }
    try await explain(run, in: &explanation)
    // The id of the first element is that of each screen that ever was the first.
    if let element = last.tip, element.id != .root, run.before?.path[element.id] != nil || run.isTooFar {
      explanation.came = try await arrival(of: element.id)
      // It may have got its content, or another screen, while others lay on top of it.
      if let came = explanation.came, explanation.changed == nil {
        explanation.changed = try await change(of: element, until: run.first, from: came)
      }
    }
    explanation.tried = try await tried(after: run.first.row, until: date)
    return explanation
  }

  /// Why an element stands where it does, or stood.
  func element(_ id: ElementID) async throws -> Explanation {
    let (first, newest) = try await ends(of: id)
    let end = try await end(of: id, from: first, to: newest)
    guard let element = end.last.path[id] else { throw CommandFailure("\(id) is nowhere", .notAsAsked) }
    var explanation = Explanation(subject: .element(id), scene: scene, element: element)
    let run = try await run(of: element, from: first, until: end.last)
    explanation.gone = end.gone
    if end.gone == nil { explanation.unrestored = try await source.unrestored(newest) }
    try await explain(run, in: &explanation)
    explanation.tried = try await tried(after: run.first.row, until: nil, concerning: id, before: end.gone?.row)
    return explanation
  }

  /// Why a revision came to be.
  func revision(_ revision: Revision) async throws -> Explanation {
    guard let commit = try await commit(upTo: revision), commit.revision == revision else {
      throw try await missing(revision)
    }
    var explanation = Explanation(subject: .revision, scene: scene)
    try await explain(Run(first: commit, before: self.commit(before: revision)), in: &explanation)
    return explanation
  }

  /// How a command ended, and why.
  func command(_ text: String) async throws -> Explanation {
    let command = try await find(text)
    let outcome = command.outcome
    var explanation = Explanation(subject: .command, scene: outcome.scene, command: command)
    let search = ExplanationSearch(source: source, scene: outcome.scene)
    let standing = try await search.commit(upTo: outcome.revision)
    guard outcome.kind == .committed || !outcome.revisions.isEmpty, let standing, standing.revision == outcome.revision
    else {
      explanation.before = standing
      return explanation
    }
    try await search.explain(Run(first: standing, before: search.commit(before: standing.revision)), in: &explanation)
    return explanation
  }

  // ── what is found ──────────────────────────────────────────────────────────────────────────────

  /// Commits in which something stays as it is.
  struct Run {
    /// The oldest of them.
    var first: PastCommit
    /// The one before it; nil where there is none, or none that is known.
    var before: PastCommit?
    /// The one that gave the element the content that it has, where `first` did not.
    var changed: PastCommit?
    /// Whether the search was given up at `first`.
    var isTooFar = false
  }

  /// The commits in which an element stands, from `first` at the earliest. The first element of a route has the same id
  /// whatever screen it shows, every other id is given once.
  private func run(of element: Element, from first: PastCommit, until last: PastCommit) async throws -> Run {
    guard element.id != .root else {
      return try await run(of: element, until: last) { element.isSame(as: $0.path[element.id]) }
    }
    return Run(
      first: first, before: try await commit(before: first.revision),
      changed: try await change(of: element, until: last, from: first))
  }

  /// The commits back from `last` as long as something about an element holds.
  private func run(
    of element: Element?, until last: PastCommit, while holds: (PastCommit) -> Bool
  ) async throws -> Run {
    var past = Inspect.Past()
    past.before = last.row
    var rows = PastRows<PastCommit>(Inspect(.commits, scene: scene, past: past), from: source)
    var run = Run(first: last)
    var walked = 0
    while let commit = try await rows.next() {
      guard holds(commit) else {
        run.before = commit
        break
      }
      if run.changed == nil, let element, commit.path[element.id]?.screen != element.screen {
        run.changed = run.first
      }
      run.first = commit
      walked += 1
      guard walked < Self.commitsMax else {
        run.isTooFar = true
        break
      }
    }
    return run
  }

  /// Says of what began with `run` who wanted it, from where, and when it appeared.
  private func explain(_ run: Run, in explanation: inout Explanation) async throws {
    let commit = run.first
    (explanation.commit, explanation.before, explanation.changed) = (commit, run.before, run.changed)
    if run.isTooFar {
      explanation.unknown = .tooFar(commit.revision)
    } else if let before = run.before {
      if before.revision + 1 < commit.revision { explanation.unknown = .gap(before.revision + 1, commit.revision - 1) }
    } else if commit.revision > 1 {
      explanation.unknown = .before(commit.revision)
    }
    // Of a redirect the cause names the command that is parked, which is another one.
    if explanation.command == nil, commit.cause.kind != .redirect, let id = commit.cause.command {
      var past = Inspect.Past()
      past.command = id.description
      // The outcome is written with the last commit of its command, or behind it.
      past.after = commit.row
      explanation.command = try await source.first(Inspect(.history, past: past), of: PastCommand.self)
    }
    explanation.appeared = try await appearance(of: explanation.element?.id ?? commit.tip?.id, since: commit)
  }
}
