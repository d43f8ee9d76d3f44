// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import way

@Suite("Numbers and times") struct QuantityTests {
  @Test(
    "Spans are told in their two largest units",
    arguments: [
      (0, "0 s"), (41_900, "41 s"), (60_000, "1 min"), (3_600_000, "1 h"), (3_780_000, "1 h 3 min"),
      (273_600_000, "3 d 4 h"), (259_200_000, "3 d"), (-5, "0 s"),
    ])
  func spans(ms: Int64, text: String) {
    #expect(Quantity.span(ms: ms) == text)
  }

  @Test(
    "What took less than can be told is told as little, and not as nothing",
    arguments: [
      (0, "<0.1 ms"), (0.001, "<0.1 ms"), (0.049, "<0.1 ms"), (0.06, "0.1 ms"), (12, "12.0 ms"),
      (9999.9, "9999.9 ms"), (9999.96, "10.0 s"), (28_840.4, "28.8 s"), (3_600_000, "3600.0 s"),
    ])
  func short(ms: Double, text: String) { #expect(Quantity.ms(ms) == text) }

  @Test(
    "Counts are grouped by thousands",
    arguments: [(0, "0"), (77, "77"), (999, "999"), (8412, "8 412"), (1_234_567, "1 234 567"), (-1000, "-1 000")])
  func counts(number: Int64, text: String) {
    #expect(Quantity.count(number) == text)
  }

  @Test(
    "Sizes have one decimal", arguments: [(0, "0 B"), (1023, "1023 B"), (36_864, "36.0 KiB"), (3_250_586, "3.1 MiB")])
  func sizes(bytes: Int64, text: String) {
    #expect(Quantity.bytes(bytes) == text)
  }

  @Test(
    "Dates are told as Foundation tells them",
    arguments: [0, 0.0004, 0.9996, 1.114, 951_782_399.999, 1_795_393_653.0005, 1_900_000_000.25, 4_102_444_799.9999])
  func dates(seconds: Double) {
    let (date, formatter) = (Date(timeIntervalSince1970: seconds), DateFormatter())
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.dateFormat = "yyyy-MM-dd HH:mm:ss.SSS"
    #expect("\(Quantity.day(date)) \(Quantity.timeOfDay(date))" == formatter.string(from: date))
    formatter.dateFormat = "yyyy-MM-dd HH:mm:ss"
    #expect(Quantity.moment(date) == formatter.string(from: date))
  }
}
