// SPDX-License-Identifier: Apache-2.0

package import RouteModel

/// INSPECT: what do you know?
package struct Inspect: Hashable, Sendable {
  /// Which report.
  package enum Subject: String, Hashable, Sendable, CaseIterable {
    /// The coordinator: version, uptime, journal, counters, observers.
    case status
    /// One object a worker.
    case workers
    /// One object a scene.
    case scenes
    /// One object a past command, newest first or oldest first.
    case history
    /// One object a part of the navigation tree, and one a scene for the parts that are missing.
    case tree
    /// One object a route of the plan that drives walk on.
    case plan
    /// One object a destination that is registered.
    case destinations
    /// One object a past commit, newest first or oldest first.
    case commits
  }

  /// Which report.
  package var subject: Subject
  /// Only this scene's.
  package var scene: SceneName?
  /// Of the past: only revisions above this one.
  package var since: Revision?
  /// At most so many objects.
  package var limit: Int?
  /// What else is wanted of the past.
  package var past = Past()

  /// What is wanted of `history` and `commits`; nothing of it leaves anything out.
  package struct Past: Hashable, Sendable {
    /// Only rows of the journal below this one.
    package var before: UInt64?
    /// Only rows of the journal above this one; oldest first, unless ``before`` is there too.
    package var after: UInt64?
    /// Only what was written then or later, in µs of the wall clock since 1970.
    package var from: Int64?
    /// Only what was written then or earlier, in µs of the wall clock since 1970.
    package var to: Int64?
    /// Only revisions up to this one.
    package var until: Revision?
    /// Of commands: only those that did not end as asked, dry runs left out.
    package var wantsFailed = false
    /// Of commands: only those whose id this is, or ends so.
    package var command: String?
    /// Of commits: only minor ones.
    package var wantsMinor = false
    /// Of commits: only those whose route holds this element.
    package var element: ElementID?

    /// All of it, newest first.
    package init() {}

    /// Whether the oldest comes first.
    package var isAscending: Bool { after != nil && before == nil }
  }

  /// A request.
  package init(
    _ subject: Subject, scene: SceneName? = nil, since: Revision? = nil, limit: Int? = nil, past: Past = Past()
  ) {
    self.subject = subject
    self.scene = scene
    self.since = since
    self.limit = limit
    self.past = past
  }
}
