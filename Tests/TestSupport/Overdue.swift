// SPDX-License-Identifier: Apache-2.0

/// An event that did not happen in time.
package struct Overdue: Error, CustomStringConvertible {
  /// What was waited for.
  package let what: String
  /// What came instead, in order.
  package var heard: [String] = []
  /// Whether nothing more can come.
  package var hasEnded = false

  /// Nothing of `what` came.
  package init(_ what: String, heard: [String] = [], hasEnded: Bool = false) {
    self.what = what
    self.heard = heard
    self.hasEnded = hasEnded
  }

  /// What was waited for, and what came.
  package var description: String {
    "\(what) did not come \(hasEnded ? "before the end" : "in time")"
      + (heard.isEmpty ? "" : "; heard: \(heard.joined(separator: "\n"))")
  }
}
