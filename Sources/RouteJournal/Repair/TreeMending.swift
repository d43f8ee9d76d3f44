// SPDX-License-Identifier: Apache-2.0

import GRDB
import Glibc

/// Makes trees of tables anew above their rows.
///
/// The rows of a table lie on the leaves of a tree, and SQLite reaches each from the root, over a page of each level between: where
/// one of these is damaged, all behind it is lost, whole as it may be. Which pages are in trees tells the file's map of pages, and
/// of which table a leaf is tell its rows. So the pages above can be made again, in the same places. A leaf that cannot be read is
/// left out then. A tree that leads to all of its leaves stays as it is, whatever else looks like one of them.
struct TreeMending {
  /// A table of the journal.
  struct Table {
    let name: String
    /// The page where its tree begins.
    let root: Int
    let shape: RowShape
  }

  private let pages: TreePages
  private let tables: [Table]
  private let shapes: [RowShape]
  /// The leaves of each table, by page.
  private var leaves: [[Int: TreeLeaf]]
  /// The table that each page above leaves is of.
  private var owners: [Int: Int] = [:]

  /// Mends a file that nobody has open.
  ///
  /// - Returns: The names of the tables whose trees were made anew.
  static func run(_ file: String, _ tables: [Table]) throws(JournalError) -> [String] {
    guard let pages = TreePages(file) else { return [] }
    var mending = TreeMending(pages, tables)
    mending.findLeaves()
    mending.findOwners()
    let walks = mending.tables.indices.map { mending.walk($0) }
    var names: [String] = []
    for (table, walk) in walks.enumerated() {
      let row = mending.row(of: table, walk)
      guard mending.isToMend(table, walk, row), let tree = mending.tree(of: table, walk, row) else { continue }
      for page in tree where !pages.write(page.octets, to: page.number) {
        throw JournalError(.inaccessible, "\(file) cannot be written: \(String(cString: strerror(errno)))")
      }
      names.append(mending.tables[table].name)
    }
    return names
  }

  /// The tables that may have more than one page of rows, as far as a database has them.
  static func tables(_ db: Database) throws -> [Table] {
    var tables: [Table] = []
    for name in ["commits", "outcomes", "gaps", "floors", "boots"] {
      let root = try Int.fetchOne(
        db, sql: "SELECT rootpage FROM sqlite_schema WHERE type = 'table' AND name = ?", arguments: [name])
      guard let root else { continue }
      tables.append(Table(name: name, root: root, shape: RowShape(try db.columns(in: name))))
    }
    return tables
  }

  private init(_ pages: TreePages, _ tables: [Table]) {
    self.pages = pages
    // Behind a lost first page something else may lie where a new journal has a table.
    self.tables = tables.filter { table in
      let kind = pages.kind(of: table.root)
      return pages.mayBeInTree(table.root) && (kind == .root || kind == .unknown)
    }
    shapes = self.tables.map(\.shape)
    leaves = Array(repeating: [:], count: self.tables.count)
  }

  // ── what the file has ──────────────────────────────────────────────────────────────────────────

  /// Finds the leaves that the map tells of. Free pages have rows as well, which were cut.
  private mutating func findLeaves() {
    for page in stride(from: 3, through: pages.count, by: 1) where pages.kind(of: page) == .inTree {
      guard let octets = pages.bytes(page), let found = leaf(page, octets) else { continue }
      leaves[found.table][page] = found
    }
  }

  private func leaf(_ page: Int, _ octets: [UInt8]) -> TreeLeaf? {
    TreeLeaf(page, octets, usable: pages.usable, of: shapes)
  }

  /// Finds the pages above the leaves by the map, and of which table most below them are. One that only one page names is none: a
  /// single entry may be wrong.
  private mutating func findOwners() {
    for (index, table) in tables.enumerated() { owners[table.root] = index }
    var level = leaves.indices.flatMap { index in leaves[index].keys.map { (page: $0, table: index) } }
    while !level.isEmpty {
      var children: [Int: [Int: Int]] = [:]
      for (page, table) in level { children[pages.parent(of: page), default: [:]][table, default: 0] += 1 }
      level = []
      for (page, counts) in children where pages.kind(of: page) == .inTree && owners[page] == nil {
        guard let most = counts.values.max(), most > 1 else { continue }
        let tables = counts.filter { $0.value == most }.map(\.key)
        guard tables.count == 1 else { continue }
        owners[page] = tables[0]
        level.append((page, tables[0]))
      }
    }
    // The content of a leaf may have been written to the place of such a page.
    for page in Array(owners.keys) { for index in leaves.indices { leaves[index][page] = nil } }
  }

  /// What a walk through a tree has met.
  private struct Walk {
    /// Leaves that can be read, by page, and whether the map says as well that they are there.
    var reached: [Int: Bool] = [:]
    /// The number of the last row.
    var last = Int64.min
    /// Leaves that cannot, as a whole; SQLite may read some of their rows.
    var spoiled = 0
    /// Whether a page above leaves cannot be read.
    var isBroken = false
    /// Whether a page leads to one that is not where it belongs.
    var isMisled = false
  }

  /// Walks through the tree of a table as SQLite would, in the order of its rows, and takes over what the map does not tell of.
  private mutating func walk(_ table: Int) -> Walk {
    var walk = Walk()
    let root = tables[table].root
    var seen: Set<Int> = [root]
    var next = [(page: root, parent: 0)]
    while let (page, parent) = next.popLast() {
      guard let octets = pages.bytes(page) else { continue }
      guard octets[0] == TreeLeaf.innerSign else {
        if page == root { walk.isBroken = octets[0] != TreeLeaf.sign } else { meet(page, octets, parent, table, &walk) }
        continue
      }
      guard owners[page, default: table] == table else {
        walk.isBroken = true
        continue
      }
      if page != root, !isChild(page, of: parent) { walk.isMisled = true }
      owners[page] = table
      let (below, isWhole) = children(octets)
      if !isWhole { walk.isBroken = true }
      for child in below.reversed()
      where isWhole || pages.kind(of: child) == .inTree || pages.kind(of: child) == .unknown {
        if seen.insert(child).inserted { next.append((child, page)) } else { walk.isMisled = true }
      }
    }
    return walk
  }

  /// Whether the map agrees that a page is below another one.
  private func isChild(_ page: Int, of parent: Int) -> Bool {
    switch pages.kind(of: page) {
    case .inTree: pages.parent(of: page) == parent
    case .unknown: true
    case .root, .free, .long, .longer: false
    }
  }

  /// Notes a page that a walk leads to, and that is none above leaves.
  private mutating func meet(_ page: Int, _ octets: [UInt8], _ parent: Int, _ table: Int, _ walk: inout Walk) {
    let isChild = isChild(page, of: parent)
    if !isChild { walk.isMisled = true }
    guard owners[page] == nil else {
      // Leaves are below it, and it has the content of another page.
      if isChild { walk.isBroken = true }
      return
    }
    guard let found = leaf(page, octets) else {
      if isChild, octets[0] == TreeLeaf.sign { walk.spoiled += 1 }
      return
    }
    if found.table != table || found.first <= walk.last { walk.isMisled = true }
    guard found.table == table else { return }
    leaves[table][page] = found
    walk.reached[page] = isChild
    walk.last = found.last
  }

  /// The pages that a page above leaves names, in the order of their rows, and whether all of it can be read.
  private func children(_ octets: [UInt8]) -> (pages: [Int], isWhole: Bool) {
    let count = octets.number(at: 3, octets: 2)
    let most = (pages.usable - TreePages.innerHeaderBytes) / 2
    let end = TreePages.innerHeaderBytes + 2 * count
    var named: [Int] = []
    for index in 0..<min(count, most) {
      let place = octets.number(at: TreePages.innerHeaderBytes + 2 * index, octets: 2)
      if place >= end, place <= pages.usable - 5 { named.append(octets.number(at: place, octets: 4)) }
    }
    named.append(octets.number(at: 8, octets: 4))
    let children = named.filter { pages.mayBeInTree($0) }
    return (children, count > 0 && children.count == count + 1)
  }

  // ── what is made of it ─────────────────────────────────────────────────────────────────────────

  /// Whether the tree of a table leads to less than a new one above these leaves would.
  private func isToMend(_ table: Int, _ walk: Walk, _ row: [TreeLeaf]) -> Bool {
    guard owners[tables[table].root] == table, !row.isEmpty else { return false }
    return walk.isBroken || row.count(where: { walk.reached[$0.page] == nil }) > walk.spoiled
  }

  /// The pages of a new tree above leaves; nil where there are not enough of them for more leaves than the old one leads to.
  private func tree(of table: Int, _ walk: Walk, _ row: [TreeLeaf]) -> [TreePage]? {
    let root = tables[table].root
    let places = owners.filter { $0.value == table && $0.key != root }.map(\.key).sorted()
    var kept = row[...]
    while true {
      if kept.count == 1, let only = kept.first {
        // SQLite refuses a page above a single leaf.
        return pages.bytes(only.page).map { [TreePage(number: root, octets: $0)] }
      }
      if let tree = pages.tree(over: kept, root: root, at: places) { return tree }
      // Some of the old places are unknown: then the oldest rows go.
      kept = kept.dropFirst(1 + kept.count / 16)
      guard kept.count > walk.reached.count else { return nil }
    }
  }

  /// The leaves of a table that can go one behind the other, in their order. One that claims the rows of others is left out: of two
  /// the one that the walk did not reach, or reached against the map.
  private func row(of table: Int, _ walk: Walk) -> [TreeLeaf] {
    var (sure, unreached, doubtful): ([TreeLeaf], [TreeLeaf], [TreeLeaf]) = ([], [], [])
    for leaf in leaves[table].values {
      if let isChild = walk.reached[leaf.page] {
        if isChild { sure.append(leaf) } else { doubtful.append(leaf) }
      } else if let owner = owners[pages.parent(of: leaf.page)] {
        // A page of another table may have an earlier image of a leaf of this one.
        if owner == table { unreached.append(leaf) }
      } else if walk.isBroken || walk.isMisled {
        unreached.append(leaf)
      }
    }
    return [sure, unreached, doubtful].reduce([]) { row, leaves in
      Self.row(of: row + leaves.filter { !Self.overlaps($0, row) })
    }
  }

  /// As many leaves as can go one behind the other.
  private static func row(of leaves: [TreeLeaf]) -> [TreeLeaf] {
    var row: [TreeLeaf] = []
    for leaf in leaves.sorted(by: { ($0.last, $1.first, $0.page) < ($1.last, $0.first, $1.page) }) {
      if let before = row.last, leaf.first <= before.last { continue }
      row.append(leaf)
    }
    return row
  }

  /// Whether a leaf claims rows of others, which follow each other.
  private static func overlaps(_ leaf: TreeLeaf, _ row: [TreeLeaf]) -> Bool {
    let place = row.firstPlace { $0.last >= leaf.first }
    return place < row.count && row[place].first <= leaf.last
  }
}
