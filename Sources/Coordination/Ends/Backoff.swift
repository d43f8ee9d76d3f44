// SPDX-License-Identifier: Apache-2.0

/// Delays that double up to a limit, each with a random part, so that peers which lost the same coordinator do not all
/// come back at the same moment. The randomness is a seed given once: the same seed, the same delays.
struct Backoff: Hashable, Sendable {
  private let firstMs: Int64
  private let maxMs: Int64
  private var currentMs: Int64
  private var noise: UInt64

  /// Delays from `firstMs` to `maxMs`, each lengthened by at most a quarter.
  init(firstMs: Int64, maxMs: Int64, seed: UInt64) {
    self.firstMs = firstMs
    self.maxMs = maxMs
    currentMs = firstMs
    noise = seed
  }

  /// The next delay, in ms.
  mutating func next() -> Int64 {
    defer { currentMs = min(currentMs * 2, maxMs) }
    return currentMs + Int64(noise.mixed() % UInt64(max(1, currentMs / 4)))
  }

  /// Begins anew with the shortest delay.
  mutating func reset() { currentMs = firstMs }
}

extension UInt64 {
  /// The next number of a SplitMix64 sequence whose state this is (Steele, Lea and Flood, 2014).
  mutating func mixed() -> UInt64 {
    self &+= 0x9E37_79B9_7F4A_7C15
    var z = self
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
