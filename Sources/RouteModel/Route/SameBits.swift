// SPDX-License-Identifier: Apache-2.0

/// Whether two members hold the same bits, and so are equal; members with different bits may be equal too. Paths mostly share
/// what their elements hold, and to look at the bits needs no reference counting.
///
/// - Parameter offset: Where the member lies in both, in bytes; `size`: how many it takes.
@inline(__always)
func hasSameBits(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer, at offset: Int, size: Int) -> Bool {
  var index = offset
  let end = offset + size
  while index + 8 <= end {
    guard
      one.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        == other.loadUnaligned(fromByteOffset: index, as: UInt64.self)
    else { return false }
    index += 8
  }
  while index < end {
    guard one.load(fromByteOffset: index, as: UInt8.self) == other.load(fromByteOffset: index, as: UInt8.self) else {
      return false
    }
    index += 1
  }
  return true
}

extension Element {
  /// Where a member lies; every stored member has an offset.
  private static func offset(of member: PartialKeyPath<Element>) -> Int {
    guard let offset = MemoryLayout<Element>.offset(of: member) else { preconditionFailure("not a stored member") }
    return offset
  }

  private static let nameOffset = offset(of: \.screen.name)
  private static let contentOffset = offset(of: \.screen.content)

  /// Whether the screens at two places of lists have the same name.
  @inline(__always)
  static func haveSameName(_ one: UnsafePointer<Element>, _ other: UnsafePointer<Element>) -> Bool {
    hasSameBits(one, other, at: nameOffset, size: MemoryLayout<ScreenName>.size)
      || one.pointee.screen.name == other.pointee.screen.name
  }

  /// Whether the elements at two places of lists are equal.
  @inline(__always)
  static func areEqual(_ one: UnsafePointer<Element>, _ other: UnsafePointer<Element>) -> Bool {
    one.pointee.id == other.pointee.id && one.pointee.hasAppeared == other.pointee.hasAppeared
      && one.pointee.visibility == other.pointee.visibility && haveSameName(one, other)
      && one.pointee.screen.presentation == other.pointee.screen.presentation
      && (hasSameBits(one, other, at: contentOffset, size: MemoryLayout<JSONValue>.size)
        || one.pointee.screen.content == other.pointee.screen.content)
      && (isPlain(one) && isPlain(other)
        || one.pointee.subTree == other.pointee.subTree && one.pointee.branches == other.pointee.branches)
  }

  /// Whether an element neither holds branches nor begins a sub-tree, as nearly all.
  @inline(__always)
  private static func isPlain(_ element: UnsafePointer<Element>) -> Bool {
    guard case .none = element.pointee.branches, case .none = element.pointee.subTree else { return false }
    return true
  }
}
