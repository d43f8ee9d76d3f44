// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// When a client wants to hear of a commit.
public enum Completion: String, Hashable, Sendable, CaseIterable {
  /// As soon as it is in the journal.
  case committed
  /// When every visible new or changed element has appeared, or one cannot.
  case appeared
}
