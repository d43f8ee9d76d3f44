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

/// Asks again and again, with pauses that grow to 20 ms, until an answer is the wanted one, and returns that. Where it does not come,
/// the error has the last answer.
@discardableResult
package func eventually<Answer>(
  _ what: String, within time: Duration = .seconds(30), ask: () async throws -> Answer,
  until isWanted: (Answer) -> Bool
) async throws -> Answer {
  let end = ContinuousClock.now + time
  var pauseMs = 1
  while true {
    let answer = try await ask()
    if isWanted(answer) { return answer }
    guard ContinuousClock.now < end else { throw Overdue(what, heard: ["\(answer)"]) }
    await rest(ms: pauseMs)
    pauseMs = min(2 * pauseMs, 20)
  }
}

/// Leaves the processor, and the thread of Swift's pool, to what is waited for.
private func rest(ms: Int) async {
  await withCheckedContinuation { continuation in
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(ms)) { continuation.resume() }
  }
}
