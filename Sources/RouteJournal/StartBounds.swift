// SPDX-License-Identifier: Apache-2.0

import Coordination
import GRDB

/// From where a start has to look for what it needs of the past. Rows only ever go from open to ended to acknowledged, become
/// older, and come with a higher number, so a bound holds as long as nobody but the coordinator writes to the journal. A floor that
/// goes for its age leaves outcomes that are older still.
struct StartBounds: Hashable {
  /// The boot and the time in it at which ages were compared.
  var boot: Int64 = 0
  var bootMs: Int64 = 0
  /// No row of `outcomes` before this one is open, or has ended within the exactly-once window and is not acknowledged.
  var window: Int64 = 0
  /// All rows up to this one were looked at for tokens.
  var looked: Int64 = 0
  /// The newest commits with tokens among them, oldest first.
  private(set) var withTokens: [Int64] = []

  /// Whether an outcome is one that a start needs, as an SQL expression.
  static let isWanted = """
    (state = \(JournalSchema.State.open.rawValue)
      OR (NOT \(JournalSchema.isAcknowledged) AND \(Boots.age) < \(Limits.windowMs)))
    """

  /// Notes commits with tokens, which come behind all that were noted.
  mutating func add(withTokens rows: [Int64]) {
    withTokens += rows
    // Cut by halves, so that not each commit moves all of them.
    if withTokens.count > 2 * Limits.usedTokensMax { withTokens.removeFirst(withTokens.count - Limits.usedTokensMax) }
  }

  /// Looks whether the window begins later.
  ///
  /// An outcome that nobody acknowledges holds it for ten minutes: what lies behind that one is not read meanwhile.
  mutating func advance(_ db: Database, upTo newest: Int64, bootMs: Int64) throws {
    let first = try Int64.fetchOne(
      db.cachedStatement(
        sql: "SELECT seq FROM outcomes WHERE seq BETWEEN :from AND :to AND \(Self.isWanted) ORDER BY seq LIMIT 1"),
      arguments: ["from": window, "to": newest, "up": bootMs])
    self.bootMs = max(self.bootMs, bootMs)
    window = first ?? newest + 1
  }
}

extension StartBounds {
  /// More than any text of them takes, and the words round it.
  static let textMax = 128 + 20 * Limits.usedTokensMax

  /// As a line says them: the rows by how far each lies behind the one before.
  var text: String {
    let rows = withTokens.suffix(Limits.usedTokensMax)
    let steps = zip(rows, [0] + rows).map { $0 - $1 }
    return ([boot, bootMs, window, looked] + steps).map { "\($0)" }.joined(separator: " ")
  }

  /// Nil where the words say none.
  init?(words: some Collection<Substring>) {
    let numbers = words.compactMap { Int64($0) }.filter { (0...JournalCheck.greatest).contains($0) }
    guard numbers.count == words.count, (4...4 + Limits.usedTokensMax).contains(numbers.count) else { return nil }
    (boot, bootMs, window, looked) = (numbers[0], numbers[1], numbers[2], numbers[3])
    for step in numbers[4...] {
      let row = (withTokens.last ?? 0).addingReportingOverflow(step)
      guard !row.overflow, row.partialValue <= looked else { return nil }
      withTokens.append(row.partialValue)
    }
  }
}
