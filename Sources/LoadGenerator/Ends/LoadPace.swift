// SPDX-License-Identifier: Apache-2.0

/// When the navigations of a load are due that has so many a second, counted from the first.
struct LoadPace {
  let perSecond: UInt64

  private static let second: UInt64 = 1_000_000_000

  /// When a navigation is due, in ns. The first has the number 0.
  func time(of number: UInt64) -> UInt64 {
    // In two parts, so that neither is too large.
    number / perSecond * Self.second + number % perSecond * Self.second / perSecond
  }

  /// How many are due before so many ns have passed.
  func count(before time: UInt64) -> UInt64 {
    time / Self.second * perSecond + (time % Self.second * perSecond + Self.second - 1) / Self.second
  }
}
