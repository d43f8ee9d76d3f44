// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import TestSupport
import Testing

@testable import RouteJournal

/// The pages of a journal that was closed (SQLite's file format, section 1.6).
extension TemporaryFolder {
  static let pageBytes = JournalFile.pageBytes

  /// The page where the tree of a table begins.
  func root(of table: String) throws -> Int {
    let database = try DatabaseQueue(path: journalFile)
    defer { try? database.close() }
    let page = try database.inDatabase {
      try Int.fetchOne($0, sql: "SELECT rootpage FROM sqlite_schema WHERE name = ?", arguments: [table])
    }
    return try #require(page)
  }

  func octets(_ page: Int) throws -> [UInt8] {
    Array(try bytes().dropFirst((page - 1) * Self.pageBytes).prefix(Self.pageBytes))
  }

  /// The pages that a page leads to, in the order of their rows.
  func children(of page: Int) throws -> [Int] {
    let octets = try octets(page)
    try #require(octets[0] == TreeLeaf.innerSign)
    return cells(of: octets).map { octets.number(at: $0, octets: 4) } + [octets.number(at: 8, octets: 4)]
  }

  /// Where the cells of a page begin.
  func cells(of octets: [UInt8]) -> [Int] {
    let start = octets[0] == TreeLeaf.innerSign ? TreePages.innerHeaderBytes : 8
    return (0..<octets.number(at: 3, octets: 2)).map { octets.number(at: start + 2 * $0, octets: 2) }
  }

  /// The pages with the rows of a table whose tree has two levels, in their order.
  func leaves(of table: String) throws -> [Int] {
    let leaves = try children(of: root(of: table))
    for leaf in leaves { try #require(octets(leaf)[0] == TreeLeaf.sign) }
    return leaves
  }

  /// Where the numbers of the rows of a leaf begin.
  func places(in leaf: [UInt8]) throws -> [Int] {
    try cells(of: leaf).map { cell in
      var place = cell
      let length = leaf.varint(at: &place, before: leaf.count)
      _ = try #require(length)
      return place
    }
  }

  /// The numbers of the rows of a leaf.
  func rows(in leaf: [UInt8]) throws -> [Int64] {
    try places(in: leaf).map { start in
      var place = start
      let number = leaf.varint(at: &place, before: leaf.count)
      return Int64(bitPattern: try #require(number))
    }
  }

  /// The numbers of all rows of a table.
  func rows(of table: String) throws -> Set<Int64> {
    let database = try DatabaseQueue(path: journalFile)
    defer { try? database.close() }
    return try database.inDatabase { Set(try Int64.fetchAll($0, sql: "SELECT seq FROM \(table)")) }
  }

  func overwrite(_ page: Int, with octets: [UInt8]) throws {
    var data = try bytes()
    data.replaceSubrange((page - 1) * Self.pageBytes..<page * Self.pageBytes, with: octets)
    try write(data)
  }
}
