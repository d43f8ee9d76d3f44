// SPDX-License-Identifier: Apache-2.0

import GRDB

/// A page with rows of a table, as far as a tree above it needs to know (SQLite's file format, section 1.6).
struct TreeLeaf {
  let page: Int
  /// Which of the tables has rows like these.
  let table: Int
  /// The number of its first row.
  let first: Int64
  /// That of its last one.
  let last: Int64

  /// The first octet of a page with rows, and of one above such pages.
  static let (sign, innerSign): (UInt8, UInt8) = (0x0D, 0x05)

  /// Reads a page.
  ///
  /// - Parameter shapes: Those of the rows of all tables.
  /// - Returns: nil where it has no rows, where they are not in order, or where they are of none of the tables.
  init?(_ page: Int, _ octets: [UInt8], usable: Int, of shapes: [RowShape]) {
    let count = octets.number(at: 3, octets: 2)
    let end = 8 + 2 * count
    guard octets[0] == Self.sign, count > 0, end <= usable else { return nil }
    var numbers: [Int64] = []
    var bodies: [Int] = []
    for index in 0..<count {
      var place = octets.number(at: 8 + 2 * index, octets: 2)
      // Its length, its number, its body.
      guard place >= end, octets.varint(at: &place, before: usable) != nil,
        let number = octets.varint(at: &place, before: usable).map({ Int64(bitPattern: $0) }),
        numbers.last.map({ $0 < number }) ?? true
      else { return nil }
      numbers.append(number)
      bodies.append(place)
    }
    let table = shapes.firstIndex { shape in bodies.contains { shape.fits(octets, at: $0, before: usable) } }
    guard let table, let first = numbers.first, let last = numbers.last else { return nil }
    (self.page, self.table, self.first, self.last) = (page, table, first, last)
  }
}

/// What rows of a table look like, by which they are told from those of the others.
struct RowShape {
  private let columns: [(isText: Bool, mayBeNull: Bool)]
  /// The columns that also the rows of older coordinators have.
  private let leastCount: Int

  init(_ columns: [ColumnInfo]) {
    self.columns = columns.map { (isText: $0.type.uppercased() == "TEXT", mayBeNull: !$0.isNotNull) }
    leastCount = 1 + (columns.lastIndex { $0.isNotNull && $0.defaultValueSQL == nil } ?? 0)
  }

  /// Whether a body has a value of the right kind for each column (SQLite's file format, section 2.1).
  func fits(_ octets: [UInt8], at start: Int, before end: Int) -> Bool {
    var place = start
    guard let length = octets.varint(at: &place, before: end), length <= UInt64(end - start) else { return false }
    let stop = start + Int(length)
    var count = 0
    while place < stop {
      guard count < columns.count, let type = octets.varint(at: &place, before: stop),
        Self.isRight(type, columns[count])
      else { return false }
      count += 1
    }
    return count >= leastCount
  }

  private static func isRight(_ type: UInt64, _ column: (isText: Bool, mayBeNull: Bool)) -> Bool {
    switch type {
    case 0: column.mayBeNull
    case 1...6, 8, 9: !column.isText
    case 13...: column.isText && type % 2 == 1
    default: false
    }
  }
}
