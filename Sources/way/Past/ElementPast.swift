// SPDX-License-Identifier: Apache-2.0

import Coordination
import Waykeeper

/// The revisions in which something became of an element.
struct ElementPast {
  /// Commits of its scene that are looked at, from its end back.
  static let commitsMax = 5000

  let scene: SceneName
  private let id: ElementID
  /// Behind this row all is known.
  let known: UInt64
  /// The oldest commit that was looked at, where the element did not come then: more are not looked at.
  let cutAt: PastCommit?
  private var revisions: Set<Revision> = []

  /// Whether a command changed the element, named it or asked it.
  func isTouched(by command: PastCommand) -> Bool {
    let outcome = command.outcome
    let made = outcome.revisions.isEmpty ? [outcome.revision] : outcome.revisions
    let isCommitted = outcome.kind == .committed || !outcome.revisions.isEmpty
    return isCommitted && made.contains { revisions.contains($0) } || command.concerns(id)
  }

  func isTouched(by commit: PastCommit) -> Bool { commit.scene == scene && revisions.contains(commit.revision) }
}

extension ElementPast {
  /// The life of an element, until `wanted` revisions are known that are not minor.
  ///
  /// - Throws: ``CommandFailure`` where the journal does not know the element.
  init(of id: ElementID, until wanted: Int, by search: ExplanationSearch) async throws {
    (scene, self.id) = (search.scene, id)
    let (first, newest) = try await search.ends(of: id)
    let end = try await search.end(of: id, from: first, to: newest)
    var newer = end.gone ?? end.last
    var past = Inspect.Past()
    (past.before, past.after) = (newer.row, first.row > 0 ? first.row - 1 : 0)
    var rows = PastRows<PastCommit>(Inspect(.commits, scene: search.scene, past: past), from: search.source)
    var (walked, major) = (0, 0)
    while walked < Self.commitsMax, major < wanted, let older = try await rows.next() {
      if Self.differs(id, newer, older) {
        revisions.insert(newer.revision)
        major += newer.isMinor ? 0 : 1
      }
      newer = older
      walked += 1
    }
    cutAt = walked == Self.commitsMax && major < wanted && newer.row > first.row ? newer : nil
    revisions.insert(first.revision)
    known = newer.row
  }

  private static func differs(_ id: ElementID, _ newer: PastCommit, _ older: PastCommit) -> Bool {
    let (new, old) = (newer.path[id], older.path[id])
    return new?.screen != old?.screen || new?.hasAppeared != old?.hasAppeared
      || new?.branches?.selected != old?.branches?.selected
  }
}

extension ExplanationSearch {
  /// The first commit that has an element, and the newest of all.
  func ends(of id: ElementID) async throws -> (first: PastCommit, newest: PastCommit) {
    if let first = try await arrival(of: id), let newest = try await commit(upTo: .max) { return (first, newest) }
    if let failure = try await unknown() { throw failure }
    let known = try await commit(upTo: .max)?.path.elements.map { "\($0.id) \($0.screen.name)" } ?? []
    let note = known.isEmpty ? "`way history` tells what it knows" : "on the route: \(known.joined(separator: ", "))"
    throw CommandFailure(
      "the journal has never seen \(id) in scene \(scene), or does not reach back to it", notes: ["  \(note)"],
      .notAsAsked)
  }
}
