// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import CoordinatorService

@Suite("Sizes")
struct SizeTextTests {
  @Test(
    "sizes are a whole number and a unit",
    arguments: [("1B", 1), ("512KiB", 524_288), ("64MiB", 67_108_864), ("1GiB", 1_073_741_824)] as [(String, Int64)])
  func sizes(text: String, bytes: Int64) {
    #expect(SizeText.bytes(text) == bytes)
    #expect(SizeText.text(bytes: bytes) == text)
  }

  @Test(
    "nothing else is a size",
    arguments: ["", "5", "B", "-1B", "1.5MiB", "1 B", "1kib", "1MB", "99999999999999999999B", "9223372036854775807GiB"])
  func none(text: String) {
    #expect(SizeText.bytes(text) == nil)
  }
}
