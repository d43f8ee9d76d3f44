// SPDX-License-Identifier: Apache-2.0

import ServiceManager
import Synchronization

/// What the service manager hears of a worker, where it started the process and wants to: that the worker is registered,
/// once, and as often as its watchdog wants that the worker's loop turns.
final class Pulse: Sendable {
  private let supervisor: Supervisor
  private let isReady = Atomic(false)

  /// Nil where nobody wants to hear anything.
  init?(_ supervisor: Supervisor? = .ofThisProcess) {
    guard let supervisor else { return nil }
    self.supervisor = supervisor
  }

  /// How often it beats, in ms; nil where no watchdog listens.
  var intervalMs: Int64? { supervisor.beatMs }

  /// The worker is registered, for the first time or again.
  func registered() {
    if !isReady.exchange(true, ordering: .relaxed) { supervisor.say("READY=1") }
  }

  /// The worker's loop turns.
  func beat() {
    if intervalMs != nil { supervisor.say("WATCHDOG=1") }
  }
}
