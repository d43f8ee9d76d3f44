// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SocketGate

@Suite("A table of values by descriptor")
struct DescriptorTableTests {
  @Test("holds what was set last, and nothing for others")
  func values() {
    var table = DescriptorTable<String>()
    #expect(table[0] == nil && table[-1] == nil && table[70_000] == nil)
    table[5] = nil
    table[-1] = "none"
    #expect(table.descriptors.isEmpty)
    table[7] = "seven"
    table[3] = "three"
    table[7] = "again"
    #expect(table.descriptors == [3, 7])
    #expect(table.descriptors { $1 == "again" } == [7])
    table[7] = nil
    #expect(table[7] == nil && table[3] == "three" && table[4] == nil)
    #expect(table.descriptors == [3])
  }
}
