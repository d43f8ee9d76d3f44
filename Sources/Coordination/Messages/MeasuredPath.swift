// SPDX-License-Identifier: Apache-2.0

import RouteModel

/// A path and how much room it takes. Of another path, only what differs is measured: a navigation changes the tip of a long
/// path.
struct MeasuredPath: Sendable {
  /// How much room a path takes.
  struct Size: Sendable {
    /// An upper bound of its length in either encoding, in bytes, with the host of each element.
    var encoded = 2
    /// About how many bytes it takes to remember.
    var remembered = 0
  }

  let path: Path
  let size: Size

  /// Measures a whole path.
  init(_ path: Path) {
    var size = Size()
    for index in path.elements.indices { size.add(path.elements[index]) }
    self.init(path, size)
  }

  private init(_ path: Path, _ size: Size) { (self.path, self.size) = (path, size) }

  /// Measures another path.
  ///
  /// - Parameter common: With how many elements both begin, where that is known.
  func changed(to other: Path, common: Int? = nil) -> MeasuredPath {
    let common = common ?? path.commonCount(with: other)
    // Taking the rest of this path away has to be less than measuring the other one.
    guard common > path.count - common else { return MeasuredPath(other) }
    var size = size
    for index in common..<path.count { size.remove(path.elements[index]) }
    for index in common..<other.count { size.add(other.elements[index]) }
    return MeasuredPath(other, size)
  }

  /// The elements of another path whose content is longer than `bytesMax`, but not the `common` ones at its beginning that this
  /// path has too.
  func longElements(of other: Path, common: Int, bytesMax: Int) -> [Element] {
    var long: [Element] = []
    other.forEachElement(from: common) { element in
      if element.screen.content.encodedByteCount > bytesMax { long.append(element) }
    }
    return long
  }
}

extension MeasuredPath.Size {
  /// The longest that an element can be without its content, branches and sub-tree: the words, a 20-digit id, a screen name, the
  /// longest presentation and presence and a worker name.
  private static let elementBytesMax = 272
  /// The same of a container's branches, and of each branch, without what they hold; and of a name in a list.
  private static let branchesBytesMax = 168
  private static let branchBytesMax = 128
  private static let nameBytesMax = BranchName.lengthMax + 3
  /// The same of a sub-tree: the words, a route's id and a 20-digit id.
  private static let subTreeBytesMax = RouteID.lengthMax + 56
  /// About what is remembered of an element without its content, and of a branch without its path.
  private static let rememberedBytes = 64

  fileprivate init(of element: Element) {
    let content = element.screen.content.encodedByteCount
    encoded = Self.elementBytesMax + content + (element.subTree == nil ? 0 : Self.subTreeBytesMax)
    remembered = Self.rememberedBytes + content
    guard let branches = element.branches else { return }
    encoded += Self.branchesBytesMax + Self.nameBytesMax * branches.alwaysShown.count
    for branch in branches.branches {
      let inside = MeasuredPath(branch.path).size
      encoded += Self.branchBytesMax + inside.encoded
      remembered += Self.rememberedBytes + inside.remembered
    }
  }

  fileprivate mutating func add(_ element: Element) {
    let part = MeasuredPath.Size(of: element)
    encoded += part.encoded
    remembered += part.remembered
  }

  fileprivate mutating func remove(_ element: Element) {
    let part = MeasuredPath.Size(of: element)
    encoded -= part.encoded
    remembered -= part.remembered
  }
}
