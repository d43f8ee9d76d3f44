// SPDX-License-Identifier: Apache-2.0

/// What one user may hold of something that all users share: four fifths of what the others leave. A lone user so has four
/// fifths of all, a fifth is always left for the next user, and users that take all they can end up with equal parts
/// (specification, section "Shares").
struct Share: Hashable, Sendable {
  /// What the user holds.
  let held: Int
  /// What the other users hold.
  let others: Int
  /// What there is.
  let capacity: Int

  /// The most that the user may hold, as long as the others hold what they do; at least 1 where anything is free.
  var limit: Int {
    let left = max(0, capacity - others)
    return (Limits.shareParts * left + Limits.shareParts) / (Limits.shareParts + 1)
  }

  /// Whether the user may hold no more.
  var isFull: Bool { held >= limit }

  /// Whether the user may hold so much more.
  func admits(_ more: Int) -> Bool { held + more <= limit }
}

extension Share {
  /// Why the user cannot have more, in words: whose share, how large, and what to do.
  func refusal(of user: User?, _ what: String, until: String = "try again later") -> String {
    let user = user?.text ?? "the coordinator"
    guard held > 0 else { return "\(what) are full: others hold \(others) of \(capacity); \(until)" }
    return "\(user) holds \(held) of \(capacity) \(what), which is its share; \(until)"
  }
}

extension User {
  /// The user as people read it.
  package var text: String {
    switch self {
    case .uid(let uid): "user \(uid)"
    case .address(let address) where address.isEmpty: "peers over tcp before the restart"
    case .address(let address): "the tcp peer \(Self.hexadecimal(address))"
    }
  }

  /// Octets as people read them.
  static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

extension User: Comparable {
  /// Order of listings: users of this machine by number, then tcp connections by address.
  package static func < (a: Self, b: Self) -> Bool {
    switch (a, b) {
    case (.uid(let a), .uid(let b)): a < b
    case (.uid, .address): true
    case (.address, .uid): false
    case (.address(let a), .address(let b)): a.lexicographicallyPrecedes(b)
    }
  }
}
