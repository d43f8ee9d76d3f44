// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WireProtocol

@Suite("The fields of a binary message")
struct FieldScannerTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let what: String
    let bytes: [UInt8]
    /// The number of the first field, and where its value lies; nil where the bytes are no field.
    let field: (number: Int, value: Range<Int>)?

    init(_ what: String, _ bytes: [UInt8], _ number: Int? = nil, _ value: Range<Int> = 0..<0) {
      (self.what, self.bytes) = (what, bytes)
      field = number.map { ($0, value) }
    }

    var testDescription: String { what }
  }

  static let cases: [Case] = [
    Case("a number of one byte", [0x08, 0x01], 1, 1..<2),
    Case("a number of two bytes", [0x08, 0x80, 0x01], 1, 1..<3),
    Case("a number of ten bytes", [0x08] + [UInt8](repeating: 0xFF, count: 9) + [0x01], 1, 1..<11),
    Case("a number of eleven bytes", [0x08] + [UInt8](repeating: 0xFF, count: 10) + [0x01]),
    Case("a number that ends too early", [0x08, 0x80]),
    Case("a tag alone", [0x08]),
    Case("a tag of two bytes", [0x80, 0x01, 0x05], 16, 2..<3),
    Case("a tag of two bytes alone", [0x80, 0x01]),
    Case("a tag that is longer than need be", [0x88, 0x00, 0x05], 1, 2..<3),
    Case("a tag of three bytes", [0x80, 0x80, 0x01, 0x05], 2048, 3..<4),
    Case("number 0", [0x00, 0x01]),
    Case("number 0 in two bytes", [0x80, 0x00, 0x01]),
    Case("no bytes", [0x12, 0x00], 2, 2..<2),
    Case("bytes to the end", [0x12, 0x02, 0x61, 0x62], 2, 2..<4),
    Case("bytes beyond the end", [0x12, 0x02, 0x61]),
    Case("bytes behind a tag of two bytes", [0x82, 0x01, 0x01, 0x61], 16, 3..<4),
    Case("128 bytes", [0x12, 0x80, 0x01] + [UInt8](repeating: 0, count: 128), 2, 3..<131),
    Case("127 of 128 bytes", [0x12, 0x80, 0x01] + [UInt8](repeating: 0, count: 127)),
    Case("a length beyond all memory", [0x12] + [UInt8](repeating: 0xFF, count: 9) + [0x01]),
    Case("64 bits", [0x09] + [UInt8](repeating: 0, count: 8), 1, 1..<9),
    Case("63 bits", [0x09] + [UInt8](repeating: 0, count: 7)),
    Case("32 bits", [0x0D, 0, 0, 0, 0], 1, 1..<5),
    Case("a group", [0x0B, 0x08, 0x01, 0x0C], 1, 1..<4),
    Case("a group without an end", [0x0B, 0x08, 0x01]),
    Case("the end of a group", [0x0C, 0x00]),
    Case("a type that there is not", [0x0E, 0x01]),
  ]

  @Test("are found where they lie, and what is none is malformed", arguments: cases)
  func scan(_ case: Case) {
    for trailer in [[], [0x08, 0x01]] as [[UInt8]] where `case`.field != nil || trailer.isEmpty {
      (`case`.bytes + trailer).withUnsafeBytes { bytes in
        var scanner = FieldScanner(bytes)
        let field = scanner.next()
        #expect(field?.number == `case`.field?.number)
        #expect(scanner.isMalformed == (`case`.field == nil))
        #expect(scanner.fieldStart == 0)
        guard let expected = `case`.field else { return }
        #expect(scanner.value == expected.value && scanner.position == `case`.bytes.count)
      }
    }
  }
}
