// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Says what day it is, before the first line of a day: lines tell the time of day alone.
struct DayMark {
  private var day: String

  /// - Parameter today: A day that nobody needs to be told.
  init(today: Date = Date()) { day = Quantity.day(today) }

  /// The line before one of this date; nil where it is of the day that was told last.
  mutating func line(before date: Date, _ palette: Palette) -> Printed? {
    let next = Quantity.day(date)
    guard next != day else { return nil }
    day = next
    return palette(next, .strong)
  }
}
