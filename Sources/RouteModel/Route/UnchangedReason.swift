// SPDX-License-Identifier: Apache-2.0

/// The reason why nothing had to change. Closed list: specification, section "Reasons".
public enum UnchangedReason: String, Hashable, Sendable, CaseIterable {
  /// The route is already as asked.
  case same
  /// No element or branch is the target.
  case targetNotFound
  /// The first element of a path cannot be dismissed.
  case rootCannotBeDismissed
  /// There is nothing to go back to.
  case atRoot
  /// A screen was built, and no path took it.
  case notPlaced
  /// The command was a dry run.
  case dryRun
}
