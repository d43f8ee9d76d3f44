// SPDX-License-Identifier: Apache-2.0

import Coordination
import Foundation
import RouteModel
import Waykeeper

/// What is said where the journal does not know.
extension ExplanationSearch {
  /// Why nothing is known of a scene, or of what it was then.
  func missing(_ date: Date?) async throws -> CommandFailure {
    if let failure = try await unknown() { return failure }
    guard let oldest = try await oldest() else {
      return CommandFailure(
        "nothing was ever committed in scene \(scene), as far as the journal reaches back", .notAsAsked)
    }
    return CommandFailure(
      "the journal reaches back to \(Self.text(oldest)), and not to \(date.map { Quantity.moment($0) } ?? "then")",
      .notAsAsked)
  }

  /// That there is no such scene; nil where there is one.
  func unknown() async throws -> CommandFailure? {
    let known = try await source.scenes().map(\.rawValue)
    // The coordinator names the scenes that stand; the journal may know more.
    if known.contains(scene.rawValue) { return nil }
    if try await commit(upTo: .max) != nil { return nil }
    let hint = Spelling.hint(scene.rawValue, among: known)
    let note = known.isEmpty ? "there is none yet" : "scenes: \(known.joined(separator: " "))"
    return CommandFailure("the journal knows nothing of scene '\(scene)'\(hint)", notes: ["  \(note)"], .notAsAsked)
  }

  /// Why a revision is not known.
  func missing(_ revision: Revision) async throws -> CommandFailure {
    guard let oldest = try await oldest(), let newest = try await commit(upTo: .max) else {
      return try await missing(nil)
    }
    if revision > newest.revision {
      return CommandFailure("\(scene) is at revision \(newest.revision); \(revision) is yet to come", .notAsAsked)
    }
    guard revision >= oldest.revision else {
      return CommandFailure(
        "the journal reaches back to \(Self.text(oldest)), and not to revision \(revision)", .notAsAsked)
    }
    return CommandFailure(
      "the journal does not hold revision \(revision) of \(scene): it could not be written then, or the number was never given",
      .notAsAsked)
  }

  /// That a screen was named where the id of an element belongs; nil where no such screen stands.
  func screen(_ name: String) async throws -> CommandFailure? {
    var ids: [String] = []
    try await commit(upTo: .max)?.path.forEachElement { element in
      if element.screen.name.rawValue == name { ids.append(element.id.description) }
    }
    guard let last = ids.last else { return nil }
    let others = ids.count > 1 ? " (it is on the route \(ids.count) times: \(ids.joined(separator: ", ")))" : ""
    return CommandFailure(
      "'\(name)' is the name of a screen; its element in \(scene) is \(last)\(others)",
      notes: ["  `way why \(last)` says why it is there"], .usage)
  }

  private func oldest() async throws -> PastCommit? {
    var past = Inspect.Past()
    past.after = 0
    return try await source.first(Inspect(.commits, scene: scene, past: past), of: PastCommit.self)
  }

  private static func text(_ commit: PastCommit) -> String {
    "revision \(commit.revision) of \(commit.scene), \(Quantity.moment(commit.date))"
  }
}
