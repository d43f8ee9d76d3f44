// SPDX-License-Identifier: Apache-2.0

/// The answer to a ``PlanAsk``. A dead, silent or skipped routable counts as `declined`.
package enum PlanAnswer: Hashable, Sendable {
  /// Handled: change the path like this. With `merging`, an arrival by a step of a walk also puts the route's share of the
  /// input into its screen's content.
  case instruction(Instruction, merging: Bool = false)
  /// Take the step of the walk in the customary way, as if its screen had not registered for steps.
  case customary
  /// Not handled: ask the next routable.
  case declined
}
