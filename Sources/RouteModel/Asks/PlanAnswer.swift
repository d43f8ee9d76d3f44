// SPDX-License-Identifier: Apache-2.0

/// What came back for a ``PlanAsk``. A dead, silent or skipped routable counts as `declined`.
public enum PlanAnswer: Hashable, Sendable {
  /// Handled: change the path like this. Of a walk's step: with `merging`, the input that the route which was arrived
  /// at declares becomes a part of its screen's content.
  case instruction(Instruction, merging: Bool = false)
  /// Of a walk's step: take it as such steps are taken where nobody has a say.
  case customary
  /// Not mine: ask the next.
  case declined
}
