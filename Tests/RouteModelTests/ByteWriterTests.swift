// SPDX-License-Identifier: Apache-2.0

import RouteModel
import TestSupport
import Testing

@Suite("Writing bytes")
struct ByteWriterTests {
  private static func written(after bytes: [UInt8] = [], _ body: (inout ByteWriter) -> Void) -> [UInt8] {
    var bytes = bytes
    ByteWriter.append(to: &bytes, body)
    return bytes
  }

  @Test("bytes, lists and texts stand in their order, behind those that were there")
  func order() {
    let bytes = Self.written(after: Array("before ".utf8)) { writer in
      writer.append(UInt8(ascii: "a"))
      writer.append(contentsOf: [UInt8](repeating: UInt8(ascii: "b"), count: 3))
      writer.append("c, and a text that is longer, with an é")
      writer.append("")
      #expect(writer.count == 44)
      writer[0] = UInt8(ascii: "A")
    }
    #expect(String(decoding: bytes, as: UTF8.self) == "before Abbbc, and a text that is longer, with an é")
  }

  @Test("what is longer than the room at the beginning is whole", arguments: [1023, 1024, 1025, 5000, 100_000])
  func growth(count: Int) {
    let expected = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    #expect(Self.written { writer in for byte in expected { writer.append(byte) } } == expected)
    #expect(Self.written { $0.append(contentsOf: expected) } == expected)
    #expect(
      Self.written { writer in
        for start in stride(from: 0, to: count, by: 700) {
          writer.append(contentsOf: Array(expected[start..<min(start + 700, count)]))
        }
      } == expected)
  }

  @Test("digits are those of the number")
  func digits() {
    var numbers: [UInt64] = [0, 9, 10, 99, 100, .max, .max / 10, UInt64(Int64.max)]
    for power in 1...19 { numbers.append((0..<power).reduce(1) { product, _ in product * 10 }) }
    for number in numbers + numbers.map({ $0 - min($0, 1) }) {
      #expect(Self.written { $0.append(decimal: number) } == Array(String(number).utf8))
    }
  }

  @Test("room comes between what is there, and the end can be taken away")
  func rearranging() {
    let long = [UInt8](repeating: 7, count: 2000)
    let bytes = Self.written { writer in
      writer.append(contentsOf: [1, 2, 3])
      writer.append(contentsOf: long)
      let taken = writer.takeLast(from: 3)
      #expect(taken == long)
      writer.insertRoom(2, at: 1)
      (writer[1], writer[2]) = (8, 9)
      writer.insertRoom(1, at: 5)
      writer[5] = 4
      #expect(Array(writer.written(from: 3)) == [2, 3, 4])
    }
    #expect(bytes == [1, 8, 9, 2, 3, 4])
  }
}
