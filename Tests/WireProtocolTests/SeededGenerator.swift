// SPDX-License-Identifier: Apache-2.0

/// SplitMix64: the same numbers on every machine and release, so that a seed always tells the same story.
struct SeededGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  /// A number below `bound`.
  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  mutating func bool() -> Bool { next() & 1 == 1 }

  /// One of `choices`, which is not empty.
  mutating func one<Choice>(of choices: [Choice]) -> Choice { choices[below(choices.count)] }

  /// `make`'s value, or nil as often.
  mutating func maybe<Value>(_ make: (inout SeededGenerator) -> Value) -> Value? { bool() ? make(&self) : nil }

  /// Up to `count` values.
  mutating func list<Value>(upTo count: Int, _ make: (inout SeededGenerator) -> Value) -> [Value] {
    (0..<below(count + 1)).map { _ in make(&self) }
  }
}
