// SPDX-License-Identifier: Apache-2.0

public import RouteModel

/// What must still be true when the command's turn comes; otherwise `conflict`, nothing done.
public enum Expectation: Hashable, Sendable {
  /// No major commit after this revision.
  case revision(Revision)
  /// This element is still the tip of the active path.
  case top(ElementID)
}
