// SPDX-License-Identifier: Apache-2.0

/// What observers know of workers that came and went: that there was a change is told at once, but not more often than
/// each ``Limits/workerNewsMs``. Who is registered now, they ask.
struct WorkerNews: Sendable {
  /// The count that the last keepalive told.
  private var told: UInt64 = 0
  /// When it did.
  private var at: Instant?

  /// Nothing was told.
  init() {}

  /// A keepalive told this count.
  init(told: UInt64, at now: Instant) { (self.told, at) = (told, now) }

  /// When a keepalive is wanted for what is not told yet; nil where there is nothing.
  func due(_ workers: WorkerTable) -> Instant? {
    guard workers.sessionChanges != told else { return nil }
    return at?.advanced(byMs: Limits.workerNewsMs) ?? Instant(microseconds: 0)
  }

  /// Whether a keepalive is wanted now.
  func isDue(_ workers: WorkerTable, at now: Instant) -> Bool { due(workers).map { $0 <= now } ?? false }
}
