// SPDX-License-Identifier: Apache-2.0

/// Whether two members hold the same bits, and so are equal; members with different bits may be equal too. Paths mostly share
/// what their elements hold, and to look at the bits needs no reference counting.
///
/// - Parameter offset: Where the member lies in both, in bytes; `size`: how many it takes, at least eight.
@inlinable @inline(__always)
package func hasSameBits(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer, at offset: Int, size: Int) -> Bool {
  // The words are compared without a way out between them; the last one overlaps.
  var difference: UInt64 = 0
  var index = offset
  let last = offset + size - 8
  while index < last {
    difference |= bits(one, at: index) ^ bits(other, at: index)
    index += 8
  }
  return difference | (bits(one, at: last) ^ bits(other, at: last)) == 0
}

@inlinable @inline(__always)
func bits(_ address: UnsafeRawPointer, at offset: Int) -> UInt64 {
  address.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
}

extension Array {
  /// Whether both lists are in the same memory, and so are equal.
  package func isSameList(as other: Self) -> Bool {
    withUnsafeBufferPointer { mine in
      other.withUnsafeBufferPointer { mine.baseAddress == $0.baseAddress && mine.count == $0.count }
    }
  }
}

extension Element {
  // Where members lie. They are constants to the compiler, which `MemoryLayout.offset(of:)` is not; a test compares both.
  static var nameOffset: Int { MemoryLayout<ElementID>.size }
  /// Where `hasAppeared` ends. The members up to there lie without a gap, so their bits tell all of them.
  static var headSize: Int { nameOffset + MemoryLayout<AnyScreen>.size + MemoryLayout<Bool>.size }

  /// Whether the screens at two places of lists have the same name.
  @inline(__always)
  static func haveSameName(_ one: UnsafePointer<Element>, _ other: UnsafePointer<Element>) -> Bool {
    hasSameBits(one, other, at: nameOffset, size: MemoryLayout<ScreenName>.size)
      || one.pointee.screen.name == other.pointee.screen.name
  }

  /// Whether the elements at two places of lists are equal.
  @inline(__always)
  static func areEqual(_ one: UnsafePointer<Element>, _ other: UnsafePointer<Element>) -> Bool {
    haveEqualHeads(one, other) && one.pointee.visibility == other.pointee.visibility
      && (isPlain(one) && isPlain(other)
        || one.pointee.subTree == other.pointee.subTree && one.pointee.branches == other.pointee.branches)
  }

  /// Whether the elements at two places of lists are the same screen with the same branches, whatever it shows.
  @inline(__always)
  static func areSameWithBranches(_ one: UnsafePointer<Element>, _ other: UnsafePointer<Element>) -> Bool {
    one.pointee.id == other.pointee.id && haveSameName(one, other)
      && (isPlain(one) && isPlain(other) || one.pointee.branches == other.pointee.branches)
  }

  /// Whether all is equal that stands before the branches.
  @inline(__always)
  private static func haveEqualHeads(_ one: UnsafePointer<Element>, _ other: UnsafePointer<Element>) -> Bool {
    hasSameBits(one, other, at: 0, size: headSize)
      || one.pointee.id == other.pointee.id && one.pointee.hasAppeared == other.pointee.hasAppeared
        && one.pointee.screen == other.pointee.screen
  }

  /// Whether an element neither holds branches nor begins a sub-tree, as nearly all.
  @inline(__always)
  private static func isPlain(_ element: UnsafePointer<Element>) -> Bool {
    guard case .none = element.pointee.branches, case .none = element.pointee.subTree else { return false }
    return true
  }
}
