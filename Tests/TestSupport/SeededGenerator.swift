// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// Random values of a test's own: a seed always tells the same story. Integers are drawn with our own arithmetic, for the
/// standard library may change its own.
package struct SeededGenerator: RandomNumberGenerator {
  private var numbers: SplitMix64

  /// The story of `seed`.
  package init(seed: UInt64) { numbers = SplitMix64(seed: seed) }

  /// The next number.
  package mutating func next() -> UInt64 { numbers.next() }

  /// A number from 0 to `bound` - 1.
  package mutating func below(_ bound: Int) -> Int { Int(numbers.below(UInt64(max(bound, 1)))) }

  /// A number of the range.
  package mutating func number(_ range: ClosedRange<Int64>) -> Int64 {
    range.lowerBound + Int64(numbers.below(UInt64(range.upperBound - range.lowerBound + 1)))
  }

  /// True half the time.
  package mutating func bool() -> Bool { next() & 1 == 1 }

  /// True `permille` times of a thousand.
  package mutating func chance(_ permille: Int) -> Bool { below(1000) < permille }

  /// One of these, which are not none.
  package mutating func pick<Item>(_ items: [Item]) -> Item { items[below(items.count)] }

  /// 0, or a number of the range: a knob that is off in a third of all seeds (swarm testing: what hides behind something
  /// else shows where that is off).
  package mutating func knob(_ range: ClosedRange<Int64>) -> Int { chance(333) ? 0 : Int(number(range)) }

  /// `make`'s value, or nil as often.
  package mutating func maybe<Value>(_ make: (inout SeededGenerator) -> Value) -> Value? { bool() ? make(&self) : nil }

  /// Up to `count` values.
  package mutating func list<Value>(upTo count: Int, _ make: (inout SeededGenerator) -> Value) -> [Value] {
    (0..<below(count + 1)).map { _ in make(&self) }
  }
}
