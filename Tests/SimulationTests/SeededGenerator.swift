// SPDX-License-Identifier: Apache-2.0

/// SplitMix64 (Steele, Lea and Flood, 2014): the same numbers on every machine and in every release. Integers are drawn
/// with our own arithmetic, for the standard library may change its own.
struct SeededGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number from 0 to `bound` - 1.
  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(max(bound, 1))) }

  /// A number of the range.
  mutating func number(_ range: ClosedRange<Int64>) -> Int64 {
    range.lowerBound + Int64(next() % UInt64(range.upperBound - range.lowerBound + 1))
  }

  /// True `permille` times of a thousand.
  mutating func chance(_ permille: Int) -> Bool { below(1000) < permille }

  /// One of these, which are not none.
  mutating func pick<Item>(_ items: [Item]) -> Item { items[below(items.count)] }

  /// 0, or a number of the range: a knob that is off in a third of all seeds (swarm testing: what hides behind something
  /// else shows where that is off).
  mutating func knob(_ range: ClosedRange<Int64>) -> Int { chance(333) ? 0 : Int(number(range)) }
}
