// SPDX-License-Identifier: Apache-2.0

/// The numbers of a table's rows, in the order in which they are met. In a damaged file one may be out of order: because of a bit of
/// its own, or because its page is a copy of another one.
struct RowOrder {
  /// How often a number was met.
  enum Meeting {
    case once, twice, often
  }

  /// No page has more rows.
  private static let rowsOfPageMax = 256

  private var met = NumberSet()
  private var metAgain = NumberSet()
  /// For each length the lowest number with which so many numbers end that were met in order. Where all are in order, these are
  /// the numbers themselves.
  private var ends: [Int64] = []
  /// The one that was met last, and the two in front of it.
  private var last: Int64 = 0
  private var second: Int64 = 0
  private var third: Int64 = 0
  /// Numbers that are too high where they stand: between two lower ones, behind which a third one is lower as well.
  private(set) var strays: Set<Int64> = []
  /// The last of the most numbers that were met in order; of several the first: 0 where there are none.
  private(set) var end: Int64 = 0
  /// Whether all were in order.
  private(set) var isWhole = true

  /// Whether a number was met.
  func contains(_ number: Int64) -> Bool { met.contains(number) }

  /// Notes a number.
  mutating func meet(_ number: Int64) -> Meeting {
    let isNew = met.insert(number)
    guard isNew || metAgain.insert(number) else { return .often }
    if !isNew { strays.remove(number) }
    if number <= last { isWhole = false }
    if third < last, last < number, number < second { strays.insert(second) }
    (third, second, last) = (second, last, number)
    if number > ends.last ?? 0 {
      ends.append(number)
      end = number
    } else if number > 0 {
      ends[ends.firstPlace { $0 >= number }] = number
    }
    return isNew ? .once : .twice
  }

  /// Where to look for what follows, behind damage: in front of the widest step between the last numbers. Behind that they may be
  /// out of order, without a later one that shows it.
  var sure: Int64 {
    let last = ends.suffix(Self.rowsOfPageMax)
    var before = last.count < ends.count ? ends[last.startIndex - 1] : 0
    var (sure, widest): (Int64, Int64) = (before, 0)
    for number in last {
      if number - before >= widest { (sure, widest) = (before, number - before) }
      before = number
    }
    return sure
  }
}

/// Numbers that were looked for one behind the other, whether they were found or not.
struct TriedNumbers {
  /// The last number of each stretch, by the one in front of its first.
  private var ends: [Int64: Int64] = [:]

  /// The last of those that follow a number without a hole; that number itself where none do.
  func end(behind number: Int64) -> Int64 {
    var end = number
    while let further = ends.filter({ $0.key <= end && $0.value > end }).map(\.value).max() { end = further }
    return end
  }

  /// Notes all numbers behind one, up to another.
  mutating func note(behind number: Int64, to end: Int64) { ends[number] = max(ends[number] ?? number, end) }
}

/// A set of numbers many of which are close to each other.
private struct NumberSet {
  private var words: [Int64: UInt64] = [:]

  func contains(_ number: Int64) -> Bool { words[number >> 6, default: 0] & Self.bit(number) != 0 }

  /// Returns whether it was not there.
  mutating func insert(_ number: Int64) -> Bool {
    let isNew = !contains(number)
    if isNew { words[number >> 6, default: 0] |= Self.bit(number) }
    return isNew
  }

  private static func bit(_ number: Int64) -> UInt64 { 1 << UInt64(number & 63) }
}

extension Array {
  /// The place of the first element that a condition holds of, which holds of all behind that as well; the end where there is none.
  func firstPlace(where holds: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = low + (high - low) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
