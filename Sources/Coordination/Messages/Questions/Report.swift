// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// REPORT: the objects asked for.
package struct Report: Hashable, Sendable {
  /// What was asked for, one after another.
  package var objects: [ReportObject]
  /// Whether the limit left some out.
  package var more: Bool

  /// A report.
  package init(objects: [ReportObject], more: Bool = false) {
    self.objects = objects
    self.more = more
  }
}
