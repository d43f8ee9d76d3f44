// SPDX-License-Identifier: Apache-2.0

import Coordination
import GRDB
import RouteModel

/// Copies rows of a damaged journal into a new one: those that can be read, and that hold what they must.
struct RowCopy {
  private(set) var dropped = DroppedRows()
  /// What of commits is left out.
  private(set) var lostCommits = LostCommits()
  /// For people: what could not be read.
  private(set) var notes: [String] = []
  /// The tables of which not everything could be read.
  private(set) var unread: Set<String> = []
  private let target: Database
  /// The columns of each table of the new journal, in their order.
  private var columns: [String: [String]] = [:]

  /// Copies into this database, inside the caller's transaction.
  init(_ target: Database) { self.target = target }

  /// - Parameters:
  ///   - isLaidOutAnew: Whether tables are looked for where a new journal has them. Floors count for ten minutes, so a journal
  ///     goes without them rather than with what else may lie there.
  ///   - mended: The tables of which a leaf may have been left out before.
  mutating func take(
    from db: Database, _ mark: Watermark.Level?, isLaidOutAnew: Bool, mended: Set<String>
  ) throws {
    try noteColumns(of: db)
    var salvage = Salvage(db, mark: mark, isCopying: true)
    try salvage.forEach("commits") { try take($0, of: "commits") { _ = try $0.commit() } }
    try salvage.forEach("outcomes") { try take($0, of: "outcomes") { _ = try $0.wholeDecided() } }
    try salvage.forEach("gaps") { try take($0, of: "gaps") { _ = try $0.text("reason") } }
    try salvage.forEachUnnumbered("workers") { try take($0, of: "workers") { _ = try $0.worker() } }
    if try isLaidOutAnew ? JournalCheck.holdsFloors(db) : db.tableExists("floors") {
      try salvage.forEach("floors") { try take($0, of: "floors") { _ = try $0.text("client") } }
    }
    try target.execute(sql: "DELETE FROM boots")
    try salvage.forEachUnnumbered("boots") { try take($0, of: "boots") { _ = try $0.text("id") } }
    try salvage.forEachUnnumbered("start") { try take($0, of: "start") { _ = try $0.integer("epoch") } }
    try dropRaised(salvage)
    unread = salvage.missing.union(salvage.damaged).union(mended)
    for table in salvage.missing.sorted() { notes.append("the table \(table) is missing") }
    for table in salvage.damaged.sorted() { notes.append("pages of the table \(table) cannot be read") }
    let wrong = try JournalCheck.faults(target, atMost: JournalReport.faultsMax)
    for fault in wrong { drop(JournalFault(fault)) }
    let untold = try JournalCheck.delete(target) - wrong.count
    dropped.add(untold: max(0, untold))
    try target.execute(sql: JournalSchema.floorsOfRows)
    if untold > 0 || unread.contains("commits") { lostCommits.arePagesDamaged = true }
    try completeStart()
  }

  private mutating func drop(_ fault: JournalFault) {
    dropped.add(fault)
    lostCommits.add(fault)
  }

  /// Says which columns of the file's version are not there by name: no coordinator starts without them, also where they are known.
  private mutating func noteColumns(of db: Database) throws {
    let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
    for (table, names) in JournalSchema.columns(of: version).sorted(by: { $0.key < $1.key }) {
      guard let present = try? db.columns(in: table).map({ $0.name.lowercased() }) else { continue }
      let absent = names.enumerated().filter { !present.contains($0.element) }.map { place, name in
        let isRenamed = present.indices.contains(place) && !names.contains(present[place])
        return isRenamed ? "\(name) (\(present[place]) stands in its place)" : name
      }
      guard !absent.isEmpty else { continue }
      notes.append(
        "columns of the table \(table) have a damaged name, or are missing: \(absent.joined(separator: ", "))")
    }
  }

  /// Leaves out rows whose number damage has raised. One above all others would hide that the end of the journal is lost; a commit
  /// would be taken for a later one than the next. Any other outcome stays: its client was told of it, whatever its number.
  private mutating func dropRaised(_ salvage: Salvage) throws {
    for table in Self.numbered where salvage.damaged.contains(table) {
      let beyond = try Int64.fetchAll(
        target, sql: "SELECT seq FROM \(table) WHERE seq > ?", arguments: [salvage.newest])
      let strays: Set<Int64> = table == "commits" ? salvage.strays[table] ?? [] : []
      for row in strays.union(beyond).sorted() {
        try target.execute(sql: "DELETE FROM \(table) WHERE seq = ?", arguments: [row])
        guard target.changesCount > 0 else { continue }
        drop(JournalFault(table: table, row: "\(row)", "its number is above those of rows behind it"))
      }
    }
  }

  /// The tables that share one sequence of numbers.
  private static let numbered = ["commits", "outcomes", "gaps", "floors"]
  /// The column that tells the rows of each other table apart.
  private static let keys = ["workers": "name", "boots": "number", "start": "id"]

  /// The values of a row, by column.
  private typealias Values = [String: DatabaseValue]

  private mutating func take(_ row: Row, of table: String, _ check: (JournalRow) throws -> Void) throws {
    var values = try named(row, of: table)
    do {
      try check(JournalRow(Self.whole(values), of: table))
    } catch let fault as RowFault {
      drop(
        JournalFault(
          table: table, row: "\(Self.key(of: values, in: table))", scene: Self.scene(of: values), fault.problem)
      )
      return
    }
    // The new journal gets an index of revisions of its own at the end of the repair.
    if table == "start" { values.removeValue(forKey: "indexed") }
    do {
      try insert(values, into: table, or: "IGNORE")
      if target.changesCount == 0 { try settle(values, of: table) }
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
      drop(JournalFault(table: table, error.message ?? "it fits in no table"))
    }
  }

  /// The values of a row by the names that columns have in the new journal. Where damage has changed a name the place tells which
  /// one it is: each version has put its new columns last.
  private mutating func named(_ row: Row, of table: String) throws -> Values {
    let names: [String]
    if let known = columns[table] {
      names = known
    } else {
      names = try target.columns(in: table).map(\.name)
      columns[table] = names
    }
    var values: Values = [:]
    for (place, (column, value)) in row.enumerated() {
      let name = column.lowercased()
      if names.contains(name) {
        values[name] = value
      } else if place < names.count, !row.hasColumn(names[place]) {
        values[names[place]] = value
      }
    }
    return values
  }

  private func insert(_ values: Values, into table: String, or resolution: String) throws {
    let sorted = values.sorted { $0.key < $1.key }
    let names = sorted.map(\.key).joined(separator: ", ")
    let places = sorted.map { _ in "?" }.joined(separator: ", ")
    let statement = try target.cachedStatement(
      sql: "INSERT OR \(resolution) INTO \(table) (\(names)) VALUES (\(places))")
    try statement.execute(arguments: StatementArguments(sorted.map(\.value)))
  }

  /// What becomes of a row that the new journal has not taken: a value is missing, or an earlier row has what only one may have.
  private mutating func settle(_ values: Values, of table: String) throws {
    let number = values["seq"] ?? DatabaseValue.null
    // Of rows with one number the last is the one that is found by it.
    if try Self.numbered.contains(table) && isTaken(number, in: table) {
      return try insert(values, into: table, or: "REPLACE")
    }
    switch table {
    // The later one was told last; the earlier may be of the time when the command went on.
    case "outcomes": try keepLater(values, of: table, alike: ["client", "sequence"], "command")
    // The later one says more: a client acknowledges further and further.
    case "floors": try keepLater(values, of: table, alike: ["client"], "client")
    default:
      drop(
        JournalFault(
          table: table, row: "\(Self.key(of: values, in: table))", scene: Self.scene(of: values),
          "a value is missing, or an earlier row has what only one may have"))
    }
  }

  /// Keeps the one with the higher number of two rows that are alike in columns where only one may be so.
  private mutating func keepLater(_ values: Values, of table: String, alike columns: [String], _ what: String) throws {
    let number = values["seq"] ?? DatabaseValue.null
    let other = try Int64.fetchOne(
      target, sql: "SELECT seq FROM \(table) WHERE \(columns.map { "\($0) = ?" }.joined(separator: " AND "))",
      arguments: StatementArguments(columns.map { values[$0] ?? DatabaseValue.null }))
    let isEarlier = other.flatMap { other in Int64.fromDatabaseValue(number).map { $0 < other } } ?? false
    if !isEarlier { try insert(values, into: table, or: "REPLACE") }
    guard let other else { return }
    let (left, kept) = isEarlier ? ("\(number)", "\(other)") : ("\(other)", "\(number)")
    drop(
      JournalFault(
        table: table, row: left, scene: Self.scene(of: values), "row \(kept) is of the same \(what), and later"))
  }

  /// Whether the new journal has a row of a number.
  private func isTaken(_ number: DatabaseValue, in table: String) throws -> Bool {
    try Bool.fetchOne(
      target, sql: "SELECT EXISTS (SELECT 1 FROM \(table) WHERE seq = ?)", arguments: [number]) ?? false
  }

  /// A row with the columns that a journal of an older version has not.
  private static func whole(_ values: Values) -> Row {
    var whole: [String: (any DatabaseValueConvertible)?] = [:]
    for (column, value) in values { whole[column] = value }
    for column in ["owner", "uid", "sensitive", "on_death", "scenes"] where values[column] == nil {
      whole[column] = .some(DatabaseValue.null)
    }
    return Row(whole)
  }

  /// What tells a row of a table apart.
  private static func key(of values: Values, in table: String) -> DatabaseValue {
    values[keys[table] ?? "seq"] ?? .null
  }

  /// The scene that a row is of, where it names one.
  private static func scene(of values: Values) -> SceneName? {
    values["scene"].flatMap { String.fromDatabaseValue($0) }.flatMap { SceneName($0) }
  }

  /// The next start takes the boot for another one than the last, and so leaves out the ids that may have been told.
  private func completeStart() throws {
    try target.execute(
      sql: """
        INSERT OR IGNORE INTO start (id, epoch, starts, boot)
        SELECT 1, ifnull(max(epoch), 0), 0, '' FROM commits
        """)
    try target.execute(
      sql: """
        UPDATE start SET boot = '', seq = max(seq, ?), epoch = max(epoch, (SELECT ifnull(max(epoch), 0) FROM commits)),
          floor_id = max(floor_id, (SELECT ifnull(max(next_id), 1) FROM commits))
        """, arguments: [try JournalFile.newest(target)])
    try target.execute(sql: "INSERT OR IGNORE INTO boots (number, id, elapsed) VALUES (0, '', 0)")
  }
}
