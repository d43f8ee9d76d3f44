// SPDX-License-Identifier: Apache-2.0

/// What will happen, by time and then by the order in which it was decided: a binary heap.
struct Agenda<Item> {
  private var heap: [(due: Int64, order: UInt64, item: Item)] = []
  private var nextOrder: UInt64 = 0

  var isEmpty: Bool { heap.isEmpty }
  /// When the next thing happens.
  var nextDue: Int64? { heap.first?.due }

  mutating func add(_ item: Item, due: Int64) {
    heap.append((due, nextOrder, item))
    nextOrder += 1
    var child = heap.count - 1
    while child > 0, precedes(child, (child - 1) / 2) {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  mutating func removeNext() -> (due: Int64, item: Item)? {
    guard let first = heap.first else { return nil }
    let last = heap.removeLast()
    if heap.isEmpty { return (first.due, first.item) }
    heap[0] = last
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && precedes(child, least) { least = child }
      if least == parent { break }
      heap.swapAt(parent, least)
      parent = least
    }
    return (first.due, first.item)
  }

  private func precedes(_ a: Int, _ b: Int) -> Bool {
    (heap[a].due, heap[a].order) < (heap[b].due, heap[b].order)
  }
}
