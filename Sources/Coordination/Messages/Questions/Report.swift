// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// REPORT: the objects asked for.
package struct Report: Hashable, Sendable {
  /// What was asked for, one after another.
  package var objects: [ReportObject]
  /// Whether the limit left some out.
  package var more: Bool
  /// Of the past, where there may be more: the row of the journal at which the next question goes on.
  package var next: UInt64?

  /// A report.
  package init(objects: [ReportObject], more: Bool = false, next: UInt64? = nil) {
    self.objects = objects
    self.more = more
    self.next = next
  }
}
