// SPDX-License-Identifier: Apache-2.0

import DequeModule

/// Values in the order of their keys, which mostly come increasing and go in that order: each is found in O(log n) steps, and adding
/// and removing move no others as long as that is so. Removed in another order, a value keeps its place until half of all places
/// are free, which makes that O(1), amortized.
struct Row<Key, Value> {
  fileprivate struct Place {
    let key: Key
    var value: Value
    var isFree = false
  }

  private var places: Deque<Place> = []
  /// How many there are.
  private(set) var count = 0

  /// Where they are, in order; until one is added or removed.
  var indices: [Int] { places.indices.filter { !places[$0].isFree } }

  /// The first key. No place before or behind all values is free.
  var firstKey: Key? { places.first?.key }

  func key(at index: Int) -> Key { places[index].key }

  subscript(index: Int) -> Value {
    get { places[index].value }
    _modify { yield &places[index].value }
  }

  /// Removes a value.
  @discardableResult
  mutating func remove(at index: Int) -> Value {
    let value = places[index].value
    places[index].isFree = true
    count -= 1
    while places.first?.isFree ?? false { places.removeFirst() }
    while places.last?.isFree ?? false { places.removeLast() }
    if places.count > 2 * count { places.removeAll(where: \.isFree) }
    return value
  }
}

extension Row where Key: Comparable {
  /// Where the value with this key is.
  func index(of key: Key) -> Int? {
    let position = position(of: key)
    guard position < places.count, places[position].key == key, !places[position].isFree else { return nil }
    return position
  }

  /// Adds a value, whose key no other has, and returns where it is.
  @discardableResult
  mutating func insert(_ value: Value, _ key: Key) -> Int {
    let position = position(of: key)
    if position < places.count, places[position].key == key {
      places[position] = Place(key: key, value: value)
    } else {
      places.insert(Place(key: key, value: value), at: position)
    }
    count += 1
    return position
  }

  /// The first place whose key is not below this one. Most are looked up at one of both ends.
  private func position(of key: Key) -> Int {
    guard let last = places.last, !(last.key < key) else { return places.count }
    var (low, high) = (0, places.count - 1)
    while low < high {
      let middle = low + (high - low) / 2
      if places[middle].key < key { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension Row: Sendable where Key: Sendable, Value: Sendable {}
extension Row.Place: Sendable where Key: Sendable, Value: Sendable {}
