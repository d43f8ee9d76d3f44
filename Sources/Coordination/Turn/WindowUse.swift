// SPDX-License-Identifier: Apache-2.0

/// The place of a user in ``WindowUse``; it stays the same for as long as the user holds a row.
struct UserSlot: Hashable, Sendable {
  fileprivate let index: Int
}

/// What each user holds of the exactly-once window: rows, and bytes of what is remembered besides the fixed part of a row.
struct WindowUse: Sendable {
  /// What one user holds.
  struct Holding: Hashable, Sendable {
    let user: User
    var rows = 0
    var bytes = 0
  }

  private let capacity: Settings.Window
  /// By slot; a free slot holds no rows.
  private var holdings: [Holding] = []
  private var slots: [User: UserSlot] = [:]
  private var free: [UserSlot] = []
  private var rows = 0
  private var bytes = 0

  init(capacity: Settings.Window) { self.capacity = capacity }

  /// What each user with a row holds, in no order.
  var all: [Holding] { holdings.filter { $0.rows > 0 } }

  /// The user in a slot.
  func user(_ slot: UserSlot?) -> User? { slot.map { holdings[$0.index].user } }

  /// The slot of a user that holds a row.
  func slot(_ user: User) -> UserSlot? { slots[user] }

  /// The share of the rows; nil for a user that holds none.
  func rows(of slot: UserSlot?) -> Share {
    let held = slot.map { holdings[$0.index].rows } ?? 0
    return Share(held: held, others: rows - held, capacity: capacity.rows)
  }

  /// The share of the bytes; nil for a user that holds no row.
  func bytes(of slot: UserSlot?) -> Share {
    let held = slot.map { holdings[$0.index].bytes } ?? 0
    return Share(held: held, others: bytes - held, capacity: capacity.bytes)
  }

  /// Counts a row.
  mutating func addRow(of user: User) -> UserSlot {
    let slot = slots[user] ?? makeSlot(of: user)
    holdings[slot.index].rows += 1
    rows += 1
    return slot
  }

  /// Counts what a row remembers.
  mutating func add(bytes more: Int, of slot: UserSlot) {
    holdings[slot.index].bytes += more
    bytes += more
  }

  /// A row is forgotten, with what it remembered.
  mutating func removeRow(of slot: UserSlot, bytes less: Int) {
    holdings[slot.index].rows -= 1
    holdings[slot.index].bytes -= less
    rows -= 1
    bytes -= less
    guard holdings[slot.index].rows == 0 else { return }
    slots[holdings[slot.index].user] = nil
    free.append(slot)
  }

  private mutating func makeSlot(of user: User) -> UserSlot {
    let slot = free.popLast() ?? UserSlot(index: holdings.count)
    if slot.index == holdings.count {
      holdings.append(Holding(user: user))
    } else {
      holdings[slot.index] = Holding(user: user)
    }
    slots[user] = slot
    return slot
  }
}
