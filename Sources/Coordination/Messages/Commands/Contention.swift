// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// What shall happen when the scene is busy with another command.
public enum Contention: String, Hashable, Sendable, CaseIterable {
  /// Wait one's turn.
  case queue
  /// A waiting or running one gives way.
  case supersede
  /// Give up at once: outcome `busy`.
  case reject
}
