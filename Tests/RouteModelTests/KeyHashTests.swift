// SPDX-License-Identifier: Apache-2.0

import RouteModel
import Testing

@Suite("Hashes of keys")
struct KeyHashTests {
  @Test("Equal texts have one hash, whatever memory they have", arguments: 1...64)
  func text(length: Int) throws {
    let letters = String(repeating: "abcdefghijklmnopqrstuvwxyz-_.0123456789", count: 2)
    let text = String(letters.dropFirst(length % 7).prefix(length))
    var reserved = ""
    reserved.reserveCapacity(200)
    reserved += text
    let part = String("x\(text)y".dropFirst().dropLast())
    let foreign = String(decoding: Array(text.utf8), as: UTF8.self)
    for seed in [0, 7, -1] {
      let hash = KeyHash.of(ascii: text, seed: seed)
      #expect([reserved, part, foreign].allSatisfy { KeyHash.of(ascii: $0, seed: seed) == hash })
    }
    let name = try #require(ScreenName("a\(text)".prefix(64)))
    var named = ""
    named.reserveCapacity(200)
    named += name.rawValue
    let other = try #require(ScreenName(named))
    #expect([name: 1][other] == 1)
  }

  @Test("Keys that differ in one place, and those of other seeds, have other hashes")
  func difference() {
    var hashes: Set<Int> = []
    var count = 0
    func note(_ hash: (Int) -> Int) {
      for seed in 0..<4 {
        hashes.insert(hash(seed))
        count += 1
      }
    }
    for number in 0..<2000 {
      note { KeyHash.of(ascii: "screen-\(number)", seed: $0) }
      note { KeyHash.of(ascii: "a-screen-with-a-long-name-\(number)", seed: $0) }
      note { KeyHash.of(UInt64(number), 1, seed: $0) }
      note { KeyHash.of(1, UInt64(number) << 32, seed: $0) }
      note { KeyHash.of([0, UInt8(number & 0xFF), UInt8(number >> 8), 3, 4], seed: $0) }
      note { KeyHash.of(Array(repeating: 1, count: 6) + [UInt8(number & 0xFF), UInt8(number >> 8), 9], seed: $0) }
      note { KeyHash.of(Array(repeating: 2, count: 30) + [UInt8(number & 0xFF), UInt8(number >> 8)], seed: $0) }
    }
    for length in 2..<20 { note { KeyHash.of([UInt8](repeating: 0, count: length), seed: $0) } }
    #expect(hashes.count == count)
  }

  @Test("A table's places are filled evenly by keys that come in a row")
  func spread() {
    var filled = [Int](repeating: 0, count: 256)
    for number in 0..<25_600 { filled[KeyHash.of(3, UInt64(number), seed: 5) & 0xFF] += 1 }
    #expect(filled.allSatisfy { (30...180).contains($0) })
  }
}
