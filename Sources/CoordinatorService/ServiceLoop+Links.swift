// SPDX-License-Identifier: Apache-2.0

import Coordination
import Logging
import ZeroMQ

/// Deaths: who has gone, and that nobody is given up unheard.
extension ServiceLoop {
  /// More messages than a worker can have waiting: what it left behind is read before its end counts.
  private static let lastWordsMax = 4096

  /// Watches the process behind a link.
  func watch(_ link: Link, pid: Int32) {
    do {
      try links.watch(link, pid: pid, &poller)
      logger.debug("a worker is here", metadata: ["pid": "\(pid)"])
    } catch {
      // It has ended already (the connection tells), or there are no more descriptors (heartbeats do).
      logger.debug("a process cannot be watched", metadata: ["pid": "\(pid)", "error": "\(error)"])
      sweeps.schedule(from: MonotonicClock.nowMicroseconds())
    }
  }

  /// Asks every link for a sign when one of them, nobody knows which, has ended: a ROUTER names the dead by refusing.
  func sweepLinks() {
    let now = MonotonicClock.nowMicroseconds()
    guard sweeps.takeDue(now) else { return }
    for (link, encoding) in coordinator.liveLinks { send(.ping, to: link, encoding) }
    failedLinks += links.overdue(at: now)
    endFailedLinks()
  }

  /// Tells the core which connections are over, after everything that came by them.
  func endFailedLinks() {
    guard !failedLinks.isEmpty else { return }
    receive(by: .screens, max: Self.lastWordsMax)
    let failed = failedLinks
    failedLinks = []
    for link in Set(failed).sorted() {
      logger.debug("a worker's connection is over")
      links.remove(link, &poller)
      feed(.linkLost(link))
    }
  }

  /// Tries again to send states that found a full queue.
  func retryStates(at now: Int64) {
    for (state, link, encoding) in links.takePostponed(at: now) { send(.workerState(state), to: link, encoding) }
  }
}
