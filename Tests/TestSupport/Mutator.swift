// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Spoils valid input, a little at a time, as damage and malice do. A seed always spoils the same way.
package struct Mutator {
  private var random: SeededGenerator
  /// Longer input is cut, in bytes.
  private let countMax: Int

  /// Bytes that mean something to the formats of the protocol: delimiters, digits, ends of numbers, tags and lengths.
  private static let telling: [UInt8] =
    Array("{}[]\":,\\/?&=*@^%.-+eE019 \n\t'#!|>~".utf8) + [0, 1, 0x7F, 0x80, 0xC0, 0xE0, 0xED, 0xF0, 0xFE, 0xFF]
  private static let words: [[UInt8]] =
    [
      "null", "true", "{}", "[]", "\"\"", "-1", "1e400", "-0", "9223372036854775807", "9223372036854775808",
      "18446744073709551615", "18446744073709551616", "0.1", "\\u0000", "\\ud800", "\u{1F3DB}", "sheet", "main",
      "\"*\"",
      "- &a *a", ": ", "? ", "!!str ", "---\n",
    ].map { Array($0.utf8) } + [Array(repeating: 0xFF, count: 9) + [0x01], Array(repeating: 0x80, count: 12)]

  /// The mutator of `seed`.
  package init(seed: UInt64, countMax: Int = 64 * 1024) {
    random = SeededGenerator(seed: seed)
    self.countMax = countMax
  }

  /// One of these.
  package mutating func pick<Item>(_ items: [Item]) -> Item { random.pick(items) }

  /// `input` with a change or, less often, several; `other` is valid input of which a piece may be put in.
  package mutating func mutated(_ input: [UInt8], with other: [UInt8]) -> [UInt8] {
    var bytes = input
    for _ in 0...(random.chance(700) ? 0 : random.below(6)) {
      change(&bytes, other)
      if bytes.count > countMax { bytes.removeSubrange(countMax...) }
    }
    return bytes
  }

  private mutating func change(_ bytes: inout [UInt8], _ other: [UInt8]) {
    let place = random.below(bytes.count + 1)
    let end = min(bytes.count, place + random.below(random.bool() ? 8 : bytes.count + 1))
    switch random.below(10) {
    case 0: if place < bytes.count { bytes[place] ^= 1 << UInt8(random.below(8)) }
    case 1: if place < bytes.count { bytes[place] = random.pick(Self.telling) }
    case 2: if place < bytes.count { bytes[place] = UInt8(random.below(256)) }
    case 3: bytes.removeSubrange(place..<end)
    case 4: bytes.insert(random.pick(Self.telling), at: place)
    case 5: bytes.replaceSubrange(place..<end, with: random.pick(Self.words))
    case 6:
      // The same again, once or very often.
      let piece = bytes[place..<end]
      for _ in 0...(random.chance(50) ? random.below(1000) : 0) where bytes.count <= countMax {
        bytes.insert(contentsOf: piece, at: place)
      }
    case 7:
      let start = random.below(other.count + 1)
      let stop = min(other.count, start + random.below(64))
      bytes.insert(contentsOf: other[start..<stop], at: place)
    case 8: bytes.removeSubrange(place...)
    default:
      let target = random.below(bytes.count + 1)
      let piece = Array(bytes[place..<end])
      bytes.insert(contentsOf: piece, at: target)
    }
  }
}

/// How much spoiled input a run of the tests reads.
package enum Fuzzing {
  /// The number that the environment variable `FUZZ` gives, else `usual`.
  package static func count(usually usual: Int) -> Int {
    ProcessInfo.processInfo.environment["FUZZ"].flatMap { Int($0) } ?? usual
  }
}
