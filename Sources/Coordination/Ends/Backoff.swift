// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// Delays that double up to a limit, each with a random part, so that peers which lost the same coordinator do not all
/// come back at the same moment. The randomness is a seed given once: the same seed, the same delays.
struct Backoff: Hashable, Sendable {
  private let firstMs: Int64
  private let maxMs: Int64
  private var currentMs: Int64
  private var noise: SplitMix64

  /// Delays from `firstMs` to `maxMs`, each lengthened by at most a quarter.
  init(firstMs: Int64, maxMs: Int64, seed: UInt64) {
    self.firstMs = firstMs
    self.maxMs = maxMs
    currentMs = firstMs
    noise = SplitMix64(seed: seed)
  }

  /// The next delay, in ms.
  mutating func next() -> Int64 {
    defer { currentMs = min(currentMs * 2, maxMs) }
    return currentMs + Int64(noise.below(UInt64(currentMs / 4)))
  }

  /// Begins anew with the shortest delay.
  mutating func reset() { currentMs = firstMs }
}
