// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import Waykeeper

/// Single rows of the journal.
extension ExplanationSearch {
  /// The last commit up to a revision; of `.max` the newest.
  func commit(upTo revision: Revision) async throws -> PastCommit? {
    var past = Inspect.Past()
    if revision != .max { past.until = revision }
    return try await source.first(Inspect(.commits, scene: scene, past: past), of: PastCommit.self)
  }

  /// The last commit before a revision.
  func commit(before revision: Revision) async throws -> PastCommit? {
    revision > 1 ? try await commit(upTo: revision - 1) : nil
  }

  /// The first commit that has an element.
  func arrival(of id: ElementID) async throws -> PastCommit? {
    var past = Inspect.Past()
    (past.after, past.element) = (0, id)
    return try await source.first(Inspect(.commits, scene: scene, past: past), of: PastCommit.self)
  }

  /// The last commit that has an element, and the one that took it away. An id is given once, so it is found by halving.
  func end(
    of id: ElementID, from first: PastCommit, to newest: PastCommit
  ) async throws -> (last: PastCommit, gone: PastCommit?) {
    guard newest.path[id] == nil else { return (newest, nil) }
    var (last, gone) = (first, newest)
    while gone.revision > last.revision,
      let middle = try await commit(upTo: last.revision + (gone.revision - last.revision) / 2),
      middle.revision > last.revision
    {
      if middle.path[id] == nil { gone = middle } else { last = middle }
    }
    // Where revisions are missing, a half without any has been looked at; the other half may have some.
    return try await narrowed(id, last, gone)
  }

  private func narrowed(
    _ id: ElementID, _ last: PastCommit, _ gone: PastCommit
  ) async throws -> (last: PastCommit, gone: PastCommit?) {
    var (last, gone) = (last, gone)
    while let before = try await commit(before: gone.revision), before.revision > last.revision {
      if before.path[id] == nil { gone = before } else { last = before }
    }
    return (last, gone)
  }

  /// The commit that gave an element the content that it has in `last`; nil where it came with it, or where that is long ago.
  func change(of element: Element, until last: PastCommit, from first: PastCommit) async throws -> PastCommit? {
    guard first.path[element.id]?.screen != element.screen else { return nil }
    var past = Inspect.Past()
    past.before = last.row
    var rows = PastRows<PastCommit>(Inspect(.commits, scene: scene, past: past), from: source)
    var newer = last
    for _ in 0..<Self.commitsMax {
      guard let commit = try await rows.next() else { return nil }
      if commit.path[element.id]?.screen != element.screen { return newer }
      newer = commit
    }
    return nil
  }

  /// The first of the commits since `commit` in which an element has appeared; nil where it had before, or is not known to
  /// have.
  func appearance(of id: ElementID?, since commit: PastCommit) async throws -> PastCommit? {
    guard let id, let shown = commit.path[id], !shown.hasAppeared else { return nil }
    var past = Inspect.Past()
    (past.after, past.wantsMinor) = (commit.row, true)
    var rows = PastRows<PastCommit>(Inspect(.commits, scene: scene, past: past), from: source)
    for _ in 0..<Self.appearancesMax {
      // Another screen under the same id, as at the root, is another one's appearance.
      guard let minor = try await rows.next(), let element = minor.path[id], element.screen.name == shown.screen.name
      else { return nil }
      if element.hasAppeared { return minor }
    }
    return nil
  }

  /// The commands behind a row that did not end as asked, oldest first.
  func tried(
    after row: UInt64, until date: Date?, concerning id: ElementID? = nil, before end: UInt64? = nil
  ) async throws -> Explanation.Tried {
    var past = Inspect.Past()
    (past.after, past.before, past.wantsFailed) = (row, end ?? UInt64(Int64.max), true)
    past.to = date.map { $0.micros }
    var rows = PastRows<PastCommand>(Inspect(.history, scene: scene, past: past), from: source)
    var tried = Explanation.Tried()
    while let command = try await rows.next() {
      if let id, !command.concerns(id) { continue }
      guard tried.commands.count < Self.triedMax else {
        tried.hasMore = true
        break
      }
      tried.commands.append(command)
    }
    tried.commands.reverse()
    return tried
  }

  /// Adds what the coordinator knows of now; what is under way only to what is about now.
  func add(_ present: Present, to explanation: inout Explanation) async throws {
    let scene = explanation.scene
    switch explanation.subject {
    case .top(nil), .element:
      (explanation.running, explanation.held) = (present.running[scene], present.held[scene] ?? [])
    default: break
    }
    guard let behind = present.behind else { return }
    explanation.behind = behind
    explanation.newest = try await ExplanationSearch(source: source, scene: scene).commit(upTo: .max)?.revision
  }

  /// Whether a command has this whole id, be it over or under way.
  func knows(commandID text: String) async throws -> Bool {
    var past = Inspect.Past()
    past.command = text
    // A whole id that the journal has is in the first page; endings would be looked for through all of it.
    let page: PastSource.Page<PastCommand> = try await source.page(Inspect(.history, limit: 1, past: past))
    if page.values.first?.outcome.id.description == text { return true }
    return await source.present().unended(endingIn: text).first?.id.description == text
  }

  /// The one command whose id is this, or ends so.
  func find(_ text: String) async throws -> PastCommand {
    let text = CommandID.meant(by: text)
    var past = Inspect.Past()
    past.command = text
    var rows = PastRows<PastCommand>(Inspect(.history, past: past), from: source)
    let ended = try await rows.next()
    // A whole id is that of one command.
    if let ended, ended.outcome.id.description == text { return ended }
    let other = ended == nil ? nil : try await rows.next()
    let unended = await source.present().unended(endingIn: text)
    if unended.first?.id.description != text {
      let ids = [ended, other].compactMap { $0?.outcome.id } + unended.map(\.id)
      guard ids.count < 2 else { throw Self.ambiguity(of: text, ids) }
      if let ended { return ended }
      if let failure = try await screen(text) { throw failure }
    }
    if let unended = unended.first {
      let word = unended.word == "runs" ? "is under way" : unended.word
      throw CommandFailure("\(unended.id) \(word): \(unended.text)", .notAsAsked)
    }
    throw CommandFailure(
      "no command that ends in '\(text)' has ended, as far as the journal reaches back",
      notes: [
        "  `way history` lists those that have; `way outcome` knows of one that is under way.",
        "  A screen is explained by the id of its element, such as @3; `way` shows them.",
      ], .notAsAsked)
  }

  private static func ambiguity(of text: String, _ ids: [CommandID]) -> CommandFailure {
    let told = ids.prefix(2).map(\.description).joined(separator: ", ")
    return CommandFailure("more than one command ends in '\(text)': \(told)", notes: ["  Give more of it."], .usage)
  }
}

extension Element {
  /// Whether it is the same element, with the same screen on it; the content may be another one.
  func isSame(as other: Element?) -> Bool { other?.id == id && other?.screen.name == screen.name }
}

extension PastCommand {
  /// Whether it was about an element: named it, asked it, or ended because of it.
  func concerns(_ id: ElementID) -> Bool {
    let party: Outcome.Party? =
      switch outcome.kind {
      case .vetoed(let party, _, _), .failed(let party, _, _): party
      case .timedOut(_, let party): party
      case .committed, .unchanged, .unhandled, .rejected, .conflict, .superseded, .busy, .cancelled: nil
      }
    return party?.element == id || outcome.asked.contains { $0.element == id }
      || verb.split(separator: " ").contains { $0 == id.description }
  }
}
