// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// How an element's host stands. Not part of the route: it has its own number, and no revision.
public enum Presence: String, Hashable, Sendable, CaseIterable {
  /// A live worker hosts it.
  case attended
  /// Its worker said that it restarts, and for how long.
  case leaving
  /// No live worker hosts it.
  case unattended
  /// Its worker cannot show it.
  case failed
  /// Its worker dies so often that it is no longer trusted.
  case quarantined
  /// The navigation tree does not build it any more; whether a worker hosts it is not said.
  case notInTree
}
