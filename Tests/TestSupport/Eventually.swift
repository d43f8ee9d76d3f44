// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The bound of a wait that keeps its thread, in ms; no test needs it unless it fails. Waits of tasks have their own, which are
/// longer: ``Recorder``, ``Program``.
package let patienceMs = 20_000

/// Looks again and again, a millisecond apart, until `condition` holds.
package func eventually(
  _ what: String, withinMs ms: Int = patienceMs, _ condition: () throws -> Bool
) throws {
  let end = ContinuousClock.now + .milliseconds(ms)
  while try !condition() {
    guard ContinuousClock.now < end else { throw Overdue(what) }
    // What is waited for may need this processor.
    poll(nil, 0, 1)
  }
}
