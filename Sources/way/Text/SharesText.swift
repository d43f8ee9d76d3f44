// SPDX-License-Identifier: Apache-2.0

import Waykeeper

/// What each user holds of what all users share, as a table for people.
struct SharesText {
  let status: CoordinatorStatus
  var palette = Palette.standard

  /// Users that are listed one by one: those that hold most.
  private static let usersMax = 8

  /// The lines of the table; none where no user holds anything.
  var lines: [String] {
    guard !status.users.isEmpty else { return [] }
    let all = status.users.sorted { $0.outcomes > $1.outcomes }
    let (listed, rest) = (all.prefix(Self.usersMax), all.dropFirst(Self.usersMax))
    var rows = [["shares", "outcomes", "bytes", "waiting", "scenes", "workers"]]
    rows += listed.map { ["  " + Self.name($0)] + Self.numbers($0) }
    if !rest.isEmpty { rows.append(["  \(rest.count) more"] + Self.numbers(Self.sum(rest))) }
    let capacities = status.capacities
    rows.append(
      ["  of all"]
        + Self.numbers(
          capacities.outcomes, capacities.outcomeBytes, capacities.waiting, capacities.scenes, capacities.workers))
    let tables = (1...3).reversed().map { Self.aligned(rows, gap: $0) }
    let fitting = tables.first { $0.allSatisfy { palette.width.fits($0.count) } }
    return [""] + (fitting ?? Self.sentences(rows).flatMap { palette.width.folded($0, hanging: 4) })
  }

  /// Where the narrowest table has no room: each number behind its name.
  private static func sentences(_ rows: [[String]]) -> [String] {
    guard let heads = rows.first else { return [] }
    return [heads[0]]
      + rows.dropFirst().map { row in
        row[0] + ": " + zip(heads, row).dropFirst().map { "\($0) \($1)" }.joined(separator: ", ")
      }
  }

  /// A user in a word or two; an address of tcp is cut to its end.
  private static func name(_ user: CoordinatorStatus.UserShare) -> String {
    if let uid = user.uid { return "uid \(uid)" }
    guard let address = user.address, !address.isEmpty else { return "not known, from before the start" }
    return "tcp \(address.suffix(12))"
  }

  private static func numbers(_ user: CoordinatorStatus.UserShare) -> [String] {
    numbers(user.outcomes, user.outcomeBytes, user.waiting, user.scenes, user.workers)
  }

  private static func numbers(_ outcomes: Int, _ bytes: Int, _ others: Int...) -> [String] {
    [Quantity.count(Int64(outcomes)), Quantity.bytes(Int64(bytes))] + others.map { Quantity.count(Int64($0)) }
  }

  private static func sum(_ users: some Sequence<CoordinatorStatus.UserShare>) -> CoordinatorStatus.UserShare {
    users.reduce(into: CoordinatorStatus.UserShare()) { sum, user in
      sum.outcomes += user.outcomes
      sum.outcomeBytes += user.outcomeBytes
      sum.waiting += user.waiting
      sum.scenes += user.scenes
      sum.workers += user.workers
    }
  }

  /// The first column to the left, the numbers to the right.
  private static func aligned(_ rows: [[String]], gap: Int) -> [String] {
    let gap = String(repeating: " ", count: gap)
    let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      row.indices.map { column in
        let space = String(repeating: " ", count: widths[column] - row[column].count)
        return column == 0 ? row[column] + space : gap + space + row[column]
      }.joined()
    }
  }
}
