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
    /// One object a past command, newest first.
    case history
    /// One object a part of the navigation tree, and one a scene for the parts that are missing.
    case tree
    /// One object a route of the plan that drives walk on.
    case plan
    /// One object a destination that is registered.
    case destinations
  }

  /// Which report.
  package var subject: Subject
  /// Only this scene's.
  package var scene: SceneName?
  /// History: only revisions above this one.
  package var since: Revision?
  /// At most so many objects.
  package var limit: Int?

  /// A request.
  package init(_ subject: Subject, scene: SceneName? = nil, since: Revision? = nil, limit: Int? = nil) {
    self.subject = subject
    self.scene = scene
    self.since = since
    self.limit = limit
  }
}
