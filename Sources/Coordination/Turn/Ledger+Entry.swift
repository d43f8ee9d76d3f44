// SPDX-License-Identifier: Apache-2.0

extension Ledger.Entry {
  /// Whether the outcome is known.
  var isDecided: Bool {
    if case .decided = state { true } else { false }
  }

  /// The outcome, once decided.
  var outcome: Outcome? {
    if case .decided(let remembered, _) = state { remembered.outcome } else { nil }
  }
}
