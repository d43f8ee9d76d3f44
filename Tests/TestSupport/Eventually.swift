// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The bound of every wait, in ms; no test needs it unless it fails.
package let patienceMs = 10_000

/// Looks again and again, giving the processor away between, until `condition` holds.
package func eventually(_ what: String, _ condition: () throws -> Bool) throws {
  let end = ContinuousClock.now + .milliseconds(patienceMs)
  while try !condition() {
    guard ContinuousClock.now < end else { throw Overdue(what) }
    sched_yield()
  }
}
