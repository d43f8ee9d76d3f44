// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Lines of the report, with times in ms, or with one value.
enum Report {
  static func tell(_ what: String, _ times: [Duration]) {
    let sorted = times.sorted()
    let head = "  \(what)".padding(toLength: 50, withPad: " ", startingAt: 0)
    print("\(head)median \(ms(sorted[sorted.count / 2]))   worst \(ms(sorted[sorted.count - 1]))")
  }

  static func tell(_ what: String, _ value: Double) {
    let head = "  \(what)".padding(toLength: 50, withPad: " ", startingAt: 0)
    print("\(head)\(String(format: "%8.2f", value))")
  }

  private static func ms(_ time: Duration) -> String {
    let text = String(format: "%.3f ms", time / .milliseconds(1))
    return String(repeating: " ", count: max(0, 12 - text.count)) + text
  }
}
