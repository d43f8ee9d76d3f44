// SPDX-License-Identifier: Apache-2.0

import DequeModule

/// Values in the order of their keys, which mostly come increasing and go in that order: each is found in O(log n) steps, and adding
/// and removing move no others as long as that is so. Removed in another order, a key keeps its place until half of all places
/// are free, which makes that O(1), amortized.
struct Row<Key: Comparable, Value> {
  /// Small, for it is copied where it is looked at.
  fileprivate struct Place {
    let key: Key
    /// Where the value lies; -1 where it was removed.
    var slot: Int

    var isFree: Bool { slot < 0 }
  }

  private var places: Deque<Place> = []
  /// The values in no order, so that nothing but the last one moves into the room of another, and their keys.
  private var values: [Value] = []
  private var keys: [Key] = []

  /// How many there are.
  var count: Int { values.count }

  /// Where they are, in order; until one is added or removed.
  var indices: [Int] { places.indices.filter { !places[$0].isFree } }

  /// The first key. No place before or behind all values is free.
  var firstKey: Key? { places.first?.key }

  func key(at index: Int) -> Key { places[index].key }

  subscript(index: Int) -> Value {
    _read { yield values[places[index].slot] }
    _modify { yield &values[places[index].slot] }
  }

  /// Where the value with this key is.
  func index(of key: Key) -> Int? {
    let position = position(of: key)
    guard position < places.count, case let place = places[position], place.key == key else { return nil }
    return place.isFree ? nil : position
  }

  /// Adds a value, whose key no other has, and returns where it is.
  @discardableResult
  mutating func insert(_ value: consuming Value, _ key: Key) -> Int {
    let position = position(of: key)
    let place = Place(key: key, slot: values.count)
    values.append(value)
    keys.append(key)
    if position < places.count, places[position].key == key {
      places[position] = place
    } else {
      places.insert(place, at: position)
    }
    return position
  }

  /// Removes a value.
  @discardableResult
  mutating func remove(at index: Int) -> Value {
    let slot = places[index].slot
    places[index].slot = -1
    keys.swapAt(slot, keys.count - 1)
    values.swapAt(slot, values.count - 1)
    keys.removeLast()
    let value = values.removeLast()
    if slot < keys.count { places[position(of: keys[slot])].slot = slot }
    while places.first?.isFree ?? false { places.removeFirst() }
    while places.last?.isFree ?? false { places.removeLast() }
    if places.count > 2 * count { places.removeAll(where: \.isFree) }
    return value
  }

  /// The first place whose key is not below this one. Most new keys come behind the last one, which is found at once.
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
extension Row.Place: Sendable where Key: Sendable {}
