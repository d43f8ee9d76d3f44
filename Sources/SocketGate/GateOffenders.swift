// SPDX-License-Identifier: Apache-2.0

/// Whose connection was ended for what no peer may do.
package struct GateOffender: Hashable, Sendable {
  /// What it did, as a word for logs, such as `routing-id`.
  package let reason: String
  /// Whose it was.
  package let user: GateUser
  /// Its process; 0 over tcp, and where it lies in another pid namespace.
  package let pid: Int32
}

/// Whose connections were ended for what no peer may do, and how many of each.
package struct GateOffenders: Hashable, Sendable {
  /// So many are told apart: a program can have each connection made by another process.
  static let toldApartMax = 8

  private var countsByOffender: [GateOffender: UInt64] = [:]
  /// The connections of those that are not told apart.
  package private(set) var others: UInt64 = 0

  /// Those that are told apart, with how many connections were theirs; who had most comes first.
  package var toldApart: [(offender: GateOffender, count: UInt64)] {
    countsByOffender.map { (offender: $0.key, count: $0.value) }.sorted { one, other in
      guard one.count == other.count else { return one.count > other.count }
      let (a, b) = (one.offender, other.offender)
      return (a.user, a.pid, a.reason) < (b.user, b.pid, b.reason)
    }
  }

  /// The connections of all of them.
  package var total: UInt64 { countsByOffender.values.reduce(others, +) }

  /// One more connection was ended.
  mutating func note(_ offender: GateOffender) {
    if countsByOffender[offender] != nil || countsByOffender.count < Self.toldApartMax {
      countsByOffender[offender, default: 0] += 1
    } else {
      others += 1
    }
  }
}
