// SPDX-License-Identifier: Apache-2.0

import RouteModel
import Synchronization
import Testing

@testable import Coordination

@Suite("Ends: values by growing keys")
struct RowTests {
  /// A number that counts how often it is compared.
  private struct Key: Comparable {
    static let comparisons = Mutex(0)

    let number: Int

    static func < (a: Self, b: Self) -> Bool {
      comparisons.withLock { $0 += 1 }
      return a.number < b.number
    }

    static func == (a: Self, b: Self) -> Bool {
      comparisons.withLock { $0 += 1 }
      return a.number == b.number
    }
  }

  @Test("As a table would, it finds what is there, in the order of the keys, whatever comes and goes")
  func asTable() {
    var row = Row<Int, Int>()
    var table: [Int: Int] = [:]
    var noise = SplitMix64(seed: 7)
    for step in 0..<20_000 {
      // Most keys are the next one.
      let key = step.isMultiple(of: 5) ? Int(noise.below(UInt64(step + 1))) : step
      if let index = row.index(of: key) {
        #expect(row[index] == table[key])
        if step.isMultiple(of: 3) { row[index] += 1 } else { #expect(row.remove(at: index) == table[key]) }
        table[key] = step.isMultiple(of: 3) ? table[key].map { $0 + 1 } : nil
      } else {
        #expect(table[key] == nil)
        row.insert(step, key)
        table[key] = step
      }
      while table.count > 300, let first = row.firstKey, let index = row.index(of: first) {
        #expect(row.remove(at: index) == table.removeValue(forKey: first))
      }
      #expect(row.count == table.count)
      if step.isMultiple(of: 500) {
        let keys = row.indices.map { row.key(at: $0) }
        #expect(keys == table.keys.sorted() && row.firstKey == keys.first)
      }
    }
  }

  @Test("To add, find and remove each of 20 000 takes some thirty comparisons, in any order of removal")
  func comparisons() {
    var row = Row<Key, Int>()
    let count = 20_000
    for number in 0..<count { row.insert(number, Key(number: number)) }
    for number in 0..<count {
      if let index = row.index(of: Key(number: number * 7919 % count)) { row.remove(at: index) }
    }
    #expect(row.count == 0)
    #expect(Key.comparisons.withLock { $0 } < count * 35)
  }
}
