// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Times of several things in turn; the median of each stands beside that of the first one, which they are compared with.
struct RatioTable {
  /// What times are told in.
  enum Unit: String {
    case milliseconds = "ms"
    case microseconds = "µs"

    fileprivate func number(_ time: Duration) -> Double {
      let one: Duration = self == .milliseconds ? .milliseconds(1) : .microseconds(1)
      return time / one
    }
  }

  let unit: Unit
  private var rows: [(what: String, times: [Duration])] = []

  init(in unit: Unit) { self.unit = unit }

  /// Notes a time, or several.
  mutating func note(_ what: String, _ times: Duration...) { note(what, times) }

  /// Notes times.
  mutating func note(_ what: String, _ times: [Duration]) {
    if let index = rows.firstIndex(where: { $0.what == what }) {
      rows[index].times += times
    } else {
      rows.append((what, times))
    }
  }

  /// Prints a line for each.
  func tell() {
    guard let first = rows.first, !first.times.isEmpty else { return }
    let base = first.times.median
    print(Self.line("", "median", "worst", "ratio"))
    for row in rows where !row.times.isEmpty {
      let (median, worst) = (row.times.median, row.times.max() ?? .zero)
      print(Self.line(row.what, text(median), text(worst), String(format: "%.2f", median / base)))
    }
  }

  private func text(_ time: Duration) -> String { String(format: "%.1f ", unit.number(time)) + unit.rawValue }

  private static func line(_ what: String, _ cells: String...) -> String {
    let head = "  \(what)".padding(toLength: 58, withPad: " ", startingAt: 0)
    return head + cells.map { String(repeating: " ", count: max(1, 12 - $0.count)) + $0 }.joined()
  }
}
