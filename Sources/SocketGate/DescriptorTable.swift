// SPDX-License-Identifier: Apache-2.0

/// Values by descriptor. The system gives the lowest number that is free, so each has a place in a list: a hash for each call of
/// libzmq would cost more than the look that it leads to.
struct DescriptorTable<Value> {
  private var places: [Value?] = []

  /// The value of a descriptor; nil takes it away. A negative number is none, and has no value.
  subscript(descriptor: Int32) -> Value? {
    get {
      let place = Int(descriptor)
      return place >= 0 && place < places.count ? places[place] : nil
    }
    set {
      let place = Int(descriptor)
      guard place >= 0 else { return }
      if place >= places.count {
        guard newValue != nil else { return }
        places += repeatElement(nil, count: place + 1 - places.count)
      }
      places[place] = newValue
    }
  }

  /// The descriptors that have a value.
  var descriptors: [Int32] { descriptors { _, _ in true } }

  /// The descriptors whose value is such a one.
  func descriptors(where isWanted: (Int32, Value) -> Bool) -> [Int32] {
    places.indices.compactMap { place in
      let descriptor = Int32(place)
      return places[place].flatMap { isWanted(descriptor, $0) ? descriptor : nil }
    }
  }
}
