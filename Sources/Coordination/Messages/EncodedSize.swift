// SPDX-License-Identifier: Apache-2.0

public import RouteModel

extension Route {
  /// An upper bound of its length in either encoding, in bytes, with the host of each element; what the limit of a route
  /// counts (specification, section "Constants"). JSON is the longer one.
  public var encodedByteCount: Int {
    var long: [Element] = []
    return encodedByteCount(contentMax: .max, long: &long)
  }

  /// The same; adds to `long` the elements whose content is longer than `contentMax` bytes.
  func encodedByteCount(contentMax: Int, long: inout [Element]) -> Int {
    root.encodedByteCount(contentMax: contentMax, long: &long)
  }
}

extension Path {
  /// The longest that an element can be without its content and branches: the words, a 20-digit id, a screen name, the
  /// longest presentation and presence and a worker name.
  private static let elementBytesMax = 272
  /// The same of a container's branches, and of each branch, without what they hold.
  private static let branchBytesMax = 128

  fileprivate func encodedByteCount(contentMax: Int, long: inout [Element]) -> Int {
    var count = 2
    for index in elements.indices {
      let contentBytes = elements[index].screen.content.encodedByteCount
      if contentBytes > contentMax { long.append(elements[index]) }
      count += Self.elementBytesMax + contentBytes
      guard let branches = elements[index].branches else { continue }
      count += Self.branchBytesMax
      for branch in branches.branches {
        count += Self.branchBytesMax + branch.path.encodedByteCount(contentMax: contentMax, long: &long)
      }
    }
    return count
  }
}
