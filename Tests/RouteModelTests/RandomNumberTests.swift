// SPDX-License-Identifier: Apache-2.0

import RouteModel
import Testing

@Suite("Hashes and random numbers that no release may change")
struct RandomNumberTests {
  @Test("SplitMix64 gives the numbers of its authors")
  func splitMix() {
    var numbers = SplitMix64(seed: 1_234_567)
    #expect(numbers.next() == 6_457_827_717_110_365_317)
    #expect(numbers.next() == 3_203_168_211_198_807_973)
    #expect(numbers.below(0) == 0)
  }

  @Test(
    "FNV-1a gives the hashes of its authors",
    arguments: [("", 0xCBF2_9CE4_8422_2325), ("a", 0xAF63_DC4C_8601_EC8C), ("foobar", 0x8594_4171_F739_67E8)]
      as [(String, UInt64)])
  func fnv(text: String, hash: UInt64) {
    var fnv = FNV1a()
    fnv.combine(bytes: text.utf8)
    #expect(fnv.value == hash)
  }

  @Test("128 bits are 26 letters, and others have other letters")
  func base32() {
    #expect(Base32.text(0, 0) == String(repeating: "0", count: 26))
    #expect(Base32.text(.max, .max) == "7" + String(repeating: "Z", count: 25))
    #expect(Base32.text(0, 33) == String(repeating: "0", count: 24) + "11")
    #expect(Base32.isText("0ABC".utf8) && !Base32.isText("0abc".utf8))
  }
}
