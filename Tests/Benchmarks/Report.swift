// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Lines of the report, with times in ms, or with one value.
enum Report {
  static func tell(_ what: String, _ times: [Duration]) {
    let head = "  \(what)".padding(toLength: 50, withPad: " ", startingAt: 0)
    print("\(head)median \(ms(times.median))   worst \(ms(times.max() ?? .zero))")
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

extension Array where Element: Comparable {
  /// Of an even number of values the higher one in the middle; of a list that is not empty.
  var median: Element { sorted()[count / 2] }
}

/// A measure that did not come to be.
struct MissingMeasure: Error, CustomStringConvertible {
  let description: String
}
